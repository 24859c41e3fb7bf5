/**
 * Bounds of the dot products of one vector with many, by int8 codes: a caller computes few products exactly,
 * and misses none. N vectors, D dimensions, rounded up to sixteens.
 *
 * A vector b is kept as b' = scale · codes, and the other one, a, is rounded to a' of up to 16 bits. By
 * Cauchy and Schwarz |a·b - a'·b'| ≤ |a| |b - b'| + |a - a'| |b'|, and |a - a'| is at most |a| √D / (2
 * range).
 *
 * The codes of all sets of a thread are copied into one memory on first use, since a process cannot have a
 * shared memory for each. A full memory is emptied. A set that does not fit has no bounds: all its vectors
 * reach.
 */
import { norm } from '../../platform/numeric/vectors.ts';
import { itemScores, type StructOf } from './kernel-structs.ts';
import { type Kernels, kernelMemory, kernelsOver } from './kernels.ts';

const MAX_CODE = 127;
/** The greatest range of the other vector, and of the sum of D products. */
const MAX_RANGE = 2 ** 15 - 1;
const MAX_SUM = 2 ** 31 - 1;
/** More than the kernel's single precision and the caller's double precision round, relative to |a| |b|. */
const ROUNDING = 2 ** -19;
const STEP = 16;

/** 240,000 vectors of 256 dimensions. The system commits only the pages that are used. */
const MAX_BYTES = 2 ** 26;
const PAGE_BYTES = 65_536;

interface Room {
  readonly memory: WebAssembly.Memory;
  readonly kernels: Kernels;
  /** Bytes that sets take, and how often the memory was emptied. */
  used: number;
  emptied: number;
}

/** One for each thread. */
let room: Room | undefined;

/** Where a set lies in the memory of the thread. */
interface Placed {
  readonly emptied: number;
  readonly items: StructOf<typeof itemScores>;
  readonly query: Int16Array;
  readonly listed: Uint32Array;
  readonly uppers: Float32Array;
  readonly lowers: Float32Array;
}

export interface ReachingVectors {
  /** Positions in ascending order, and the bounds of their dot products. Valid until the next call. */
  readonly positions: Uint32Array;
  readonly uppers: Float32Array;
  readonly lowers: Float32Array;
}

export class DotProductBounds {
  readonly #size: number;
  readonly #dimension: number;
  readonly #range: number;
  /** [N, D] and [N, 2]: scale and the error for |a| = 1. */
  readonly #codes: Int8Array;
  readonly #scales: Float32Array;
  #placed: Placed | undefined;
  readonly #unbounded: ReachingVectors | undefined;

