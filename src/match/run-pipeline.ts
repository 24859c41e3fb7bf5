/**
 * Runs the stages in order, each on the pool that the stage before kept. The runner alone writes the trace,
 * from which `pipeline_stats`, `degraded`, `timings_ms`, `models_used` and `trace` of the answer are made.
 */
import type { StageName, Tier } from '../contract/match.ts';
import type { HeldSelection } from '../index/candidate-index.ts';
import type { Store } from '../storage/store.ts';
import type { CrossEncoding } from './cross-encoder-points.ts';
import type { Judge } from './judge/ask-judge.ts';
import type { MatchPlan } from './match-plan.ts';
import { Pool } from './pool/pool.ts';
import { score } from './pool/score.ts';
import type { Reranking } from './rerank/rerank-evidence.ts';
import type { RunControl } from './run-control.ts';
import { cutShort, type MatchInput, type Stage, type StageOutcome } from './stage.ts';
import { crossEncoder } from './stages/cross-encoder.ts';
import { embedding } from './stages/embedding.ts';
import { lightMl } from './stages/light-ml.ts';
import { llmJudge } from './stages/llm-judge.ts';
import { sqlFilter } from './stages/sql-filter.ts';

interface TraceEntry {
  readonly stage: StageName;
  readonly enabled: boolean;
  readonly in: number;
  readonly out: number;
  readonly dropped: Readonly<Record<string, number>>;
  readonly ms: number;
  readonly model?: { readonly tier: Tier; readonly version: string };
  readonly degraded?: string;
  readonly note?: string;
}

export interface PipelineRun {
  readonly pool: Pool;
  /** The domain's rows without the seeker. */
  readonly total: number;
  readonly trace: readonly TraceEntry[];
}

export interface StageDependencies {
  readonly store: Pick<Store, 'profiles' | 'outcomes'>;
  /** The language model of llm_judge; without it the stage is skipped. */
  readonly judge?: Judge;
  /**
   * Runs trained cross encoders. Without it their part of the score is left out and the answer is `degraded`.
   */
  readonly crossEncoding?: CrossEncoding;
  /** The external reranker. */
  readonly reranking?: Reranking;
}

/** The stages in their order. */
export function pipelineStages(dependencies: StageDependencies): readonly Stage[] {
  const { profiles, outcomes } = dependencies.store;
  const { judge = null, crossEncoding = null, reranking = null } = dependencies;
  return [
    sqlFilter(outcomes),
    lightMl,
    embedding,
    crossEncoder({ profiles, crossEncoding, reranking }),
    llmJudge({ profiles, judge }),
  ];
}

/** Selections of the index that stages hold are released when the run ends. */
export async function runPipeline(
  stages: readonly Stage[],
  input: MatchInput,
  control: RunControl,
  monotonicMs: () => number,
): Promise<PipelineRun> {
  const { plan, index, seeker } = input;
  const total = index.size - (index.rowOf(seeker.userId) === null ? 0 : 1);
  const trace: TraceEntry[] = [];
  const selections = new Set<HeldSelection>();
  let pool = Pool.of(new Uint32Array());
  try {
    for (const stage of stages) {
      const startedMs = monotonicMs();
      const poolIn = trace.at(-1)?.out ?? total;
      const { kept, ...remarks } = await runStage(stage, pool, input, control);
      pool = kept.limitedTo(null);
      if (pool.held !== null) selections.add(pool.held);
      trace.push({
        stage: stage.name,
        enabled: plan.stages[stage.name].enabled,
        in: poolIn,
        out: pool.size,
        ms: monotonicMs() - startedMs,
        ...remarks,
      });
      await control.yielder.yieldIfDue();
    }
    return { pool: pool.withRows(), total, trace };
  } finally {
    for (const selection of selections) selection.release();
  }
}

/**
 * A disabled stage passes its input on. Once the time budget is spent, a stage is skipped if the pool has
 * scores.
 */
async function runStage(
  stage: Stage,
  pool: Pool,
  input: MatchInput,
  control: RunControl,
): Promise<StageOutcome> {
  const limited = pool.limitedTo(stage);
  if (!input.plan.stages[stage.name].enabled) {
    return (await stage.off?.(limited, input, control)) ?? { kept: pool, dropped: {} };
  }
  if (pool.read(score) !== null && control.budget.spent()) return cutShort(pool, 'budget');
  return stage.run(limited, input, control);
}

/** `pipeline_stats` of the answer. An enabled llm_judge is counted even if it was skipped. */
export function pipelineStats({ total, trace }: PipelineRun, plan: MatchPlan) {
  const after = (stage: StageName) => trace.find((entry) => entry.stage === stage)!.out;
  return {
    total,
    after_sql_filter: after('sql_filter'),
    after_light_ml: after('light_ml'),
    after_embedding: after('embedding'),
    after_cross_encoder: after('cross_encoder'),
    ...(plan.stages.llm_judge.enabled && { after_llm_judge: after('llm_judge') }),
  };
}
