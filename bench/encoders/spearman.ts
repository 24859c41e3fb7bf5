/** Spearman's rank correlation in [-1, 1]; equal values share the mean of their ranks. */
import { mean } from '../../src/platform/numeric/statistics.ts';

export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(ranks(a), ranks(b));
}

function ranks(values: readonly number[]): Float64Array {
  const order = [...values.keys()].sort((i, j) => values[i]! - values[j]!);
  const out = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let k = from; k < to; k++) out[order[k]!] = (from + to - 1) / 2;
    from = to;
  }
  return out;
}

function pearson(a: Float64Array, b: Float64Array): number {
  const meanA = mean(a);
  const meanB = mean(b);
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += (a[i]! - meanA) * (b[i]! - meanB);
    aa += (a[i]! - meanA) ** 2;
    bb += (b[i]! - meanB) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}