  constructor(vectors: readonly Float32Array[]) {
    const D = STEP * Math.ceil((vectors[0]?.length ?? 0) / STEP);
    this.#size = vectors.length;
    this.#dimension = D;
    if (this.#bytes() > MAX_BYTES) this.#unbounded = unbounded(vectors.length);
    this.#range = Math.min(MAX_RANGE, Math.floor(MAX_SUM / (MAX_CODE * Math.max(1, D))));
    const kept = this.#unbounded === undefined ? vectors : [];
    this.#codes = new Int8Array(kept.length * D);
    this.#scales = new Float32Array(2 * kept.length);
    const relative = Math.sqrt(D) / (2 * this.#range) + ROUNDING;
    for (const [row, vector] of kept.entries()) {
      const codes = this.#codes.subarray(row * D, (row + 1) * D);
      const { scale, error } = encode(vector, codes);
      this.#scales[2 * row] = scale;
      this.#scales[2 * row + 1] = (error + relative * (norm(vector) + error)) * (1 + ROUNDING);
    }
  }

  /** The vectors whose dot product with the given one may be at least `least`. */
  reaching(vector: Float32Array, least: number): ReachingVectors {
    if (this.#unbounded !== undefined) return this.#unbounded;
    const placed = this.#place();
    const { query, listed, uppers, lowers, items } = placed;
    const factor = greatestOf(vector) / this.#range;
    const inverse = factor === 0 ? 0 : 1 / factor;
    for (let d = 0; d < vector.length; d++) query[d] = Math.floor(vector[d]! * inverse + 0.5);
    items.factor = factor;
    items.bound = norm(vector) * (1 + ROUNDING);
    items.least = least - Math.abs(least) * ROUNDING;
    const count = room!.kernels.listReaching(0, this.#size, items.address);
    return {
      positions: listed.subarray(0, count),
      uppers: uppers.subarray(0, count),
      lowers: lowers.subarray(0, count),
    };
  }

  /** Scales, codes, the rounded vector; positions, upper and lower bounds; the struct. */
  #bytes(): number {
    const bytes = this.#size * (this.#dimension + 20) + 2 * this.#dimension + itemScores.bytes;
    return STEP * Math.ceil(bytes / STEP);
  }

  #place(): Placed {
    room ??= newRoom();
    if (this.#placed?.emptied === room.emptied) return this.#placed;
    const bytes = this.#bytes();
    if (room.used + bytes > MAX_BYTES) {
      room.used = 0;
      room.emptied++;
    }
    const missing = room.used + bytes - room.memory.buffer.byteLength;
    if (missing > 0) room.memory.grow(Math.ceil(missing / PAGE_BYTES));
    const { buffer } = room.memory;
    const scales = room.used;
    const codes = scales + 8 * this.#size;
    const query = codes + this.#size * this.#dimension;
    const listed = query + 2 * this.#dimension;
    new Float32Array(buffer, scales, 2 * this.#size).set(this.#scales);
    new Int8Array(buffer, codes, this.#size * this.#dimension).set(this.#codes);
    room.used += bytes;
    const items = itemScores.at(listed + 12 * this.#size, room.memory);
    items.codes = codes;
    items.D = this.#dimension;
    items.query = query;
    items.scales = scales;
    items.popularity = 0;
    items.popularWeight = 0;
    items.extra = 0;
    items.listed = listed;
    items.uppers = listed + 4 * this.#size;
    items.lowers = listed + 8 * this.#size;
    this.#placed = {
      emptied: room.emptied,
      items,
      query: new Int16Array(buffer, query, this.#dimension).fill(0),
      listed: new Uint32Array(buffer, listed, this.#size),
      uppers: new Float32Array(buffer, listed + 4 * this.#size, this.#size),
      lowers: new Float32Array(buffer, listed + 8 * this.#size, this.#size),
    };
    return this.#placed;
  }
}

function newRoom(): Room {
  const memory = kernelMemory(PAGE_BYTES, MAX_BYTES);
  return { memory, kernels: kernelsOver(memory), used: 0, emptied: 0 };
}

function unbounded(size: number): ReachingVectors {
  return {
    positions: Uint32Array.from({ length: size }, (_, position) => position),
    uppers: new Float32Array(size).fill(Number.POSITIVE_INFINITY),
    lowers: new Float32Array(size).fill(Number.NEGATIVE_INFINITY),
  };
}

/** Writes the codes of a vector; `error` is the length of the difference. */
function encode(vector: Float32Array, codes: Int8Array): { scale: number; error: number } {
  const scale = Math.fround(greatestOf(vector) / MAX_CODE);
  if (scale === 0) return { scale, error: norm(vector) };
  let squares = 0;
  for (const [d, value] of vector.entries()) {
    codes[d] = Math.max(-MAX_CODE, Math.min(MAX_CODE, Math.round(value / scale)));
    squares += (value - scale * codes[d]!) ** 2;
  }
  return { scale, error: Math.sqrt(squares) };
}

function greatestOf(vector: Float32Array): number {
  let greatest = 0;
  for (let d = 0; d < vector.length; d++) {
    const size = Math.abs(vector[d]!);
    if (size > greatest) greatest = size;
  }
  return greatest;
}
