/**
 * A vector's signs, a bit a dimension. Codes of 32 bytes select the rows to compare exactly, because their
 * expected Hamming distance grows with the angle (Charikar, "Similarity estimation techniques from rounding
 * algorithms", STOC 2002).
 */

/**
 * Words of ⌈D / 128⌉ · 4; bits beyond D are 0. Bit d & 31 of word d >>> 5 is set where the number is above 0.
 */
export function signsOf(vector: Int16Array | Float32Array): Uint32Array {
  const signs = new Uint32Array(4 * ((vector.length + 127) >>> 7));
  for (let d = 0; d < vector.length; d++) if (vector[d]! > 0) signs[d >>> 5]! |= 1 << (d & 31);
  return signs;
}
