/**
 * AUC with the influence of each pair (DeLong, DeLong and Clarke-Pearson 1988), for standard errors of any
 * clustering. The influence of a chosen pair is the share of refused pairs below it less the AUC, over the
 * mass of the chosen pairs. That of a refused pair is the same by the chosen pairs above it. Influences sum
 * to 0.
 */
import type { ScoredLabels } from './area-under-curve.ts';

/** `auc` and all influences are NaN where one kind of label is missing. Ties count half. */
export function aucInfluence({ scores, labels, weights }: Omit<ScoredLabels, 'clusters'>): {
  readonly auc: number;
  readonly influences: Float64Array;
} {
  const N = scores.length;
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[a]! - scores[b]!);
  const mass = [0, 0];
  for (let n = 0; n < N; n++) mass[labels[n]!]! += weights[n]!;
  const [refused, chosen] = mass as [number, number];
  /** Share of the other kind that the pair is on the right side of [N]. */
  const won = new Float64Array(N);
  let [chosenBelow, refusedBelow, auc] = [0, 0, 0];
  for (let from = 0; from < N; ) {
    let to = from;
    const tied = [0, 0];
    for (; to < N && scores[order[to]!] === scores[order[from]!]; to++) {
      tied[labels[order[to]!]!]! += weights[order[to]!]!;
    }
    for (const row of order.subarray(from, to)) {
      won[row] =
        labels[row] === 1
          ? (refusedBelow + tied[0]! / 2) / refused
          : (chosen - chosenBelow - tied[1]! / 2) / chosen;
      if (labels[row] === 1) auc += (weights[row]! / chosen) * won[row]!;
    }
    refusedBelow += tied[0]!;
    chosenBelow += tied[1]!;
    from = to;
  }
  if (refused === 0 || chosen === 0) auc = Number.NaN;
  const influences = won.map((share, n) => (weights[n]! * (share - auc)) / mass[labels[n]!]!);
  return { auc, influences };
}
