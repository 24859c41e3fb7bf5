/** The answer's account of the stages, made from the runner's trace alone. */
import type { MatchResult } from '../../contract/match.ts';
import type { MatchPlan } from '../match-plan.ts';
import { nonZero } from '../pool/score.ts';
import { type PipelineRun, pipelineStats } from '../run-pipeline.ts';

export interface SelectionTrace {
  readonly in: number;
  readonly out: number;
  readonly dropped: { readonly gone: number; readonly changed: number };
  readonly ms: number;
}

type Described = Omit<MatchResult, 'match_id' | 'matches'>;

export function describeRun(run: PipelineRun, selection: SelectionTrace, plan: MatchPlan): Described {
  const { trace } = run;
  const stats: Described = {
    pipeline_stats: pipelineStats(run, plan),
    models_used: Object.fromEntries(
      trace.flatMap(({ stage, model }) => (model === undefined ? [] : [[stage, model]])),
    ),
    degraded: trace.flatMap(({ stage, degraded: reason }) =>
      reason === undefined ? [] : [{ stage, reason }],
    ),
  };
  if (!plan.request.explain) return stats;
  return {
    ...stats,
    timings_ms: Object.fromEntries(
      [...trace.filter(({ enabled }) => enabled), { stage: 'select', ms: selection.ms }].map(
        ({ stage, ms }) => [stage, Math.round(ms * 1000) / 1000],
      ),
    ),
    trace: [
      ...trace.map(({ stage, enabled, in: poolIn, out, dropped, note, degraded }) => {
        const remark = note ?? (degraded === undefined ? undefined : `skipped: ${degraded}`);
        return { stage, enabled, in: poolIn, out, dropped, ...(remark !== undefined && { note: remark }) };
      }),
      {
        stage: 'select',
        enabled: true,
        in: selection.in,
        out: selection.out,
        dropped: nonZero({ ...selection.dropped, limit: beyondLimit(selection) }),
      },
    ],
  };
}

function beyondLimit({ in: poolIn, out, dropped }: SelectionTrace): number {
  return poolIn - out - dropped.gone - dropped.changed;
}
