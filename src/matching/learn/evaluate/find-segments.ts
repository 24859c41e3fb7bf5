/** Segments of the held-out rows, reported separately. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';

export interface Segment {
  readonly name: string;
  /** Rows of the held-out outcomes. */
  readonly rows: Uint32Array;
}

/** Smaller segments are not reported. */
const FEWEST_ROWS = 50;
const FEWEST_SEEKERS = 10;

/**
 * One segment for each value of the seeker's single-valued enum fields (the side included), and new against
 * known seekers.
 */
export function findSegments(
  definition: DomainDefinition,
  heldOut: LabelledPairs,
  newSeeker: Uint8Array,
  readField: (person: number, field: string) => FieldValue | undefined,
): readonly Segment[] {
  const rows = Uint32Array.from(heldOut.seekers.keys());
  const byValue = definition.fields
    .filter(({ type, multiple }) => type === 'enum' && !multiple)
    .flatMap(({ name, values = [] }) =>
      values.map((value) => ({
        name: `${name} = ${value}`,
        rows: rows.filter((row) => readField(heldOut.seekers[row]!, name) === value),
      })),
    );
  const byNovelty = [
    { name: 'known seekers', rows: rows.filter((row) => newSeeker[row] === 0) },
    { name: 'new seekers', rows: rows.filter((row) => newSeeker[row] === 1) },
  ];
  return [...byNovelty, ...byValue].filter(
    (segment) =>
      segment.rows.length >= FEWEST_ROWS &&
      new Set(segment.rows.map((row) => heldOut.seekers[row]!)).size >= FEWEST_SEEKERS,
  );
}
