/** Entries of trainings and ranking models. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { NewAuditEntry } from '../../audit-store.ts';
import type { deployRun, withdrawModel } from '../learning/ranking-models.ts';
import type { recordFeedback } from '../learning/record-feedback.ts';
import type { startRun } from '../learning/training-runs.ts';
import type { withdrawPart } from '../learning/withdraw-outcomes.ts';
import type { Tables } from '../tables.ts';
import { type Audited, entry, when } from './audited-change.ts';

export const auditedLearning = {
  startRun: {
    entries: async (_, { args: [{ run }], result }) =>
      when(
        result.state === 'started',
        entry(run.tenantId, 'training.start', ['run', run.runId], {
          domain: run.domain,
          tier: run.tier,
          forced: run.forced,
        }),
      ),
  } satisfies Audited<typeof startRun>,
  recordFeedback: {
    entries: async (_, { args: [{ tenantId: owner, domain }], result: { startedRunId } }) =>
      startedRunId === null ? [] : [automaticRun(owner, domain, startedRunId)],
  } satisfies Audited<typeof recordFeedback>,
  withdrawPart: {
    entries: async (_, { args: [{ tenantId: owner, domain, selection, withdrawalId }], result }) => [
      ...when(
        result.outcomes > 0,
        entry(owner, 'outcomes.withdraw', ['domain', domain], {
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
  } satisfies Audited<typeof withdrawPart>,
  deployRun: {
    entries: async (db, { args: [owner, runId], result }) => {
      const run = await runOf(db, owner, runId);
      return when(result === 'deployed', entry(owner, 'ranking_model.deploy', ['run', runId], run));
    },
  } satisfies Audited<typeof deployRun>,
  withdrawModel: {
    entries: async (_, { args: [owner, domain], result }) =>
      when(result, entry(owner, 'ranking_model.withdraw', ['domain', domain])),
  } satisfies Audited<typeof withdrawModel>,
};

function automaticRun(owner: TenantId, domain: string, runId: string): NewAuditEntry {
  return entry(owner, 'training.start', ['run', runId], { domain, automatic: true });
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
