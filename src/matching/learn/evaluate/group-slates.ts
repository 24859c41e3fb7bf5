/** Groups labelled pairs into slates: the pairs of one /match response, else all pairs of one seeker. */
import type { LabelledPairs } from '../labelled-pairs.ts';
import type { Slates } from './slates.ts';

/**
 * The gain of a chosen pair is its weight, of a refused pair 0. Slates in which all or none were chosen carry
 * no information about an order: the former are dropped here, the latter by the metrics.
 */
export function groupSlates(pairs: LabelledPairs, scores: Float64Array): Slates {
  const slateOf = (row: number) => pairs.slates?.[row] ?? -1;
  const order = Uint32Array.from(pairs.labels.keys()).sort(
    (a, b) => pairs.seekers[a]! - pairs.seekers[b]! || slateOf(a) - slateOf(b) || a - b,
  );
  const kept: number[] = [];
  const starts = [0];
  const clusters: number[] = [];
  for (let start = 0, end = 0; start < order.length; start = end) {
    const first = order[start]!;
    while (
      end < order.length &&
      pairs.seekers[order[end]!] === pairs.seekers[first] &&
      slateOf(order[end]!) === slateOf(first)
    )
      end++;
    const rows = order.subarray(start, end);
    if (rows.every((row) => pairs.labels[row] === 1)) continue;
    for (const row of rows) kept.push(row);
    starts.push(kept.length);
    clusters.push(pairs.seekers[first]!);
  }
  return {
    scores: Float64Array.from(kept, (row) => scores[row]!),
    gains: Float64Array.from(kept, (row) => (pairs.labels[row] === 1 ? pairs.weights[row]! : 0)),
    starts: Uint32Array.from(starts),
    clusters: Uint32Array.from(clusters),
  };
}
