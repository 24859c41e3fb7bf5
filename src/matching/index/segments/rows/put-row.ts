/**
 * Writes all columns of one row from an encoded profile, and lists the dictionary codes that the row holds.
 */
import type { ProfileVector } from '../../../../platform/storage/profile-row.ts';
import type { EncodedProfile } from '../../codes/encode-profile.ts';
import type { SegmentRows } from './segment-rows.ts';

/** The counted codes of a row, released when it is rewritten or ended. */
export interface HeldCodes {
  /** By field; 0 where no code is counted. */
  readonly fields: readonly number[];
  /** By kind. */
  readonly preferences: readonly number[];
}

export function codesOf(rows: SegmentRows, row: number): HeldCodes {
  return {
    fields: rows.fields.map((view) => (view.kind === 'code' ? view.codes[row]! : 0)),
    preferences: rows.preferences.map((_, kind) => rows.preferenceOf(row, kind)),
  };
}

export function putRow(
  rows: SegmentRows,
  row: number,
  { fields, reaches, preferences }: EncodedProfile,
): void {
  fields.forEach((field, position) => {
    switch (field.kind) {
      case 'code':
        rows.putCode(row, position, field.code);
        rows.setPresence(row, position, field.present);
        break;
      case 'number':
        rows.putNumber(row, position, field.value);
        break;
      case 'set':
        rows.putSet(row, position, field.bits);
        break;
      case 'soft':
        rows.setPresence(row, position, field.present);
        break;
      default:
        field satisfies never;
    }
  });
  rows.fields.forEach((view, position) => {
    if (view.kind === 'code' && view.reach !== null) rows.putReach(row, position, reaches[position]!);
  });
  for (const [kind, id] of preferences.entries()) rows.putPreference(row, kind, id);
}

/** Replaces all vectors of the row; `group`: that of the new vector, null where there is none. */
export function putProfileVector(
  rows: SegmentRows,
  row: number,
  profileVector: Pick<ProfileVector, 'vector'> | null,
  group: number | null,
): void {
  for (let other = 0; other < rows.vectors.length; other++) {
    if (other !== group) rows.clearVector(row, other);
  }
  if (profileVector !== null && group !== null) rows.putVector(row, group, profileVector.vector);
}
