/** What a stage of the pipeline is. The five of them stand in `stages/`; `run-pipeline.ts` runs them in order. */
import type { StageName, Tier } from '../contract/match.ts';
import type { CandidateIndex, HeldSelection } from '../index/candidate-index.ts';
import type { StoredTexts } from '../ranking/scoring/person.ts';
import type { Store } from '../storage/store.ts';
import type { Budget } from './budget.ts';
import type { CrossEncoding } from './cross-encoder-points.ts';
import type { EventLoopYielder } from './event-loop-yielder.ts';
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
  /** Of the serving encoder: vectors of another compare with nothing. */
  readonly encoderId: string;
  /** Epoch ms, one for the whole match. */
  readonly nowMs: number;
  readonly budget: Budget;
  readonly yielder: EventLoopYielder;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal | undefined;
  /** Waits for something outside without the place that this match has in admission. */
  readonly withoutSlot: <T>(wait: () => Promise<T>) => Promise<T>;
  readonly judge: Judge | null;
  /** Where trained cross encoders are read; null: nowhere. */
  readonly crossEncoding: CrossEncoding | null;
  readonly reranking: Reranking | null;
  /** Held by the index until the match ends. */
  readonly selections: HeldSelection[];
  /** Stored rows and sentences by row number, as far as a stage has read them. */
  readonly texts: Map<number, StoredTexts>;
}

export interface Stage {
  readonly name: StageName;
  enabled(plan: MatchPlan): boolean;
  run(pool: Pool, context: MatchContext): Promise<StageOutcome>;
  /** What holds even with the stage off; without it the pool passes as it is. */
  off?(pool: Pool, context: MatchContext): Promise<StageOutcome>;
}

export interface StageOutcome {
  readonly kept: Pool;
  /** How many were dropped, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly model?: { readonly tier: Tier; readonly version: string };
  /** Why the stage was skipped or cut (`kept` is then the pool that it was given), or done without a part of it. */
  readonly degraded?: string;
  readonly note?: string;
}

/** A stage that was cut: what stood before it stands. */
export function cutShort(pool: Pool, degraded: string): StageOutcome {
  return { kept: pool, dropped: {}, degraded };
}
