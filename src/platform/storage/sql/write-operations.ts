/**
 * Every change of the store by name, as a function of a database handle inside a transaction. Because there
 * is one list, an implementation can send a call to another thread and TypeScript still checks it.
 */
import type { Kysely } from 'kysely';
import type { AuditOrigin } from '../audit-store.ts';
import { createKey, createTenant, publishDefinition, revokeKey, updateTenant } from './account-queries.ts';
import { addLikes } from './add-likes.ts';
import { appendAudit } from './append-audit.ts';
import { appendRows } from './appended-rows.ts';
import { blockPerson, liftBlock } from './blocked-people.ts';
import { cancelJob, forgetFinishedJobs } from './cancel-job.ts';
import { forgetMatchBatch } from './change-match-batches.ts';
import {
  addSearchIndex,
  changeSearchIndex,
  noteUseOfSearchIndex,
  removeSearchIndex,
  retireSearchIndexes,
  serveSearchIndex,
} from './change-search-indexes.ts';
import {
  claimIdempotencyKey,
  finishIdempotencyKey,
  forgetExpiredKeys,
  releaseIdempotencyKey,
  renewIdempotencyKey,
} from './claim-idempotency-key.ts';
import {
  addConsoleLink,
  createConsoleSession,
  endConsoleSessions,
  endSessionsOfKey,
  exchangeConsoleLink,
  forgetExpiredSessions,
  noteConsoleUse,
} from './console-sessions.ts';
import { countShown } from './count-shown.ts';
import { createJob } from './create-job.ts';
import { finishErasure } from './dataset-erasures.ts';
import { addDataset, renewVersion } from './datasets.ts';
import { deleteDataset, deleteModel, deleteTokenizer } from './delete-resources.ts';
import { dropOldVectors, putEncoded } from './encode-rows.ts';
import { adoptEncoder, finishSwitch, startSwitch } from './encoder-roles.ts';
import { erasePerson } from './erase-person.ts';
import { forgetErasedMarks } from './erased-from-models.ts';
import { forgetFileErasures, settleErasures } from './file-erasures.ts';
import { forgetAudit } from './forget-audit.ts';
import { freeUsedTriplets } from './free-used-triplets.ts';
import { keepCalibration } from './keep-calibration.ts';
import { finishJob, prolongLeases, reportProgress } from './lease-jobs.ts';
import { reserveSpending, spendOnModels } from './llm-spending.ts';
import { moveModelAlias, removeModelAlias } from './move-model-alias.ts';
import { forgetExposure, movePrices } from './move-prices.ts';
import { noteIndexUses } from './note-index-uses.ts';
import { noteRefit, putRefitSchedule, removeRefitSchedule } from './put-refit-schedule.ts';
import { putLazyVectors } from './put-vectors.ts';
import { deployRun, replaceRankingModel, withdrawModel } from './ranking-models.ts';
import { forgetCoverage, putCoverage } from './read-statistics.ts';
import { noteLearnedFrom } from './read-training-rows.ts';
import { type RecordedChange, recordChange } from './record-change.ts';
import { recordFeedback } from './record-feedback.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { keepSecret } from './secrets.ts';
import { addReplay, queueShadow, takeShadow } from './shadow-replays.ts';
import { forgetShown, recordShown } from './shown-matches.ts';
import type { Tables } from './tables.ts';
import { takeJobs } from './take-jobs.ts';
import { addTokenizer } from './tokenizers.ts';
import { startRun } from './training-runs.ts';
import { withdrawPart } from './withdraw-outcomes.ts';
import { addExperimentResult, createExperiment, endExperiment } from './write-experiments.ts';
import { writeProfiles } from './write-profiles.ts';

const operations = {
  writeProfiles,
  putLazyVectors: putLazyVectors,
  adoptEncoder,
  startSwitch,
  finishSwitch,
  putEncoded,
  dropOldVectors,
  erasePerson,
  recordOutcomes,
  recordFeedback,
  freeUsedTriplets,
  withdrawPart,
  recordShown,
  forgetShown,
  startRun,
  deployRun,
  withdrawModel,
  replaceRankingModel,
  forgetErasedMarks,
  noteLearnedFrom,
  keepCalibration,
  createExperiment,
  endExperiment,
  addExperimentResult,
  queueShadow,
  takeShadow,
  addReplay,
  moveModelAlias,
  removeModelAlias,
  putRefitSchedule,
  noteRefit,
  removeRefitSchedule,
  createTenant,
  updateTenant,
  createKey,
  revokeKey,
  publishDefinition,
  createConsoleSession,
  noteConsoleUse,
  endConsoleSessions,
  endSessionsOfKey,
  addConsoleLink,
  exchangeConsoleLink,
  forgetExpiredSessions,
  claimIdempotencyKey,
  finishIdempotencyKey,
  releaseIdempotencyKey,
  renewIdempotencyKey,
  forgetExpiredKeys,
  createJob,
  takeJobs,
  prolongLeases,
  reportProgress,
  finishJob,
  cancelJob,
  forgetFinishedJobs,
  keepSecret,
  addDataset,
  renewVersion,
  appendRows,
  addTokenizer,
  finishErasure,
  forgetMatchBatch,
  settleErasures,
  forgetFileErasures,
  blockPerson,
  liftBlock,
  deleteDataset,
  deleteModel,
  deleteTokenizer,
  reserveSpending,
  spendOnModels,
  countShown,
  addLikes,
  movePrices,
  forgetExposure,
  putCoverage,
  forgetCoverage,
  addSearchIndex,
  changeSearchIndex,
  serveSearchIndex,
  retireSearchIndexes,
  noteUseOfSearchIndex,
  removeSearchIndex,
  noteIndexUses,
  appendAudit,
  forgetAudit,
} as const;

export const writeOperations = {
  ...operations,
  /** Another change, with its entries in the audit log. */
  recorded: (db: Kysely<Tables>, origin: AuditOrigin, change: RecordedChange) =>
    recordChange(db, origin, change, operations),
} as const;

type Operations = typeof writeOperations;
export type WriteName = keyof Operations;
export type WriteArguments<Name extends WriteName> = Operations[Name] extends (
  db: Kysely<Tables>,
  ...args: infer Arguments
) => unknown
  ? Arguments
  : never;
type WriteResult<Name extends WriteName> = Awaited<ReturnType<Operations[Name]>>;

/** Runs one change in a transaction. The promise resolves when the change is durable. */
export type RunWrite = <Name extends WriteName>(
  name: Name,
  ...args: WriteArguments<Name>
) => Promise<WriteResult<Name>>;
