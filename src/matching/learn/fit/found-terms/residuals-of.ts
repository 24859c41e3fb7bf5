/**
 * Residuals of a fitted regression, without the effects of single people. These are unknown for a new person,
 * so a field must explain what person effects would hide of it.
 */
import { sigmoid } from '../../../../platform/numeric/logistic.ts';
import type { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { rowDot } from '../../../../platform/numeric/sparse-rows.ts';
import type { LogOddsFit, LogOddsProblem } from '../fit-log-odds.ts';
import type { Residuals } from './gain-of-term.ts';

/** Pairs that are read for each term and null copy. */
const MOST_PAIRS = 6000;

/** The residuals of these rows, or of a sample of them. */
export function residualsOf(
  { columns, evidence, x, offsets }: LogOddsProblem,
  { theta }: LogOddsFit,
  rows: Uint32Array,
  random: SeededRandom,
): Residuals {
  const profile = theta.slice().fill(0, columns.width);
  const some = rows.length > MOST_PAIRS ? random.shuffle(rows.slice()).subarray(0, MOST_PAIRS).sort() : rows;
  const chances = Float64Array.from(some, (n) => sigmoid(offsets[n]! + rowDot(x, n, profile)));
  const { raters, rated, labels, weights } = evidence;
  return {
    raters: some.map((n) => raters[n]!),
    rated: some.map((n) => rated[n]!),
    slopes: Float64Array.from(some, (n, at) => weights[n]! * (labels[n]! - chances[at]!)),
    curvatures: Float64Array.from(some, (n, at) => weights[n]! * chances[at]! * (1 - chances[at]!)),
  };
}
