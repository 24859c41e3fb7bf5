/** The mean of a figure and its gain over another ranking's, with 95 % intervals, as a table shows them. */
import {
  bootstrap,
  type Interval,
  type Statistic,
} from '../../src/matching/learn/evaluate/cluster-bootstrap.ts';

/** `own`, `base`: by cluster, in one order. `digits` after the point. Two texts: the mean, the gain. */
export function meanAndGain(
  own: readonly number[],
  base: readonly number[],
  digits: number,
): readonly string[] {
  const gains = own.map((value, n) => value - base[n]!);
  const shown = ({ value, low, high }: Interval) =>
    `${value.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
  return bootstrap([meanOf(own), meanOf(gains)], { clusters: own.length }).map(shown);
}

function meanOf(values: readonly number[]): Statistic {
  return (times) =>
    values.reduce((sum, value, n) => sum + value * times[n]!, 0) / times.reduce((sum, time) => sum + time, 0);
}
