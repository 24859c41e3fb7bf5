/**
 * Sums the scorecard over many candidates in both directions: over columns if the index has them, else by
 * pair.
 */
import { rowNumber } from '../contract/brands.ts';
import type { PlainIndex } from '../index/candidate-index.ts';
import { peopleOfIndex } from '../ranking/scoring/person.ts';
import type { ReadyTerm } from '../ranking/scoring/read-term.ts';
import { addColumnTerms, type DirectionSums } from '../ranking/scoring/sum-columns.ts';
import { CHUNK_ROWS } from './event-loop-yielder.ts';
import type { RunControl } from './run-control.ts';
import type { MatchInput } from './stage.ts';

/** Pairs between two calls of `yieldIfDue`. */
const PAIRS_PER_CHUNK = 128;

type SumInput = Pick<MatchInput, 'plan' | 'index' | 'seeker'> & Pick<RunControl, 'yielder'>;

/**
 * Log-odds [N] of each direction: the intercept plus the terms, in order. Terms over texts add nothing here.
 */
export function sumTerms(
  intercept: number,
  terms: readonly ReadyTerm[],
  rows: Uint32Array,
  input: SumInput,
): Promise<DirectionSums> {
  const forward = new Float64Array(rows.length).fill(intercept);
  const backward = input.plan.twoWay ? new Float64Array(rows.length).fill(intercept) : null;
  const sums = { forward, backward };
  const { index } = input;
  return index.codes === null
    ? overColumns(terms, rows, sums, index, input)
    : pairByPair(terms, rows, sums, input);
}

/** A column view is valid until the next await, so each chunk takes a new one. */
async function overColumns(
  terms: readonly ReadyTerm[],
  rows: Uint32Array,
  { forward, backward }: DirectionSums,
  index: PlainIndex,
  { seeker, yielder }: SumInput,
): Promise<DirectionSums> {
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    const to = Math.min(rows.length, from + CHUNK_ROWS);
    addColumnTerms(terms, index, seeker.person, rows.subarray(from, to), {
      forward: forward.subarray(from, to),
      backward: backward?.subarray(from, to) ?? null,
    });
    await yielder.yieldIfDue();
  }
  return { forward, backward };
}

async function pairByPair(
  terms: readonly ReadyTerm[],
  rows: Uint32Array,
  { forward, backward }: DirectionSums,
  { index, seeker, yielder }: SumInput,
): Promise<DirectionSums> {
  const me = seeker.person;
  const personOf = peopleOfIndex(index);
  for (let n = 0; n < rows.length; n++) {
    if (n % PAIRS_PER_CHUNK === 0) await yielder.yieldIfDue();
    const other = personOf(rowNumber(rows[n]!));
    for (const ready of terms) {
      const { points } = ready.read(me, other);
      forward[n]! += points;
      if (backward !== null) backward[n]! += ready.alike ? points : ready.read(other, me).points;
    }
  }
  return { forward, backward };
}
