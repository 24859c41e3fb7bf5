/** The part of a body of POST /v1/users that a column of a file becomes. */
import type { SchemaField } from '../../api/queries.ts';

export type Target =
  | { readonly to: 'ignore' | 'id' | 'text' | 'extra' }
  | { readonly to: 'field'; readonly field: string }
  /** `part`: the bound of a range that the column has; absent: the whole clause. */
  | { readonly to: 'preference'; readonly key: string; readonly part?: 'gte' | 'lte' };

/** A target as the value of a list of choices. */
export type TargetKey = string;

export function keyOfTarget(target: Target): TargetKey {
  if (target.to === 'field') return `field:${target.field}`;
  if (target.to !== 'preference') return target.to;
  return `preference:${target.part ?? ''}:${target.key}`;
}

export function targetOfKey(key: TargetKey): Target {
  const [, kind, rest] = /^(field|preference):(.*)$/s.exec(key) ?? [];
  if (kind === 'field') return { to: 'field', field: rest! };
  if (kind === 'preference') {
    const [, part, name] = /^(gte|lte|):(.*)$/s.exec(rest!)!;
    return { to: 'preference', key: name!, ...(part !== '' && { part: part as 'gte' | 'lte' }) };
  }
  return { to: key as 'ignore' | 'id' | 'text' | 'extra' };
}

export const isGeo = ({ format }: SchemaField) => format === 'geo';
export const isNumeric = ({ type }: SchemaField) => type === 'integer' || type === 'number';

/** Fields that a file can give: the derived ones are computed. */
export function givenFields(fields: readonly SchemaField[]): readonly SchemaField[] {
  return fields.filter(({ kind }) => kind !== 'derived');
}

/** The preferences that a hard field allows. */
export function preferenceTargets(field: SchemaField): readonly Target[] {
  if (field.kind !== 'hard') return [];
  if (isGeo(field)) return [{ to: 'preference', key: `${field.name}_within_km` }];
  if (isNumeric(field))
    return [
      { to: 'preference', key: field.name, part: 'gte' },
      { to: 'preference', key: field.name, part: 'lte' },
    ];
  return [{ to: 'preference', key: field.name }];
}

/** Only texts and ignored columns may occur several times. */
export function isShared({ to }: Target): boolean {
  return to === 'ignore' || to === 'text' || to === 'extra';
}
