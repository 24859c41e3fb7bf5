/**
 * Replays the waiting requests of shadow experiments, one at a time, in a server that has the index of the
 * domain. Between two replays it rests three times as long as the last one took, so that replays take a
 * quarter of a processor at most. A request is taken off the queue first, and so is replayed at most once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { TenantId } from '../../../contract/brands.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { MatchRequest } from '../../../contract/match.ts';
import type {
  ExperimentStore,
  ShadowRequest,
  StoredExperiment,
} from '../../../platform/storage/experiment-store.ts';
import { compareAnswers, type TimedAnswer } from './compare-answers.ts';

export interface ReplayParts {
  readonly experiments: Pick<ExperimentStore, 'allRunning' | 'takeShadow' | 'addReplay'>;
  /** Whether this server answers matches of the domain. */
  readonly owns: (tenant: TenantId, domain: string) => boolean;
  /**
   * Ranks with both arms and stores nothing: control, treatment. null: an arm cannot be carried out now.
   * Throws the errors of a match.
   */
  readonly rank: (
    experiment: StoredExperiment,
    request: MatchRequest,
    signal: AbortSignal,
  ) => Promise<readonly [TimedAnswer, TimedAnswer] | null>;
  readonly onError: (error: unknown) => void;
}

const LOOK_EVERY_MS = 1000;
const REST = 3;

export function startReplays(parts: ReplayParts): { close(): Promise<void> } {
  const closing = new AbortController();
  let working: Promise<void> | null = null;
  const work = () => {
    working ??= replayAll(parts, closing.signal)
      .catch((error) => closing.signal.aborted || parts.onError(error))
      .then(() => {
        working = null;
      });
  };
  const timer = setInterval(work, LOOK_EVERY_MS).unref();
  return {
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await working;
    },
  };
}

/** Replays until no request waits. */
async function replayAll(parts: ReplayParts, signal: AbortSignal): Promise<void> {
  for (const experiment of await parts.experiments.allRunning()) {
    const { tenantId, experimentId, domain, settings } = experiment;
    if (settings.design !== 'shadow' || !parts.owns(tenantId, domain)) continue;
    while (!signal.aborted) {
      const waiting = await parts.experiments.takeShadow(tenantId, experimentId);
      if (waiting === null) break;
      const began = performance.now();
      await replay(parts, experiment, waiting, signal);
      await pause(REST * (performance.now() - began), undefined, { signal, ref: false });
    }
  }
}

async function replay(
  { experiments, rank }: ReplayParts,
  experiment: StoredExperiment,
  { tenantId, experimentId, requestId, request }: ShadowRequest,
  signal: AbortSignal,
): Promise<void> {
  const replayed = { tenantId, experimentId, requestId };
  try {
    const answers = await rank(experiment, request, signal);
    await experiments.addReplay({
      ...replayed,
      compared: answers === null ? null : compareAnswers(...answers),
    });
  } catch (error) {
    if (signal.aborted) return;
    // The seeker is gone, a filter is unknown now: a replay that failed, and no fault of the server.
    if (!(error instanceof ApiError)) throw error;
    await experiments.addReplay({ ...replayed, compared: null });
  }
}
