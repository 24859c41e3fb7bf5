/**
 * Who may be shown at all. Rules in their order; a candidate is counted under the first that drops it:
 *
 *   blocked       one of the two has the other on the block list (`preferences.exclude_user_ids`)
 *   excluded      `filters.exclude_user_ids`
 *   decided       the seeker's outcome with the candidate carries a label of `exclude_outcomes`
 *   incomplete    lacks a required field, where the domain wants complete candidates
 *   side          of a side that the seeker's side does not seek; a seeker whose side is not known sees all
 *   filters       `filters` of the request
 *   preferences   what the seeker's profile demands, in every domain: a demand is one whoever ranks
 *   not_wanted    what the candidate's profile demands, where both directions count (the domain is reciprocal, or
 *                 the request asks for both)
 *
 * The first three hold with the stage off, too.
 */
import { rowNumber } from '../../contract/brands.ts';
import { bindOrigin, bindPreferenceOrigin } from '../../domains/bind-origin.ts';
import type { Clauses } from '../../domains/filter.ts';
import type { CandidateIndex, Selection } from '../../index/candidate-index.ts';
import type { Seeker } from '../load-seeker.ts';
import type { MatchPlan } from '../match-plan.ts';
import { counted, unscoredPool } from '../pool.ts';
import type { MatchContext, Stage, StageOutcome } from '../stage.ts';

export const sqlFilter: Stage = {
  name: 'sql_filter',
  enabled: ({ stages }) => stages.sql_filter.enabled,
  async run(_pool, context) {
    const { index, plan, seeker } = context;
    const narrowing = narrow(everybodyElse(index, seeker));
    await dropExcluded(narrowing, context);
    const { definition, filter } = plan;
    // Throws where a distance is asked for and the seeker is nowhere: before any work is done.
    const filters = bindOrigin(filter.clauses, seeker.places);
    if (definition.candidates === 'complete') narrowing.keep('incomplete', index.complete());
    narrowing.keep('side', index.filter(sideClauses(plan, seeker)));
    await context.breather.breathe();
    narrowing.keep('filters', index.filter(filters));
    await context.breather.breathe();
    narrowing.keep(
      'preferences',
      index.filter(bindPreferenceOrigin(seeker.preferences.clauses, seeker.places)),
    );
    if (plan.obeysCandidates) narrowing.keep('not_wanted', index.accepting(seeker));
    return outcomeOf(narrowing);
  },
  async off(_pool, context) {
    const narrowing = narrow(everybodyElse(context.index, context.seeker));
    await dropExcluded(narrowing, context);
    return outcomeOf(narrowing);
  },
};

function outcomeOf(narrowing: Narrowing): StageOutcome {
  return { kept: unscoredPool(narrowing.left().rows()), dropped: narrowing.dropped() };
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

function everybodyElse(index: CandidateIndex, { userId }: Seeker): Selection {
  const own = index.rowOf(userId);
  return own === null ? index.all() : index.all().without([own]);
}

async function dropExcluded(
  narrowing: Narrowing,
  { index, store, plan, seeker }: MatchContext,
): Promise<void> {
  const { tenant, definition, filter, excludeOutcomes } = plan;
  const decided =
    excludeOutcomes.length === 0
      ? []
      : await store.outcomes.decidedBy(tenant, definition.domain, seeker.userId, excludeOutcomes);
  const rowsOf = (userIds: readonly string[]) =>
    userIds.flatMap((userId) => {
      const row = index.rowOf(userId);
      return row === null ? [] : [rowNumber(row)];
    });
  narrowing.drop('blocked', [...rowsOf(seeker.preferences.excludeUserIds), ...index.blocking(seeker.userId)]);
  narrowing.drop('excluded', rowsOf(filter.excludeUserIds));
  narrowing.drop('decided', rowsOf(decided));
}

type Narrowing = ReturnType<typeof narrow>;

/** A selection that gets smaller, and how many each reason took. */
function narrow(start: Selection) {
  let left = start;
  const dropped: Record<string, number> = {};
  const become = (reason: string, next: Selection) => {
    dropped[reason] = left.size - next.size;
    left = next;
  };
  return {
    keep: (reason: string, passing: Selection) => become(reason, left.and(passing)),
    drop: (reason: string, rows: Parameters<Selection['without']>[0]) => become(reason, left.without(rows)),
    left: () => left,
    dropped: () => counted(dropped),
  };
}
