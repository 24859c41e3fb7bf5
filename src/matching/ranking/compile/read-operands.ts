/**
 * The operands that a term reads from a candidate, by the position of the fields in the definition. They are
 * the same for every scorer.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import type { Interval, Term, TermOf } from '../../../domains/scorecard.ts';
import { conditionValues } from '../../../domains/scorecard-check.ts';
import type { IntervalPoints, NumberPoints } from '../../index/query-program.ts';
import type { Role } from '../scoring/comparator.ts';

/** −1: the definition has no such field. */
export function positionOf({ fields }: DomainDefinition, name: string): number {
  return fields.findIndex((field) => field.name === name);
}

/** A condition on one field, and whether the value has to be one of the named. */
export interface FieldCondition {
  readonly field: number;
  readonly declared: FieldDefinition;
  readonly named: ReturnType<typeof conditionValues>;
  readonly wanted: boolean;
}

interface MakeCondition<Condition> {
  readonly ofSet: (condition: FieldCondition) => Condition;
  readonly ofChoice: (condition: FieldCondition) => Condition;
}

/** Conditions on the person of a role for the term to count; `never`: no person can meet them. */
export function conditionsOn<Condition>(
  { when, unless }: Term,
  role: Role,
  definition: DomainDefinition,
  { ofSet, ofChoice }: MakeCondition<Condition>,
): readonly Condition[] | 'never' {
  const found: Condition[] = [];
  for (const [condition, wanted] of [
    [when, true],
    [unless, false],
  ] as const) {
    for (const [name, values] of Object.entries(condition?.[role] ?? {})) {
      const field = positionOf(definition, name);
      const declared = definition.fields[field];
      const named = conditionValues(values);
      if (declared?.type === 'enum' && declared.multiple)
        found.push(ofSet({ field, declared, named, wanted }));
      else if (declared?.type === 'enum' || declared?.type === 'boolean')
        found.push(ofChoice({ field, declared, named, wanted }));
      else if (wanted) return 'never';
    }
  }
  return found;
}

/** How the candidate's number is compared with that of the seeker, who has this role. */
export function comparedAs(term: TermOf<'difference'> | TermOf<'ratio'>, role: Role): NumberPoints['x'] {
  const seekerIsMe = role === 'me';
  if (term.compare === 'difference') return term.signed ? (seekerIsMe ? 'from' : 'to') : 'apart';
  return term.symmetric ? 'ratio' : seekerIsMe ? 'ratio_of' : 'ratio_to';
}

/** The fields of the candidate's bounds; null: there is neither. */
export function boundFields(
  definition: DomainDefinition,
  theirs: Interval,
): Pick<IntervalPoints, 'lowField' | 'highField'> | null {
  const numberField = (name: string | undefined) => {
    const field = name === undefined ? -1 : positionOf(definition, name);
    const type = definition.fields[field]?.type;
    return type === 'integer' || type === 'number' ? field : null;
  };
  const lowField = numberField(typeof theirs === 'string' ? theirs : theirs.min);
  const highField = numberField(typeof theirs === 'string' ? theirs : theirs.max);
  return lowField === null && highField === null ? null : { lowField, highField };
}
