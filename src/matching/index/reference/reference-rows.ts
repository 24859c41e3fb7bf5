/** The rows of the reference index, and how programs read them. */

import { halfStepsOf, type QuantizedVector } from '../../../platform/storage/quantized-vector.ts';
import type { EncodedField, EncodedProfile } from '../codes/encode-profile.ts';
import type { ProgramRows } from './program-rows.ts';

export interface ReferenceRow {
  readonly userId: string;
  readonly tie: number;
  readonly updatedAtMs: number;
  readonly complete: boolean;
  readonly encoded: EncodedProfile;
  /** By encoder. */
  readonly vectors: Map<string, QuantizedVector>;
}

/** `encoderIds`: by vector group. A program reads live rows only. */
export function programRows(
  rows: readonly (ReferenceRow | null)[],
  fieldCount: number,
  encoderIds: readonly string[],
  prices: ReadonlyMap<number, number>,
): ProgramRows {
  const fieldOf = (row: number, field: number) => rows[row]!.encoded.fields[field]!;
  return {
    fieldCount,
    has: (row, field) => isPresent(fieldOf(row, field)),
    isComplete: (row) => rows[row]!.complete,
    codeOf: (row, field) => {
      const encoded = fieldOf(row, field);
      return encoded.kind === 'code' ? encoded.code : 0;
    },
    numberOf: (row, field) => {
      const encoded = fieldOf(row, field);
      return encoded.kind === 'number' ? encoded.value : undefined;
    },
    setOf: (row, field) => {
      const encoded = fieldOf(row, field);
      return encoded.kind === 'set' ? heldPositions(encoded.bits) : [];
    },
    preferenceOf: (row, kind) => rows[row]!.encoded.preferences[kind] ?? 0,
    reachOf: (row, field) => rows[row]!.encoded.reaches[field]!,
    updatedAtMs: (row) => rows[row]!.updatedAtMs,
    priceOf: (row) => prices.get(row) ?? 0,
    tieOf: (row) => rows[row]!.tie,
    vectorOf: (row, group) => comparableVector(rows[row], encoderIds[group]),
  };
}

export function isPresent(encoded: EncodedField): boolean {
  if (encoded.kind === 'number') return encoded.value !== undefined;
  return encoded.kind === 'set' ? encoded.bits.length > 0 : encoded.present;
}

/** Each position once, ascending. */
export function heldPositions(bits: readonly number[]): readonly number[] {
  return [...new Set(bits)].sort((a, b) => a - b);
}

/** In half steps; null where the row has no vector of the encoder, and for the zero vector. */
export function comparableVector(
  row: ReferenceRow | null | undefined,
  encoderId: string | undefined,
): Int16Array | null {
  const vector = encoderId === undefined ? undefined : row?.vectors.get(encoderId);
  if (vector === undefined || !(vector.scale > 0)) return null;
  const steps = halfStepsOf(vector);
  return steps.some((value) => value !== 0) ? steps : null;
}
