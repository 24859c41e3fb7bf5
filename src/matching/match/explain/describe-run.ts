/** The answer's account of the stages, made from the runner's trace alone. */
import type { MatchResult, ShownAnswer } from '../../../contract/match.ts';
import { EXAMPLES, type MatchPlan } from '../match-plan.ts';
import { nonZero } from '../pool/score.ts';
import { EXPLORING, type PipelineRun, pipelineStats } from '../run-pipeline.ts';
import type { Selected } from '../select-matches.ts';
import type { GivenCandidates, MatchInput } from '../stage.ts';
import { toMicroseconds } from '../stage-times.ts';

export interface SelectionTrace extends Pick<Selected, 'dropped' | 'beyond'> {
  /** null: the match does not explore. */
  readonly exploring: Exploring | null;
  readonly in: number;
  readonly out: number;
  readonly ms: number;
}

interface Exploring {
  /** Candidates that might have been drawn. */
  readonly banded: number;
  readonly drawn: number;
}

type Described = Omit<MatchResult, 'match_id' | 'matches'>;
type StageTrace = NonNullable<MatchResult['trace']>[number];

export function describeRun(
  { trace }: PipelineRun,
  selection: SelectionTrace,
  { plan, given: candidates }: Pick<MatchInput, 'plan' | 'given'>,
): Described & Pick<ShownAnswer, 'models_used' | 'degraded'> & { readonly trace: readonly StageTrace[] } {
  const stages = [...trace.map(stageTrace), selectionTrace(selection, plan), ...exploringTrace(selection)];
  const answer = {
    pipeline_stats: pipelineStats(stages),
    models_used: Object.fromEntries(
      trace.flatMap(({ stage, model }) => (model === undefined ? [] : [[stage, model]])),
    ),
    degraded: trace.flatMap(({ stage, degraded: reason }) =>
      reason === undefined ? [] : [{ stage, reason }],
    ),
    trace: stages,
  };
  if (!plan.request.explain) return answer;
  return {
    ...answer,
    ...(candidates !== null && { not_candidates: notCandidates(trace, selection, candidates, plan.request) }),
    timings_ms: timesOf({ trace }, selection),
  };
}

/** Milliseconds of every stage that ran, to the microsecond. */
export function timesOf({ trace }: Pick<PipelineRun, 'trace'>, selection: Pick<SelectionTrace, 'ms'>) {
  const ran = [...trace.filter(({ enabled }) => enabled), { stage: 'select', ms: selection.ms }];
  return Object.fromEntries(ran.map(({ stage, ms }) => [stage, toMicroseconds(ms)]));
}

function stageTrace(entry: PipelineRun['trace'][number]): StageTrace {
  const { stage, enabled, in: poolIn, out, dropped, rules, examples, note, degraded } = entry;
  const remark = note ?? (degraded === undefined ? undefined : `skipped: ${degraded}`);
  return {
    ...{ stage, enabled, in: poolIn, out, dropped },
    ...(rules !== undefined && { rules: [...rules] }),
    ...(examples !== undefined && { dropped_examples: examplesOf(examples) }),
    ...(remark !== undefined && { note: remark }),
  };
}

function selectionTrace(
  { in: poolIn, out, dropped, beyond }: SelectionTrace,
  { request }: Pick<MatchPlan, 'request'>,
): StageTrace {
  const [gone, changed] = [dropped.gone.length, dropped.changed.length];
  const counts = nonZero({ gone, changed, limit: poolIn - out - gone - changed });
  const ids = (some: SelectionTrace['beyond']) => some.slice(0, EXAMPLES).map(({ userId }) => userId);
  const examples = examplesOf({ changed: ids(dropped.changed), limit: ids(beyond) });
  const common = { stage: 'select', enabled: true, in: poolIn, out, dropped: counts };
  return request.explain ? { ...common, dropped_examples: examples } : common;
}

/** A part of the selection: how many candidates were at hand below the cut, and how many places they got. */
function exploringTrace({ exploring }: SelectionTrace): readonly StageTrace[] {
  if (exploring === null) return [];
  const { banded, drawn } = exploring;
  const dropped = nonZero({ not_drawn: banded - drawn });
  return [{ stage: EXPLORING, enabled: true, in: banded, out: drawn, dropped }];
}

function examplesOf(examples: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(examples).flatMap(([reason, ids]) => (ids.length === 0 ? [] : [[reason, [...ids]]])),
  );
}

/** The given candidates that were none, in the order of the request. */
function notCandidates(
  trace: PipelineRun['trace'],
  { dropped: { gone, changed } }: SelectionTrace,
  { missing }: GivenCandidates,
  { candidate_user_ids: candidateIds = [] }: MatchPlan['request'],
): MatchResult['not_candidates'] {
  const reasons = new Map([
    ...missing,
    ...trace.flatMap((entry) => [...(entry.reasons ?? [])]),
    ...gone.map(({ userId }) => [userId, 'gone'] as const),
    ...changed.map(({ userId }) => [userId, 'changed'] as const),
  ]);
  return candidateIds.flatMap((userId) => {
    const reason = reasons.get(userId);
    return reason === undefined ? [] : [{ user_id: userId, reason }];
  });
}
