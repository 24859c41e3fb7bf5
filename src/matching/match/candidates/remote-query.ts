/** Turns a match into a query for the search engine, and its answer into the counts of the pipeline. */
import type { RemoteCandidates, RemoteStep } from '../../search-engine/candidate-search.ts';
import type { MatchInput } from '../stage.ts';
import { type FilterStep, SELF, singleRules } from '../stages/filter-rules.ts';
import { filterSteps, type Histories } from '../stages/filter-steps.ts';
import type { OutsideCandidates } from './outside-candidates.ts';

/** The steps of sql_filter; single rules where the match is explained, so that each is counted. */
export async function stepsOutside(
  input: Pick<MatchInput, 'plan' | 'seeker' | 'nowMs'>,
  histories: Histories,
): Promise<readonly FilterStep[]> {
  const steps = await filterSteps({ ...input, capped: [] }, histories);
  return input.plan.request.explain ? singleRules(steps) : steps;
}

/** The position of a step stands for its reason, so that its count comes back by step. */
export function remoteSteps(steps: readonly FilterStep[]): readonly RemoteStep[] {
  return steps.map((step, at): RemoteStep => {
    const reason = String(at);
    if ('drop' in step) return { reason, drop: step.drop };
    if ('dropBlocking' in step) return { reason, blocking: step.dropBlocking };
    if ('dropRows' in step) throw new Error(`the step ${step.rule} names rows, which the engine has not`);
    const { rule: _, ...same } = step;
    return { ...same, reason } as RemoteStep;
  });
}

/** `found`: how many of the people that came up are stored. */
export function outsideOf(
  best: RemoteCandidates,
  steps: readonly FilterStep[],
  rows: OutsideCandidates['rows'],
  found: number,
): OutsideCandidates {
  const { userIds, passing, scored } = best;
  // The engine counts and scores in two requests, between which it may be refreshed.
  const belowMinScore = Math.max(0, best.belowMinScore);
  const dropped = steps.map((_, at) => best.dropped[String(at)] ?? 0);
  const gone = userIds.length - found;
  const below = Math.max(0, scored - belowMinScore - userIds.length);
  const notScored = Math.max(0, passing - scored);
  const others = dropped.filter((_, at) => steps[at]!.reason !== SELF);
  const people = others.reduce((sum, count) => sum + count, gone + below + belowMinScore + notScored);
  return { rows, steps, people, dropped, gone, below, belowMinScore, notScored, scored };
}
