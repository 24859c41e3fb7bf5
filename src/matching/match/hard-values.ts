import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldValues } from '../../domains/field.ts';
import type { IndexedRow } from '../../platform/storage/store.ts';
import { personOfRow } from '../ranking/scoring/person.ts';

/** A value stored under an earlier schema counts as absent if its type differs from the current one. */
export function hardValues(definition: DomainDefinition, row: IndexedRow): FieldValues {
  const person = personOfRow(definition, row, []);
  const held = definition.fields.flatMap(({ name }) => {
    const value = person.value(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(held);
}
