/**
 * Drops the candidates that may not be shown. A candidate is counted under the first rule that drops it, in
 * order:
 *
 *   blocked       one of the two has the other on the block list (`preferences.exclude_user_ids`)
 *   excluded      `filters.exclude_user_ids`
 *   decided       the seeker's outcome with the candidate carries a label of `exclude_outcomes`
 *   incomplete    lacks a required field, where the domain wants complete candidates
 *   side          of a side that the seeker's side does not seek; a seeker of unknown side sees all
 *   filters       `filters` of the request
 *   preferences   the preferences of the seeker's profile, in every domain
 *   not_wanted    the preferences of the candidate's profile, if both directions count (the domain is
 *                 reciprocal, or the request ranks both)
 *
 * The first three apply with the stage off, too.
 */
import { type RowNumber, rowNumber } from '../../contract/brands.ts';
import { bindOrigin, bindPreferenceOrigin } from '../../domains/bind-origin.ts';
import type { Clauses } from '../../domains/filter.ts';
import type { CandidateIndex, NarrowingStep } from '../../index/candidate-index.ts';
import type { OutcomeStore } from '../../storage/store.ts';
import type { Seeker } from '../load-seeker.ts';
import type { MatchPlan } from '../match-plan.ts';
import { Pool } from '../pool/pool.ts';
import { nonZero } from '../pool/score.ts';
import type { MatchInput, Stage, StageOutcome } from '../stage.ts';

export function sqlFilter(outcomes: OutcomeStore): Stage {
  return {
    name: 'sql_filter',
    reads: [],
    writes: [],
    async run(_pool, input, { signal }) {
      const { plan, seeker, index } = input;
      const { definition, filter } = plan;
      // Throws if a filter needs a distance and the seeker has no place: before any work is done.
      const filters = bindOrigin(filter.clauses, seeker.places);
      const preferences = bindPreferenceOrigin(seeker.preferences.clauses, seeker.places);
      const steps: readonly NarrowingStep[] = [
        ...(await dropsById(input, outcomes)),
        ...(definition.candidates === 'complete'
          ? [{ reason: 'incomplete', keep: 'complete' } as const]
          : []),
        { reason: 'side', keep: sideClauses(plan, seeker) },
        { reason: 'filters', keep: filters },
        { reason: 'preferences', keep: preferences },
        ...(plan.appliesCandidatePreferences ? [{ reason: 'not_wanted', accepts: seeker }] : []),
      ];
      return narrow(index, steps, signal);
    },
    off: async (_pool, input, { signal }) => narrow(input.index, await dropsById(input, outcomes), signal),
  };
}

/** Removes the seeker, and is left out of the counts: a seeker is no candidate of their own. */
const SELF = 'self';

async function narrow(
  index: CandidateIndex,
  steps: readonly NarrowingStep[],
  signal: AbortSignal | undefined,
): Promise<StageOutcome> {
  const { selection, dropped } = await index.select(steps, signal);
  const { [SELF]: _self, ...others } = dropped;
  return { kept: Pool.of(selection), dropped: nonZero(others) };
}

/** The sides that the seeker's side seeks. */
export function sideClauses(
  { definition: { sides } }: Pick<MatchPlan, 'definition'>,
  { side }: Seeker,
): Clauses {
  if (sides === undefined || side === null) return [];
  const sought = Object.hasOwn(sides.seeks, side) ? sides.seeks[side]! : [];
  return [{ op: 'in', field: sides.field, values: sought }];
}

/** The rules that drop candidates by user id. */
async function dropsById(
  { index, plan, seeker }: Pick<MatchInput, 'index' | 'plan' | 'seeker'>,
  outcomes: OutcomeStore,
): Promise<readonly NarrowingStep[]> {
  const { tenant, definition, filter, excludeOutcomes } = plan;
  const decided =
    excludeOutcomes.length === 0
      ? []
      : await outcomes.decidedBy(tenant, definition.domain, seeker.userId, excludeOutcomes);
  const rowsOf = (userIds: readonly string[]): readonly RowNumber[] =>
    userIds.flatMap((userId) => {
      const row = index.rowOf(userId);
      return row === null ? [] : [rowNumber(row)];
    });
  const blocked = [...rowsOf(seeker.preferences.excludeUserIds), ...index.blocking(seeker.userId)];
  return [
    { reason: SELF, drop: rowsOf([seeker.userId]) },
    { reason: 'blocked', drop: blocked },
    { reason: 'excluded', drop: rowsOf(filter.excludeUserIds) },
    { reason: 'decided', drop: rowsOf(decided) },
  ];
}
