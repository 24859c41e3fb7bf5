/** Changes of outcomes, training runs and ranking models. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { NewAuditEntry } from '../../audit-store.ts';
import { auditEntry, when } from '../audit/audit-entry.ts';
import type { Tables } from '../tables.generated.ts';
import { first, ofObject, writeOperation } from '../write-operation.ts';
import { forgetErasedMarks } from './erased-from-models.ts';
import { freeUsedTriplets } from './free-used-triplets.ts';
import { keepCalibration } from './keep-calibration.ts';
import { keepWordCounts } from './keep-word-counts.ts';
import { deployRun, replaceRankingModel, withdrawModel } from './ranking-models.ts';
import { noteLearnedFrom } from './read-training-rows.ts';
import { recordFeedback } from './record-feedback.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { startRun } from './training-runs.ts';
import { withdrawPart } from './withdraw-outcomes.ts';

export const learningOperations = {
  recordOutcomes: writeOperation(recordOutcomes, first),
  recordFeedback: writeOperation(recordFeedback, ofObject, {
    entries: async (_, { args: [{ tenantId: owner, domain }], result: { startedRunId } }) =>
      startedRunId === null ? [] : [automaticRun(owner, domain, startedRunId)],
  }),
  freeUsedTriplets: writeOperation(freeUsedTriplets, first),
  withdrawPart: writeOperation(withdrawPart, ofObject, {
    entries: async (_, { args: [{ tenantId: owner, domain, selection, withdrawalId }], result }) => [
      ...when(
        result.outcomes > 0,
        auditEntry(owner, 'outcomes.withdraw', ['domain', domain], {
          withdrawal: withdrawalId,
          outcomes: result.outcomes,
          // The selected people are not recorded.
          by: Object.keys(selection).filter(
            (name) => selection[name as keyof typeof selection] !== undefined,
          ),
          key_id: selection.keyId ?? null,
        }),
      ),
      ...(result.runId === null ? [] : [automaticRun(owner, domain, result.runId)]),
    ],
  }),
  startRun: writeOperation(startRun, ({ run }) => [run.tenantId], {
    entries: async (_, { args: [{ run }], result }) =>
      when(
        result.state === 'started',
        auditEntry(run.tenantId, 'training.start', ['run', run.runId], {
          domain: run.domain,
          tier: run.tier,
          forced: run.forced,
        }),
      ),
  }),
  deployRun: writeOperation(deployRun, first, {
    entries: async (db, { args: [owner, runId], result }) => {
      const run = await runOf(db, owner, runId);
      return when(result === 'deployed', auditEntry(owner, 'ranking_model.deploy', ['run', runId], run));
    },
  }),
  withdrawModel: writeOperation(withdrawModel, first, {
    entries: async (_, { args: [owner, domain], result }) =>
      when(result, auditEntry(owner, 'ranking_model.withdraw', ['domain', domain])),
  }),
  replaceRankingModel: writeOperation(replaceRankingModel, first),
  forgetErasedMarks: writeOperation(forgetErasedMarks, first),
  noteLearnedFrom: writeOperation(noteLearnedFrom, first),
  keepCalibration: writeOperation(keepCalibration, ofObject),
  keepWordCounts: writeOperation(keepWordCounts, ofObject),
};

function automaticRun(owner: TenantId, domain: string, runId: string): NewAuditEntry {
  return auditEntry(owner, 'training.start', ['run', runId], { domain, automatic: true });
}

async function runOf(db: Kysely<Tables>, owner: TenantId, runId: string): Promise<NewAuditEntry['details']> {
  const run = await db
    .selectFrom('training_runs')
    .select(['domain', 'version'])
    .where('tenant_id', '=', owner)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return { ...run };
}
