/** Whether the definition in force understands a stored value. Rows may be older than the definition. */
import { type FieldDefinition, type FieldValue, isGeo } from '../../domains/field.ts';
import type { SampledRow } from '../../platform/storage/statistics-store.ts';

export function isUnderstood(
  field: FieldDefinition,
  value: FieldValue,
  { places }: Pick<SampledRow, 'places'>,
): boolean {
  if (isGeo(field)) return places[field.name] !== undefined;
  if (field.values !== undefined) {
    const values = Array.isArray(value) ? value : [value];
    return values.every((value) => field.values!.includes(String(value)));
  }
  if (field.range === undefined) return true;
  const [least, most] = field.range;
  return typeof value === 'number' && value >= least && value <= most;
}
