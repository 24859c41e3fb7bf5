/** The values of a model's answer that the text has words for and the schema accepts. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import type { ReadProfile, ReadValue } from './extraction-question.ts';
import type { Ground } from './ground-quote.ts';
import type { StatedClaim } from './stated-claim.ts';

const MAX_STRING_CHARACTERS = 256;

export function statedValues(
  text: string,
  values: ReadProfile['values'],
  { fields }: DomainDefinition,
  ground: Ground,
  resolvePlace: ResolvePlace,
): StatedClaim[] {
  return fields.flatMap((field): StatedClaim[] => {
    const stated = values[field.name];
    const span = stated == null ? null : ground(stated.quote);
    if (stated == null || span === null) return [];
    const said = field.kind === 'soft' ? [text.slice(...span)] : valuesForField(field, stated, resolvePlace);
    return said.map((value) => ({
      ...{ kind: 'value', field: field.name, value },
      ...{ span, isCertain: stated.certain },
    }));
  });
}

/** Empty: not valid for the field. */
function valuesForField(
  field: FieldDefinition,
  { value }: ReadValue,
  resolvePlace: ResolvePlace,
): readonly (string | number | boolean)[] {
  if (value === undefined) return [];
  if (typeof value === 'number') {
    const [low, high] = field.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return value >= low && value <= high ? [value] : [];
  }
  if (Array.isArray(value)) return [...new Set(value)];
  if (typeof value !== 'string') return [value];
  const string = value.trim();
  if (string === '' || string.length > MAX_STRING_CHARACTERS) return [];
  return [field.format === 'geo' ? (resolvePlace(string)?.name ?? string) : string];
}
