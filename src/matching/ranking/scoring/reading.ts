/** Values read from the texts of a person, and values that the client gave. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';

export interface Reading {
  /** Enum fields whose value was read from texts, and the texts themselves. */
  readonly read: ReadonlySet<string>;
  /** Values of enum fields, given or read; each value of a field with several counts. */
  readonly values: number;
  /** Characters of the soft fields. */
  readonly characters: number;
}

export function readingOf(
  { fields }: DomainDefinition,
  { fields: stored, derived, layers }: Pick<ProfileRow, 'fields' | 'derived' | 'layers'>,
): Reading {
  const read = new Set<string>();
  let [values, characters] = [0, 0];
  for (const { name, kind, type } of fields) {
    const value = stored[name] ?? derived[name];
    if (value === undefined || (kind !== 'soft' && type !== 'enum')) continue;
    if (kind === 'soft') characters += String(value).length;
    else values += Array.isArray(value) ? value.length : 1;
    if (kind === 'soft' || !(name in layers.client || name in layers.feedback)) read.add(name);
  }
  return { read, values, characters };
}
