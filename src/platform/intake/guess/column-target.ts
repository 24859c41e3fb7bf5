/** The part of a body of POST /v1/users that a column of a file becomes. */
import type { IntakeField } from './intake-field.ts';

export type Target =
  | { readonly to: 'ignore' | 'id' | 'text' | 'extra' }
  | { readonly to: 'field'; readonly field: string }
  /** One of the two columns that together are a place. */
  | { readonly to: 'coordinate'; readonly field: string; readonly part: Coordinate }
  /** `part`: the bound of a range that the column has; absent: the whole clause. */
  | { readonly to: 'preference'; readonly key: string; readonly part?: 'gte' | 'lte' };

export type Coordinate = 'lat' | 'lon';

/** A target as the value of a list of choices. */
export type TargetKey = string;

export function keyOfTarget(target: Target): TargetKey {
  if (target.to === 'field') return `field:${target.field}`;
  if (target.to === 'coordinate') return `${target.part}:${target.field}`;
  if (target.to !== 'preference') return target.to;
  return `preference:${target.part ?? ''}:${target.key}`;
}

export function targetOfKey(key: TargetKey): Target {
  const [, kind, rest] = /^(field|preference|lat|lon):(.*)$/s.exec(key) ?? [];
  if (kind === 'field') return { to: 'field', field: rest! };
  if (kind === 'lat' || kind === 'lon') return { to: 'coordinate', field: rest!, part: kind };
  if (kind === 'preference') {
    const [, part, name] = /^(gte|lte|):(.*)$/s.exec(rest!)!;
    return { to: 'preference', key: name!, ...(part !== '' && { part: part as 'gte' | 'lte' }) };
  }
  return { to: key as 'ignore' | 'id' | 'text' | 'extra' };
}

export const isGeo = ({ format }: IntakeField) => format === 'geo';
export const isNumeric = ({ type }: IntakeField) => type === 'integer' || type === 'number';

/** Fields that a file can give: the derived ones are computed. */
export function givenFields(fields: readonly IntakeField[]): readonly IntakeField[] {
  return fields.filter(({ kind }) => kind !== 'derived');
}

/** The preferences that a hard field allows. */
export function preferenceTargets(field: IntakeField): readonly Target[] {
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
