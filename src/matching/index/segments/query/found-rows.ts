/**
 * Merges the k best of blocks, workers and segments: higher scores first, ties by tie hash. Every list has
 * that order, so lists are merged and never sorted. Rows that tie with the kth in score and hash are kept
 * until their ids are known (`cutByIds`).
 */
import type { FoundRows } from '../workers/query-protocol.ts';

export const nothingFound: FoundRows = emptyRows(0, false);

/** The k best of all lists. */
export function bestOf(parts: readonly FoundRows[], k: number): FoundRows {
  if (k === 0) return nothingFound;
  let lists = [nothingFound, ...parts];
  while (lists.length > 1) {
    lists = lists.flatMap((list, at) =>
      at % 2 === 1 ? [] : [merged(list, lists[at + 1] ?? nothingFound, k)],
    );
  }
  return lists[0]!;
}

/** The first k in their final order: ties in score and hash are ordered by the bytes of their ids. */
export function cutByIds(
  found: FoundRows,
  k: number,
  compareRows: (a: number, b: number) => number,
): FoundRows {
  const { rows } = found;
  if (!hasTies(found)) return rows.length <= k ? found : partOf(found, k);
  const order = new Uint32Array(rows.length);
  for (let at = 0; at < order.length; at++) order[at] = at;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && isEqual(found, from, found, to)) to += 1;
    if (to > from + 1) order.subarray(from, to).sort((a, b) => compareRows(rows[a]!, rows[b]!));
    from = to;
  }
  const cut = emptyRows(Math.min(k, order.length), found.forward.length > 0);
  for (let at = 0; at < cut.rows.length; at++) copyRow(found, order[at]!, cut, at);
  return cut;
}

function merged(a: FoundRows, b: FoundRows, k: number): FoundRows {
  if (a.rows.length === 0 && b.rows.length <= k) return b;
  if (b.rows.length === 0) return a;
  const all = a.rows.length + b.rows.length;
  const both = emptyRows(all, a.forward.length > 0 || b.forward.length > 0);
  let [left, right, filled] = [0, 0, 0];
  while (filled < all) {
    const takesLeft = left < a.rows.length && (right >= b.rows.length || !comesAfter(a, left, b, right));
    const [from, at] = takesLeft ? [a, left] : [b, right];
    if (filled >= k && !isEqual(from, at, both, k - 1)) break;
    copyRow(from, at, both, filled++);
    if (takesLeft) left += 1;
    else right += 1;
  }
  return partOf(both, filled);
}

function partOf({ rows, scores, ties, forward, backward }: FoundRows, length: number): FoundRows {
  return {
    rows: rows.subarray(0, length),
    scores: scores.subarray(0, length),
    ties: ties.subarray(0, length),
    forward: forward.subarray(0, length),
    backward: backward.subarray(0, length),
  };
}

function hasTies(found: FoundRows): boolean {
  for (let at = 1; at < found.rows.length; at++) if (isEqual(found, at - 1, found, at)) return true;
  return false;
}

function comesAfter(a: FoundRows, i: number, b: FoundRows, j: number): boolean {
  const [x, y] = [a.scores[i]!, b.scores[j]!];
  if (x !== y) return x < y;
  const [tieA, tieB] = [a.ties[i]!, b.ties[j]!];
  return tieA === tieB ? a.rows[i]! > b.rows[j]! : tieA > tieB;
}

function isEqual(a: FoundRows, i: number, b: FoundRows, j: number): boolean {
  return a.scores[i] === b.scores[j] && a.ties[i] === b.ties[j];
}

function copyRow(from: FoundRows, i: number, to: FoundRows, at: number): void {
  to.rows[at] = from.rows[i]!;
  to.scores[at] = from.scores[i]!;
  to.ties[at] = from.ties[i]!;
  if (to.forward.length === 0) return;
  to.forward[at] = from.forward[i]!;
  to.backward[at] = from.backward[i]!;
}

function emptyRows(length: number, withLogOdds: boolean): FoundRows {
  const logOdds = withLogOdds ? length : 0;
  return {
    rows: new Uint32Array(length),
    scores: new Float64Array(length),
    ties: new Uint32Array(length),
    forward: new Float64Array(logOdds),
    backward: new Float64Array(logOdds),
  };
}
