/** Sums the scorecard over many candidates: log-odds of both directions, from the columns of the index. */
import type { PlainIndex } from '../../index/candidate-index.ts';
import type { Person } from './person.ts';
import { readColumn } from './read-columns.ts';
import type { ReadyTerm } from './read-term.ts';

/** Sums of points by row [N], log-odds; `backward` is null for one-directional scoring. */
export interface DirectionSums {
  readonly forward: Float64Array;
  readonly backward: Float64Array | null;
}

/** Adds the points of every term, in the order of the terms. */
export function addColumnTerms(
  terms: readonly ReadyTerm[],
  index: PlainIndex,
  seeker: Person,
  rows: Uint32Array,
  sums: DirectionSums,
): void {
  const points = new Float64Array(rows.length);
  for (const ready of terms) {
    readColumn(ready, index, seeker, 'forward', rows, points);
    add(points, sums.forward);
    if (sums.backward === null) continue;
    if (!ready.alike) readColumn(ready, index, seeker, 'backward', rows, points);
    add(points, sums.backward);
  }
}

/** Adds `more` to `sums`; `backward` only where the latter has one. */
export function addSums({ forward, backward }: DirectionSums, sums: DirectionSums): void {
  add(forward, sums.forward);
  if (sums.backward !== null) add(backward ?? forward, sums.backward);
}

function add(points: Float64Array, sums: Float64Array): void {
  for (let n = 0; n < sums.length; n++) sums[n]! += points[n]!;
}
