/**
 * Runs the stages in order, each on the pool that the stage before kept. The runner alone writes the trace,
 * from which `pipeline_stats`, `degraded`, `timings_ms`, `models_used` and `trace` of the answer are made.
 */
import type { StageName, Tier } from '../contract/match.ts';
import type { MatchPlan } from './match-plan.ts';
import { type Pool, sizeOf, unscoredPool, withRows } from './pool.ts';
import type { MatchContext, Stage, StageOutcome } from './stage.ts';
import { cutShort } from './stage.ts';
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

const stages: readonly Stage[] = [sqlFilter, lightMl, embedding, crossEncoder, llmJudge];

export async function runPipeline(context: MatchContext, monotonicMs: () => number): Promise<PipelineRun> {
  const { plan, index, seeker } = context;
  const total = index.size - (index.rowOf(seeker.userId) === null ? 0 : 1);
  const trace: TraceEntry[] = [];
  let pool = unscoredPool(new Uint32Array());
  for (const stage of stages) {
    const startedMs = monotonicMs();
    const enabled = stage.enabled(plan);
    const size = trace.at(-1)?.out ?? total;
    const outcome = await runStage(stage, pool, context);
    pool = outcome.kept;
    const { kept: _kept, ...remarks } = outcome;
    trace.push({
      stage: stage.name,
      enabled,
      in: size,
      out: sizeOf(pool),
      ms: monotonicMs() - startedMs,
      ...remarks,
    });
    await context.yielder.yieldIfDue();
  }
  return { pool: withRows(pool), total, trace };
}

/**
 * A disabled stage passes its input on. Once the time budget is spent, a stage is skipped if the pool has
 * scores.
 */
async function runStage(stage: Stage, pool: Pool, context: MatchContext): Promise<StageOutcome> {
  if (!stage.enabled(context.plan)) {
    return (await stage.off?.(pool, context)) ?? { kept: pool, dropped: {} };
  }
  if (pool.logOdds !== null && context.budget.spent()) return cutShort(pool, 'budget');
  return stage.run(pool, context);
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
