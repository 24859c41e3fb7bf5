/**
 * Runs the stages in order, each on the pool that the stage before kept. The runner alone writes the trace,
 * from which `pipeline_stats`, `degraded`, `timings_ms`, `models_used` and `trace` of the answer are made.
 */
import type { PipelineStats } from '../../contract/match.ts';
import { afterStage, optionalStages, type StageName, usualStages } from '../../contract/match-stages.ts';
import type { Store } from '../../platform/storage/store.ts';
import { inSpan } from '../../platform/tracing/current-tracer.ts';
import type { HeldSelection } from '../index/candidate-index.ts';
import type { CandidateTexts } from './candidate-texts.ts';
import { countOutside, peopleAtFirst } from './candidates/count-outside.ts';
import type { CrossEncoding } from './cross-encoder-points.ts';
import type { Judge } from './judge/ask-judge.ts';
import { Pool } from './pool/pool.ts';
import { score } from './pool/score.ts';
import type { Reranking } from './rerank/rerank.ts';
import type { RunControl } from './run-control.ts';
import { cutShort, type MatchInput, type Stage, type StageOutcome } from './stage.ts';
import { crossEncoder } from './stages/cross-encoder.ts';
import { embedding } from './stages/embedding.ts';
import { lightMl } from './stages/light-ml.ts';
import { llmJudge } from './stages/llm-judge.ts';
import { sqlFilter } from './stages/sql-filter.ts';
import type { TraceEntry } from './trace-entry.ts';

export interface PipelineRun {
  readonly pool: Pool;
  readonly trace: readonly TraceEntry[];
}

export interface StageDependencies {
  readonly store: Pick<Store, 'profiles' | 'outcomes' | 'learning'>;
  readonly texts: CandidateTexts;
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
  const { profiles, outcomes, learning } = dependencies.store;
  const { texts, judge = null, crossEncoding = null, reranking = null } = dependencies;
  return [
    sqlFilter({ outcomes, learning }),
    lightMl,
    embedding,
    crossEncoder({ profiles, texts, crossEncoding, reranking }),
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
  const { plan } = input;
  const trace: TraceEntry[] = [];
  const selections = new Set<HeldSelection>();
  let pool = Pool.of(new Uint32Array());
  try {
    for (const stage of stages) {
      const startedMs = monotonicMs();
      const poolIn = trace.at(-1)?.out ?? rowsAtFirst(input);
      const before = pool;
      const { kept, ...remarks } = await inSpan(
        () => stageSpan(stage, poolIn),
        () => runStage(stage, before, input, control),
      );
      pool = kept.limitedTo(null);
      if (pool.held !== null) selections.add(pool.held);
      const entry = {
        stage: stage.name,
        enabled: plan.stages[stage.name].enabled,
        in: poolIn,
        out: pool.size,
        ms: monotonicMs() - startedMs,
        ...remarks,
      };
      trace.push(input.outside === null ? entry : countOutside(entry, input.outside));
      await control.yielder.yieldIfDue();
    }
    return { pool: pool.withRows(), trace };
  } finally {
    for (const selection of selections) selection.release();
  }
}

const stageSpan = ({ name }: Stage, poolIn: number) => ({
  name: `stage ${name}`,
  attributes: { 'counterpart.stage.in': poolIn },
});

/** The domain's rows without the seeker, or those of them that the request gives. */
function rowsAtFirst({ index, seeker, given: candidates, outside }: MatchInput): number {
  if (candidates !== null) return candidates.users.size;
  if (outside !== null) return peopleAtFirst(outside);
  return index.size - (index.rowOf(seeker.userId) === null ? 0 : 1);
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

/** The name of the draw in the trace. It is a part of the selection, after the stages. */
export const EXPLORING = 'explore';

/**
 * `pipeline_stats` of the answer. An optional stage is counted where it is enabled, even if it was skipped.
 */
export function pipelineStats(
  trace: readonly { readonly stage: string; readonly enabled: boolean; in: number; out: number }[],
): PipelineStats {
  const entryOf = (stage: StageName) => trace.find((entry) => entry.stage === stage)!;
  const enabled = optionalStages.filter((stage) => entryOf(stage).enabled);
  const exploring = trace.find(({ stage }) => stage === EXPLORING);
  return {
    total: trace[0]!.in,
    ...afterStage([...usualStages, ...enabled], (stage) => entryOf(stage).out),
    ...(exploring !== undefined && { explored: exploring.out }),
  };
}
