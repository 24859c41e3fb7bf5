/**
 * A block of vectors of one dimension, for the dot products of another vector with all of them. N vectors, D
 * dimensions; `#numbers` is [ceil(N / 8), D, 8], so that eight sums go on side by side over one array. Each
 * sum is added up in order, equal to the bit to that of `dot`, but no addition waits for that of another
 * vector.
 */
const WIDTH = 8;

export class VectorBlock {
  readonly #size: number;
  readonly #dimension: number;
  readonly #numbers: Float64Array;
  /** [D] and [N, rounded up to eights], reused by one call after the other. */
  readonly #vector: Float64Array;
  readonly #sums: Float64Array;

  constructor(vectors: readonly Float32Array[]) {
    this.#size = vectors.length;
    this.#dimension = vectors[0]?.length ?? 0;
    const rounded = Math.ceil(this.#size / WIDTH) * WIDTH;
    this.#numbers = new Float64Array(rounded * this.#dimension);
    this.#vector = new Float64Array(this.#dimension);
    this.#sums = new Float64Array(rounded);
    for (const [position, vector] of vectors.entries()) {
      const lane = position % WIDTH;
      const from = (position - lane) * this.#dimension + lane;
      for (let d = 0; d < this.#dimension; d++) this.#numbers[from + d * WIDTH] = vector[d]!;
    }
  }

  /** [N]; overwritten by the next call. */
  dotsWith(vector: Float32Array): Float64Array {
    if (this.#size > 0) this.#vector.set(vector);
    for (let first = 0; first < this.#sums.length; first += WIDTH)
      addEight(this.#numbers, first * this.#dimension, this.#vector, this.#sums, first);
    return this.#sums.subarray(0, this.#size);
  }
}

function addEight(
  numbers: Float64Array,
  from: number,
  vector: Float64Array,
  sums: Float64Array,
  first: number,
): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  for (let i = 0, at = from; i < vector.length; i++, at += WIDTH) {
    const value = vector[i]!;
    a += value * numbers[at]!;
    b += value * numbers[at + 1]!;
    c += value * numbers[at + 2]!;
    d += value * numbers[at + 3]!;
    e += value * numbers[at + 4]!;
    f += value * numbers[at + 5]!;
    g += value * numbers[at + 6]!;
    h += value * numbers[at + 7]!;
  }
  sums[first] = a;
  sums[first + 1] = b;
  sums[first + 2] = c;
  sums[first + 3] = d;
  sums[first + 4] = e;
  sums[first + 5] = f;
  sums[first + 6] = g;
  sums[first + 7] = h;
}
