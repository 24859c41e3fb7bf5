/** The steps of sql_filter in terms of user ids, which mean the same in every index. */
import { NOT_STORED } from '../../../contract/match.ts';
import { bindOrigin, bindPreferenceOrigin } from '../../../domains/bind-origin.ts';
import type { Clauses } from '../../../domains/filter.ts';
import type { Store } from '../../../platform/storage/store.ts';
import type { CandidateIndex } from '../../index/candidate-index.ts';
import type { Seeker } from '../find-seeker.ts';
import type { MatchPlan } from '../match-plan.ts';
import type { MatchInput } from '../stage.ts';
import { type FilterStep, type NamedStep, SELF } from './filter-rules.ts';

export type Histories = Pick<Store, 'outcomes' | 'learning'>;

type Asked = Pick<MatchInput, 'plan' | 'seeker' | 'nowMs' | 'capped'>;

/**
 * Rules by user id first. With the stage off there are no others. Throws 422 `location_unknown` where a
 * filter needs a distance and the seeker has no place: before anything is read.
 */
export async function filterSteps(input: Asked, histories: Histories): Promise<readonly FilterStep[]> {
  const { plan, seeker } = input;
  if (!plan.stages.sql_filter.enabled) return dropsById(input, histories);
  const filters = bindOrigin(plan.filter.clauses, seeker.places);
  const preferences = bindPreferenceOrigin(seeker.preferences.clauses, seeker.places);
  return [
    ...(await dropsById(input, histories)),
    ...(plan.definition.candidates === 'complete'
      ? [{ rule: 'required_fields', reason: 'incomplete', keep: 'complete' } as const]
      : []),
    { rule: 'side', reason: 'side', keep: sideClauses(plan, seeker) },
    { rule: 'filters', reason: 'filters', keep: filters },
    { rule: 'preferences', reason: 'preferences', keep: preferences },
    ...(plan.appliesCandidatePreferences
      ? [{ rule: 'candidate.preferences', reason: 'not_wanted', accepts: seeker }]
      : []),
  ];
}

const DAY_MS = 24 * 3_600_000;

async function dropsById(
  { plan, seeker, nowMs, capped }: Asked,
  { outcomes, learning }: Histories,
): Promise<readonly FilterStep[]> {
  const { tenant, definition, filter, excludeOutcomes } = plan;
  const { exclude_shown_days: days } = plan.request;
  const { domain } = definition;
  // A seeker that is not stored has no outcomes, no shown matches and no blocks.
  const isStored = seeker.userId !== NOT_STORED;
  const [decided, shown] = await Promise.all([
    excludeOutcomes.length === 0 || !isStored
      ? []
      : outcomes.decidedBy(tenant, domain, seeker.userId, excludeOutcomes),
    days === undefined || !isStored
      ? []
      : learning.shownTo(tenant, domain, seeker.userId, nowMs - days * DAY_MS),
  ]);
  const drop = (rule: string, reason: string, userIds: readonly string[]): FilterStep => ({
    ...{ rule, reason, drop: userIds },
  });
  return [
    drop(SELF, SELF, isStored ? [seeker.userId] : []),
    drop('preferences.exclude_user_ids', 'blocked', seeker.preferences.excludeUserIds),
    ...(isStored
      ? [
          {
            rule: 'candidate.preferences.exclude_user_ids',
            reason: 'blocked',
            dropBlocking: seeker.userId,
          } as const,
        ]
      : []),
    drop('filters.exclude_user_ids', 'excluded', filter.excludeUserIds),
    drop('filters.exclude_outcomes', 'decided', decided),
    ...(capped.length === 0
      ? []
      : [{ rule: 'fair_exposure.hard_cap', reason: 'over_capacity', dropRows: capped }]),
    drop('exclude_shown_days', 'shown', shown),
  ];
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

/** The steps over the rows of an index. Users that it does not have are left out. */
export function stepsOnRows(
  steps: readonly FilterStep[],
  index: Pick<CandidateIndex, 'rowOf' | 'blocking'>,
): readonly NamedStep[] {
  return steps.map((step): NamedStep => {
    const { rule, reason } = step;
    if ('drop' in step)
      return { rule, reason, drop: step.drop.flatMap((userId) => index.rowOf(userId) ?? []) };
    if ('dropBlocking' in step) return { rule, reason, drop: index.blocking(step.dropBlocking) };
    return 'dropRows' in step ? { rule, reason, drop: step.dropRows } : step;
  });
}
