/**
 * Applies the rules of sql_filter to one row as it is stored now. The index may lag behind the store: a
 * block, a preference or a field written since then must count. Outcomes are not re-read, since only the
 * seeker makes them.
 */
import { bindOrigin, bindPreferenceOrigin } from '../../domains/bind-origin.ts';
import { rowPasses } from '../../domains/row-passes.ts';
import type { ProfileRow } from '../../platform/storage/profile-row.ts';
import { hardValues } from './hard-values.ts';
import type { MatchInput } from './stage.ts';
import { sideClauses } from './stages/filter-steps.ts';

export function stillEligible(
  row: ProfileRow,
  { plan, seeker }: Pick<MatchInput, 'plan' | 'seeker'>,
): boolean {
  const { excludeUserIds, clauses } = row.preferences.effective;
  if (excludeUserIds.includes(seeker.userId)) return false;
  if (!plan.stages.sql_filter.enabled) return true;
  const { definition } = plan;
  if (definition.candidates === 'complete' && !row.complete) return false;
  const clausesOfSeeker = [
    ...sideClauses(plan, seeker),
    ...bindOrigin(plan.filter.clauses, seeker.places),
    ...bindPreferenceOrigin(seeker.preferences.clauses, seeker.places),
  ];
  if (!rowPasses(clausesOfSeeker, hardValues(definition, row), row.places)) return false;
  const theirs = bindPreferenceOrigin(clauses, row.places);
  return !plan.appliesCandidatePreferences || rowPasses(theirs, seeker.values, seeker.places);
}
