/**
 * Positions of rows by score, higher first, then by tie hash and row, smaller first. A merge sort of its own: the sort of
 * typed arrays calls back for every comparison, which for 4,000 rows takes 4 ms where this takes 0.3.
 */
export function orderByScore(scores: Float64Array, ties: Uint32Array, rows: Uint32Array): Uint32Array {
  const n = rows.length;
  let from = new Uint32Array(n);
  let to = new Uint32Array(n);
  for (let at = 0; at < n; at++) from[at] = at;
  for (let width = 1; width < n; width *= 2) {
    for (let start = 0; start < n; start += 2 * width) {
      const middle = Math.min(n, start + width);
      const end = Math.min(n, start + 2 * width);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        const takesLeft = left < middle && (right >= end || !comesAfter(from[left]!, from[right]!));
        to[at] = takesLeft ? from[left++]! : from[right++]!;
      }
    }
    [from, to] = [to, from];
  }
  return from;

  function comesAfter(a: number, b: number): boolean {
    const [x, y] = [scores[a]!, scores[b]!];
    if (x !== y) return x < y;
    const [tieA, tieB] = [ties[a]!, ties[b]!];
    return tieA === tieB ? rows[a]! > rows[b]! : tieA > tieB;
  }
}
