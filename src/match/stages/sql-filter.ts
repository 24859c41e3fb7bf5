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
import type { RowNumber } from '../../contract/brands.ts';
import { bindOrigin, bindPreferenceOrigin } from '../../domains/bind-origin.ts';
import type { Clauses } from '../../domains/filter.ts';
import type { Store } from '../../storage/store.ts';
import type { Seeker } from '../load-seeker.ts';
import type { MatchPlan } from '../match-plan.ts';
import { Pool } from '../pool/pool.ts';
import { nonZero } from '../pool/score.ts';
import type { MatchInput, Stage, StageOutcome } from '../stage.ts';
import { type NamedStep, SELF, singleRules } from './filter-rules.ts';
import { narrowExplained } from './narrow-explained.ts';

type Histories = Pick<Store, 'outcomes' | 'learning'>;

export function sqlFilter(histories: Histories): Stage {
  return {
    name: 'sql_filter',
    reads: [],
    writes: [],
    async run(_pool, input, { signal }) {
      const { plan, seeker } = input;
      const { definition, filter } = plan;
      // Throws if a filter needs a distance and the seeker has no place: before any work is done.
      const filters = bindOrigin(filter.clauses, seeker.places);
      const preferences = bindPreferenceOrigin(seeker.preferences.clauses, seeker.places);
      const steps: readonly NamedStep[] = [
        ...(await dropsById(input, histories)),
        ...(definition.candidates === 'complete'
          ? [{ rule: 'required_fields', reason: 'incomplete', keep: 'complete' } as const]
          : []),
        { rule: 'side', reason: 'side', keep: sideClauses(plan, seeker) },
        { rule: 'filters', reason: 'filters', keep: filters },
        { rule: 'preferences', reason: 'preferences', keep: preferences },
        ...(plan.appliesCandidatePreferences
          ? [{ rule: 'candidate.preferences', reason: 'not_wanted', accepts: seeker }]
          : []),
      ];
      return narrow(input, steps, signal);
    },
    off: async (_pool, input, { signal }) => narrow(input, await dropsById(input, histories), signal),
  };
}

const DAY_MS = 24 * 3_600_000;

async function narrow(
  input: MatchInput,
  steps: readonly NamedStep[],
  signal: AbortSignal | undefined,
): Promise<StageOutcome> {
  const { index, given, plan } = input;
  if (plan.request.explain) return narrowExplained(index, given, singleRules(steps), signal);
  const { selection, dropped } = await index.select(steps, signal, given?.users.keys());
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
  { index, plan, seeker, capped, nowMs }: Pick<MatchInput, 'index' | 'plan' | 'seeker' | 'capped' | 'nowMs'>,
  { outcomes, learning }: Histories,
): Promise<readonly NamedStep[]> {
  const { tenant, definition, filter, excludeOutcomes } = plan;
  const { exclude_shown_days: days } = plan.request;
  const { domain } = definition;
  const [decided, shown] = await Promise.all([
    excludeOutcomes.length === 0 ? [] : outcomes.decidedBy(tenant, domain, seeker.userId, excludeOutcomes),
    days === undefined ? [] : learning.shownTo(tenant, domain, seeker.userId, nowMs - days * DAY_MS),
  ]);
  const rowsOf = (userIds: readonly string[]): readonly RowNumber[] => {
    const rows: RowNumber[] = [];
    for (const userId of userIds) {
      const row = index.rowOf(userId);
      if (row !== null) rows.push(row);
    }
    return rows;
  };
  const drop = (rule: string, reason: string, rows: readonly RowNumber[]): NamedStep => ({
    rule,
    reason,
    drop: rows,
  });
  return [
    drop(SELF, SELF, rowsOf([seeker.userId])),
    drop('preferences.exclude_user_ids', 'blocked', rowsOf(seeker.preferences.excludeUserIds)),
    drop('candidate.preferences.exclude_user_ids', 'blocked', index.blocking(seeker.userId)),
    drop('filters.exclude_user_ids', 'excluded', rowsOf(filter.excludeUserIds)),
    drop('filters.exclude_outcomes', 'decided', rowsOf(decided)),
    ...(capped.length === 0 ? [] : [drop('fair_exposure.hard_cap', 'over_capacity', capped)]),
    drop('exclude_shown_days', 'shown', rowsOf(shown)),
  ];
}
