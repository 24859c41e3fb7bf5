/**
 * Drops the candidates that may not be shown. A candidate is counted under the first rule that drops it, in
 * order:
 *
 *   blocked       one of the two has the other on the block list (`preferences.exclude_user_ids`)
 *   excluded      `filters.exclude_user_ids`
 *   decided       the seeker's outcome with the candidate carries a label of `exclude_outcomes`
 *   over_capacity fair exposure is on, and the candidate has too many expected likes (the hard cap)
 *   shown         an earlier match showed the candidate to the seeker within `exclude_shown_days`
 *   incomplete    lacks a required field, where the domain wants complete candidates
 *   side          of a side that the seeker's side does not seek; a seeker of unknown side sees all
 *   filters       `filters` of the request
 *   preferences   the preferences of the seeker's profile, in every domain
 *   not_wanted    the preferences of the candidate's profile, if both directions count (the domain is
 *                 reciprocal, or the request ranks both)
 *
 * The first five apply with the stage off, too. `candidate_user_ids` limits the candidates before any rule.
 */
import { Pool } from '../pool/pool.ts';
import { nonZero } from '../pool/score.ts';
import type { MatchInput, Stage, StageOutcome } from '../stage.ts';
import { type NamedStep, SELF, singleRules } from './filter-rules.ts';
import { filterSteps, type Histories, stepsOnRows } from './filter-steps.ts';
import { narrowBesideOutside } from './narrow-beside-outside.ts';
import { joinParts, narrowExplained } from './narrow-explained.ts';

export function sqlFilter(histories: Histories): Stage {
  const run: Stage['run'] = async (_pool, input, { signal }) => {
    const { index, outside } = input;
    if (outside !== null) return narrowBesideOutside(outside, input, signal);
    return narrow(input, stepsOnRows(await filterSteps(input, histories), index), signal);
  };
  return { name: 'sql_filter', reads: [], writes: [], run, off: run };
}

async function narrow(
  input: MatchInput,
  steps: readonly NamedStep[],
  signal: AbortSignal | undefined,
): Promise<StageOutcome> {
  const { index, given: candidates, plan } = input;
  if (plan.request.explain) {
    const { rules, ...outcome } = await narrowExplained(index, candidates, singleRules(steps), signal);
    return { ...outcome, rules: joinParts(rules!) };
  }
  const { selection, dropped } = await index.select(steps, signal, candidates?.users.keys());
  const { [SELF]: _self, ...others } = dropped;
  return { kept: Pool.of(selection), dropped: nonZero(others) };
}
