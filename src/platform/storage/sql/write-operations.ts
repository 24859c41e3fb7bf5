/**
 * Every change of the store by name, as a function of a database handle inside a transaction. Because there
 * is one list, an implementation can send a call to another thread and TypeScript still checks it.
 */
import type { Kysely } from 'kysely';
import type { AuditOrigin } from '../audit-store.ts';
import {
  createKey,
  createTenant,
  publishDefinition,
  revokeKey,
  updateTenant,
} from './accounts/account-queries.ts';
import {
  addConsoleLink,
  createConsoleSession,
  endConsoleSessions,
  endSessionsOfKey,
  exchangeConsoleLink,
  forgetExpiredSessions,
  noteConsoleUse,
} from './accounts/console-sessions.ts';
import { reserveSpending, spendOnModels } from './accounts/llm-spending.ts';
import { appendAudit } from './audit/append-audit.ts';
import { forgetAudit } from './audit/forget-audit.ts';
import { type RecordedChange, recordChange } from './audit/record-change.ts';
import { appendRows } from './behaviour/appended-rows.ts';
import { finishErasure } from './behaviour/dataset-erasures.ts';
import { addDataset, renewVersion } from './behaviour/datasets.ts';
import { deleteDataset, deleteModel, deleteTokenizer } from './behaviour/delete-resources.ts';
import { moveModelAlias, removeModelAlias } from './behaviour/move-model-alias.ts';
import { noteRefit, putRefitSchedule, removeRefitSchedule } from './behaviour/put-refit-schedule.ts';
import { addTokenizer } from './behaviour/tokenizers.ts';
import { addReplay, queueShadow, takeShadow } from './experiments/shadow-replays.ts';
import { addExperimentResult, createExperiment, endExperiment } from './experiments/write-experiments.ts';
import { addLikes } from './exposure/add-likes.ts';
import { forgetExposure, movePrices } from './exposure/move-prices.ts';
import {
  claimIdempotencyKey,
  finishIdempotencyKey,
  forgetExpiredKeys,
  releaseIdempotencyKey,
  renewIdempotencyKey,
} from './idempotency/claim-idempotency-key.ts';
import {
  addSearchIndex,
  changeSearchIndex,
  noteUseOfSearchIndex,
  removeSearchIndex,
  retireSearchIndexes,
  serveSearchIndex,
} from './indexes/change-search-indexes.ts';
import { noteIndexUses } from './indexes/note-index-uses.ts';
import { cancelJob, forgetFinishedJobs } from './jobs/cancel-job.ts';
import { createJob } from './jobs/create-job.ts';
import { finishJob, prolongLeases, reportProgress } from './jobs/lease-jobs.ts';
import { takeJobs } from './jobs/take-jobs.ts';
import { forgetErasedMarks } from './learning/erased-from-models.ts';
import { freeUsedTriplets } from './learning/free-used-triplets.ts';
import { keepCalibration } from './learning/keep-calibration.ts';
import { deployRun, replaceRankingModel, withdrawModel } from './learning/ranking-models.ts';
import { noteLearnedFrom } from './learning/read-training-rows.ts';
import { recordFeedback } from './learning/record-feedback.ts';
import { recordOutcomes } from './learning/record-outcomes.ts';
import { startRun } from './learning/training-runs.ts';
import { withdrawPart } from './learning/withdraw-outcomes.ts';
import { forgetMatchBatch } from './matches/change-match-batches.ts';
import { forgetShown, recordShown } from './matches/shown-matches.ts';
import { blockPerson, liftBlock } from './people/blocked-people.ts';
import { dropOldVectors, putEncoded } from './people/encode-rows.ts';
import { adoptEncoder, finishSwitch, startSwitch } from './people/encoder-roles.ts';
import { erasePerson } from './people/erase-person.ts';
import { forgetFileErasures, settleErasures } from './people/file-erasures.ts';
import { putLazyVectors } from './people/put-vectors.ts';
import { writeProfiles } from './people/write-profiles.ts';
import { keepSecret } from './secrets.ts';
import { countShown } from './statistics/count-shown.ts';
import { forgetCoverage, putCoverage } from './statistics/read-statistics.ts';
import type { Tables } from './tables.ts';

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
