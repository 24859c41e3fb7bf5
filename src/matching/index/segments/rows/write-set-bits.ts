/**
 * Writes the numbers of the set bits, ascending and counted from `firstRow`, into `rows` from position
 * `filled` until it is full. Returns the position after the last one.
 */
export function writeSetBits(words: Uint32Array, firstRow: number, rows: Uint32Array, filled = 0): number {
  let at = filled;
  for (let w = 0; w < words.length && at < rows.length; w++) {
    for (let left = words[w]!; left !== 0 && at < rows.length; left &= left - 1) {
      rows[at++] = firstRow + (w << 5) + 31 - Math.clz32(left & -left);
    }
  }
  return at;
}
