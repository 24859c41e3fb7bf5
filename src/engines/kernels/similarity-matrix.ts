/**
 * The greatest similarity of each vector to those already chosen: the inner loop of maximal marginal
 * relevance (Carbonell and Goldstein, SIGIR 1998). The dot products equal those of a plain loop over the
 * dimensions bit for bit; four vectors are summed side by side.
 */
import { type Kernels, kernelMemory, kernelsOver } from './kernels.ts';

/** 16,384 vectors of 1,024 dimensions. The system commits only the pages that are used. */
const MAX_BYTES = 2 ** 26 + 2 ** 18;
const PAGE_BYTES = 65_536;

/** One for each thread: a matrix is finished with before the next is made. */
let room: { readonly memory: WebAssembly.Memory; readonly kernels: Kernels } | undefined;

export class SimilarityMatrix {
  /**
   * [N] the largest dot product with a chosen vector so far, at least 0. Valid until the next matrix is made.
   */
  readonly maxSimilarities: Float64Array;
  readonly #kernels: Kernels;
  readonly #matrix: number;
  readonly #columns: number;
  readonly #dimension: number;

  /**
   * `vectors` [N], all of the same dimension; null is similar to none. Throws a RangeError beyond 64 MiB of
   * them.
   */
  constructor(vectors: readonly (Float32Array | null)[]) {
    const D = vectors.find((vector) => vector !== null)?.length ?? 0;
    const columns = 4 * Math.ceil(vectors.length / 4);
    const { memory, kernels } = roomFor(8 * columns + 4 * columns * D);
    this.maxSimilarities = new Float64Array(memory.buffer, 0, columns).fill(0);
    this.#kernels = kernels;
    this.#matrix = 8 * columns;
    this.#columns = columns;
    this.#dimension = D;
    const matrix = new Float32Array(memory.buffer, this.#matrix, columns * D).fill(0);
    vectors.forEach((vector, column) => {
      vector?.forEach((value, d) => {
        matrix[d * columns + column] = value;
      });
    });
  }

  choose(position: number): void {
    this.#kernels.raiseSimilarity(this.#matrix, this.#columns, this.#dimension, position, 0);
  }
}

function roomFor(bytes: number) {
  if (room === undefined) {
    const memory = kernelMemory(bytes, MAX_BYTES);
    room = { memory, kernels: kernelsOver(memory) };
  }
  const missing = bytes - room.memory.buffer.byteLength;
  if (missing > 0) room.memory.grow(Math.ceil(missing / PAGE_BYTES));
  return room;
}
