/**
 * Applies the rules of sql_filter to one row as it is stored now. The index may lag behind the store: a
 * block, a preference or a field written since then must count. Outcomes are not re-read, since only the
 * seeker makes them.
 */
import { bindOrigin, bindPreferenceOrigin } from '../domains/bind-origin.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { FieldValues } from '../domains/field.ts';
import { rowPasses } from '../domains/row-passes.ts';
import { personOfRow } from '../ranking/scoring/person.ts';
import type { ProfileRow } from '../storage/profile-row.ts';
import type { MatchInput } from './stage.ts';
import { sideClauses } from './stages/sql-filter.ts';

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

/** A value stored under an earlier schema counts as absent if its type differs from the current one. */
function hardValues(definition: DomainDefinition, row: ProfileRow): FieldValues {
  const person = personOfRow(definition, row, []);
  const held = definition.fields.flatMap(({ name }) => {
    const value = person.value(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(held);
}
