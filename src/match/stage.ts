/**
 * The interface of a pipeline stage. The five stages are in `stages/`; `run-pipeline.ts` runs them in order.
 */
import type { StageName, Tier } from '../contract/match.ts';
import type { CandidateIndex, HeldSelection } from '../index/candidate-index.ts';
import type { StoredTexts } from '../ranking/scoring/person.ts';
import type { Store } from '../storage/store.ts';
import type { EventLoopYielder } from '../threads/event-loop-yielder.ts';
import type { Budget } from './budget.ts';
import type { CrossEncoding } from './cross-encoder-points.ts';
import type { Judge } from './judge/judge.ts';
import type { Seeker } from './load-seeker.ts';
import type { MatchPlan } from './match-plan.ts';
import type { Pool } from './pool.ts';
import type { Reranking } from './rerank/reranking.ts';

export interface MatchContext {
  readonly plan: MatchPlan;
  readonly seeker: Seeker;
  readonly index: CandidateIndex;
  readonly store: Store;
  /** The serving encoder. Vectors of different encoders are not comparable. */
  readonly encoderId: string;
  /** Epoch ms, one for the whole match. */
  readonly nowMs: number;
  readonly budget: Budget;
  readonly yielder: EventLoopYielder;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal | undefined;
  /** Waits for another host without this match's slot in admission. */
  readonly withoutSlot: <T>(wait: () => Promise<T>) => Promise<T>;
  readonly judge: Judge | null;
  /** Runs trained cross encoders; null: not set up. */
  readonly crossEncoding: CrossEncoding | null;
  readonly reranking: Reranking | null;
  /** Selections of the index, released when the match ends. */
  readonly selections: HeldSelection[];
  /** Stored texts by row number: those that a stage has read so far. */
  readonly texts: Map<number, StoredTexts>;
}

export interface Stage {
  readonly name: StageName;
  enabled(plan: MatchPlan): boolean;
  run(pool: Pool, context: MatchContext): Promise<StageOutcome>;
  /** Runs in place of `run` while the stage is disabled; default: the pool passes unchanged. */
  off?(pool: Pool, context: MatchContext): Promise<StageOutcome>;
}

export interface StageOutcome {
  readonly kept: Pool;
  /** Numbers of dropped candidates by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly model?: { readonly tier: Tier; readonly version: string };
  /**
   * Why the stage was skipped or cut short (`kept` is then the input pool), or done without one of its parts.
   */
  readonly degraded?: string;
  readonly note?: string;
}

/** The outcome of a stage that was skipped or cut short: its input, unchanged. */
export function cutShort(pool: Pool, degraded: string): StageOutcome {
  return { kept: pool, dropped: {}, degraded };
}
