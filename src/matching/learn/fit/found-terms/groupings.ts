/**
 * Groupings of the people by what they say of themselves, as conditions of terms on the person who chooses. A
 * field of one value makes one grouping, with a group for each value. A field of several values makes one for
 * each value: those who name it, and those who do not.
 */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import type { FieldDefinition, FieldValue } from '../../../../domains/field.ts';
import type { Term } from '../../../../domains/scorecard.ts';
import { choicesOf } from '../../../ranking/scoring/compare-choices.ts';
import type { Person } from '../../../ranking/scoring/person.ts';

interface Group {
  /** Suffix of the names of terms: the field and the number of the value. */
  readonly name: string;
  /** On the person who chooses. */
  readonly condition: Pick<Term, 'when' | 'unless'>;
}

export interface Grouping {
  readonly field: string;
  readonly groups: readonly Group[];
  /** Number of each person's group [P]; −1: none. */
  readonly groupOf: Int8Array;
}

const MOST_VALUES = 8;
const MOST_GROUPINGS = 12;
/** People of a group; smaller groups are left out. */
const FEWEST_PEOPLE = 20;

/** In the order of the fields, each with two groups or more. */
export function groupings(definition: DomainDefinition, persons: readonly Person[]): readonly Grouping[] {
  return definition.fields
    .filter(({ kind }) => kind !== 'soft')
    .flatMap((field) => groupingsOf(field, persons))
    .filter(({ groups }) => groups.length > 1)
    .slice(0, MOST_GROUPINGS);
}

function groupingsOf(field: FieldDefinition, persons: readonly Person[]): readonly Grouping[] {
  const values = field.type === 'boolean' ? ['true', 'false'] : (field.values ?? []);
  if (values.length === 0 || values.length > MOST_VALUES) return [];
  const chosen = persons.map((person) => choicesOf(person.value(field.name)));
  const named = values.map((value, at) => ({
    name: `${field.name}_${at + 1}`,
    condition: { when: conditionOn(field, value) },
    members: chosen.map((choices) => choices?.includes(value) ?? false),
  }));
  if (!field.multiple) return [grouped(field, named)];
  return named.map((group, at) => {
    const rest = {
      name: `${field.name}_not_${at + 1}`,
      condition: { unless: group.condition.when },
      members: group.members.map((isMember) => !isMember),
    };
    return grouped(field, [group, rest]);
  });
}

function grouped(
  { name }: FieldDefinition,
  groups: readonly (Group & { readonly members: readonly boolean[] })[],
): Grouping {
  const large = groups.filter(({ members }) => members.filter(Boolean).length >= FEWEST_PEOPLE);
  const people = groups[0]!.members.length;
  return {
    field: name,
    groups: large,
    groupOf: Int8Array.from({ length: people }, (_, n) => large.findIndex(({ members }) => members[n]!)),
  };
}

function conditionOn({ name, type }: FieldDefinition, value: string): NonNullable<Term['when']> {
  const named: FieldValue = type === 'boolean' ? value === 'true' : value;
  return { me: { [name]: [named] } };
}
