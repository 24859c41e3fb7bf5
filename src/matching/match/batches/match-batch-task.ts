/**
 * The task `match_batch`. It runs in a server, beside the matches of callers, because the candidate indexes
 * are there. Where another server owns the index, that server computes the match.
 */
import type { BatchCheckpoint } from '../../../behaviour/batches/batch-checkpoint.ts';
import {
  type BatchParts,
  type OpenBatch,
  type Revision,
  runBatch,
} from '../../../behaviour/batches/run-batch.ts';
import type { MatchBatchRequest } from '../../../contract/match-batch.ts';
import type { DomainFor } from '../../../domains/active-domain.ts';
import type { Task, TaskContext } from '../../../platform/jobs/task.ts';
import type { Store } from '../../../platform/storage/store.ts';
import type { MatchService } from '../match-service.ts';
import { answerSeekers } from './answer-seekers.ts';
import { leaveOutErased } from './leave-out-erased.ts';
import { matchBatchKind } from './match-batch-kind.ts';
import { matchTable } from './match-table.ts';
import { type BatchSeeker, openSeekers, type SeekerParts } from './open-seekers.ts';

export interface MatchBatchTaskParts extends BatchParts, SeekerParts {
  readonly store: Pick<Store, 'profiles' | 'fileErasures'>;
  readonly match: MatchService;
  readonly domainFor: DomainFor;
  /** Seekers of a chunk; default: 500. */
  readonly chunkSeekers?: number;
}

const CHUNK_SEEKERS = 500;

export function createMatchBatchTask(parts: MatchBatchTaskParts): Task {
  return {
    ...matchBatchKind,
    run: (context) =>
      runBatch(parts, context, {
        name: 'matches',
        table: matchTable,
        open: (request: MatchBatchRequest, done) => openMatches(parts, context, request, done),
        lastLook: (_, done) => withoutErased(parts, context, done),
      }),
  };
}

async function openMatches(
  parts: MatchBatchTaskParts,
  context: TaskContext,
  request: MatchBatchRequest,
  before: BatchCheckpoint,
): Promise<OpenBatch<BatchSeeker>> {
  const { job, signal } = context;
  const { definition } = await parts.domainFor(job.tenantId, request.domain);
  const { people, done } = await openSeekers(parts, context, definition, request, before);
  return {
    people,
    done,
    chunkSize: parts.chunkSeekers ?? CHUNK_SEEKERS,
    answer: (seekers, onEach) => answerSeekers({ match: parts.match, job, request, signal }, seekers, onEach),
    close: async () => undefined,
  };
}

/** Later erasures are found when the job has ended (`keep-match-batches.ts`). */
async function withoutErased(
  { store }: MatchBatchTaskParts,
  { job: { tenantId, jobId } }: TaskContext,
  done: BatchCheckpoint,
): Promise<Revision | null> {
  const erased = await store.fileErasures.erased(tenantId, jobId);
  if (erased.length === 0) return null;
  return {
    ...leaveOutErased(erased, done),
    changes: [{ name: 'settleErasures', args: [tenantId, jobId, erased] }],
  };
}
