/** Sums the scorecard over many candidates in both directions, pair by pair. */
import { rowNumber } from '../../contract/brands.ts';
import type { DirectionSums } from '../ranking/scoring/direction-sums.ts';
import { peopleOfIndex } from '../ranking/scoring/person.ts';
import type { ReadyTerm } from '../ranking/scoring/ready-term.ts';
import type { RunControl } from './run-control.ts';
import type { MatchInput } from './stage.ts';

/** Pairs between two calls of `yieldIfDue`. */
const PAIRS_PER_CHUNK = 128;

type SumInput = Pick<MatchInput, 'plan' | 'index' | 'seeker'> & Pick<RunControl, 'yielder'>;

/**
 * Log-odds [N] of each direction: the intercept plus the terms, in order. Terms over texts add nothing here.
 */
export async function sumTerms(
  intercept: number,
  terms: readonly ReadyTerm[],
  rows: Uint32Array,
  { plan, index, seeker, yielder }: SumInput,
): Promise<DirectionSums> {
  const forward = new Float64Array(rows.length).fill(intercept);
  const backward = plan.twoWay ? new Float64Array(rows.length).fill(intercept) : null;
  const me = seeker.person;
  const personOf = peopleOfIndex(index);
  for (let n = 0; n < rows.length; n++) {
    if (n % PAIRS_PER_CHUNK === 0) await yielder.yieldIfDue();
    const other = personOf(rowNumber(rows[n]!));
    for (const ready of terms) {
      const { points } = ready.read(me, other);
      forward[n]! += points;
      if (backward !== null) backward[n]! += ready.isSymmetric ? points : ready.read(other, me).points;
    }
  }
  return { forward, backward };
}
