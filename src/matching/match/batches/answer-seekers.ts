/** Answers seekers of a batch as lines of JSON. A line is the same in every attempt. */
import { setTimeout as wait } from 'node:timers/promises';
import type { AnsweredChunk } from '../../../behaviour/batches/run-batch.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { MatchRequest, MatchResult } from '../../../contract/match.ts';
import type { MatchBatchRequest } from '../../../contract/match-batch.ts';
import type { Job } from '../../../platform/storage/job.ts';
import { withoutExamples } from '../explain/trace-examples.ts';
import type { MatchService } from '../match-service.ts';
import { batchMatchId } from './batch-match-id.ts';
import type { BatchSeeker } from './open-seekers.ts';

/** Matches at once. One thread computes them, so a second match would only make callers wait longer. */
const AT_ONCE = 1;
/** Matches at once where a language model judges: a match waits for its answers most of the time. */
const AT_ONCE_WITH_LANGUAGE_MODEL = 4;
/** Errors that are about one seeker; any other ends the job. */
const aboutSeeker: readonly string[] = ['user_not_found', 'erased', 'location_unknown'];
/** The index is built, the server is busy, or the database does not answer: that passes. */
const passing: readonly string[] = ['warming_up', 'overloaded', 'dependency_unavailable'];
const MAX_PAUSE_MS = 5000;
const LONGEST_WAIT_MS = 5 * 60_000;

export interface AnswerParts {
  readonly match: MatchService;
  readonly job: Pick<Job, 'tenantId' | 'jobId' | 'createdAt'>;
  readonly request: MatchBatchRequest;
  readonly signal: AbortSignal;
}

export async function answerSeekers(
  parts: AnswerParts,
  seekers: readonly BatchSeeker[],
  onEach: () => void,
): Promise<AnsweredChunk> {
  const lines = new Array<string>(seekers.length);
  let failed = 0;
  let next = 0;
  const answerSome = async () => {
    while (next < seekers.length) {
      const at = next++;
      const line = await answerSeeker(parts, seekers[at]!);
      if ('error' in line) failed++;
      lines[at] = `${JSON.stringify(line)}\n`;
      onEach();
    }
  };
  // Where one fails, the others take no more.
  const stop = (error: unknown) => {
    next = seekers.length;
    throw error;
  };
  await Promise.all(Array.from({ length: atOnce(parts.request) }, () => answerSome().catch(stop)));
  return { lines, failed };
}

function atOnce({ stages }: MatchBatchRequest): number {
  const judge = stages?.llm_judge ?? false;
  const asksLanguageModel = typeof judge === 'object' ? judge.enabled === true : judge;
  return asksLanguageModel ? AT_ONCE_WITH_LANGUAGE_MODEL : AT_ONCE;
}

async function answerSeeker(parts: AnswerParts, seeker: BatchSeeker): Promise<object> {
  const { row, userId, fault } = seeker;
  const whose = { ...(row !== null && { row }), ...(userId !== null && { user_id: userId }) };
  if (userId === null) return { ...whose, error: fault };
  try {
    return { ...whose, ...described(parts.request, await matchOf(parts, seeker, userId)) };
  } catch (error) {
    if (!(error instanceof ApiError) || !aboutSeeker.includes(error.code)) throw error;
    return { ...whose, error: { code: error.code, message: error.message } };
  }
}

/**
 * The answer without times, and without ids of people who are neither seeker nor candidate: an erasure would
 * not find them.
 */
function described({ record, explain }: MatchBatchRequest, result: MatchResult): object {
  const { match_id, matches, degraded, not_candidates, pipeline_stats, models_used, trace = [] } = result;
  return {
    ...(record && { match_id }),
    matches,
    ...(degraded.length > 0 && { degraded }),
    ...(explain && {
      ...(not_candidates !== undefined && { not_candidates }),
      pipeline_stats,
      models_used,
      trace: withoutExamples(trace),
    }),
  };
}

async function matchOf(
  { match, job, request, signal }: AnswerParts,
  { position }: BatchSeeker,
  userId: string,
): Promise<MatchResult> {
  const { user_ids, source_uri, source_format, seekers, output_format, ...options } = request;
  const asked: MatchRequest = { ...options, user_id: userId };
  const batched = { nowMs: Date.parse(job.createdAt), matchId: batchMatchId(job.jobId, position) };
  const startedMs = performance.now();
  for (;;) {
    signal.throwIfAborted();
    try {
      return (await match.match(job.tenantId, asked, signal, batched)).result;
    } catch (error) {
      const pauseMs = pauseAfter(error);
      if (pauseMs === null || performance.now() - startedMs > LONGEST_WAIT_MS) throw error;
      await wait(pauseMs, undefined, { signal });
    }
  }
}

/** null: another attempt does not help. */
function pauseAfter(error: unknown): number | null {
  if (!(error instanceof ApiError) || !passing.includes(error.code)) return null;
  const { retry_after_ms: pauseMs = MAX_PAUSE_MS } = error.details as { readonly retry_after_ms?: number };
  return Math.min(MAX_PAUSE_MS, pauseMs);
}
