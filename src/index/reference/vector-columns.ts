/**
 * int8 vectors by row, one column an encoder: while people are encoded again, two columns exist side by side.
 * They are stored in blocks of 2^14 rows, so that growth copies nothing. D = dimension of the column's
 * vectors.
 *
 * Cosines use the exact norm of the codes. So the scale of a vector does not matter, and quantised unit
 * vectors, whose norm is only about 1, stay within [-1, 1].
 */
import type { ProfileVector } from '../../storage/profile-row.ts';
import { dequantizeVector, type QuantizedVector } from '../../storage/quantized-vector.ts';

const BLOCK_BITS = 14;
const BLOCK_ROWS = 1 << BLOCK_BITS;

interface Block {
  /** [BLOCK_ROWS × D] */
  readonly codes: Int8Array;
  readonly scales: Float32Array;
  /** 1 / Euclidean norm of the codes; NaN without a vector or for the zero vector. */
  readonly inverseNorms: Float64Array;
  readonly present: Uint8Array;
}

class VectorColumn {
  readonly dimension: number;
  readonly #blocks: (Block | undefined)[] = [];
  rows = 0;

  constructor(dimension: number) {
    this.dimension = dimension;
  }

  get bytes(): number {
    const blocks = this.#blocks.filter((block) => block !== undefined).length;
    return blocks * BLOCK_ROWS * (this.dimension + 13);
  }

  put(row: number, codes: Int8Array, scale: number): void {
    this.clear(row);
    const block = this.#blockFor(row);
    const r = row & (BLOCK_ROWS - 1);
    block.codes.set(codes, r * this.dimension);
    block.scales[r] = scale;
    let squares = 0;
    for (const code of codes) squares += code * code;
    block.inverseNorms[r] = squares > 0 && scale > 0 ? 1 / Math.sqrt(squares) : Number.NaN;
    block.present[r] = 1;
    this.rows += 1;
  }

  clear(row: number): void {
    const block = this.#blocks[row >>> BLOCK_BITS];
    const r = row & (BLOCK_ROWS - 1);
    if (block?.present[r] !== 1) return;
    block.codes.fill(0, r * this.dimension, (r + 1) * this.dimension);
    block.scales[r] = 0;
    block.inverseNorms[r] = Number.NaN;
    block.present[r] = 0;
    this.rows -= 1;
  }

  vectorOf(row: number): Float32Array | null {
    const block = this.#blocks[row >>> BLOCK_BITS];
    const r = row & (BLOCK_ROWS - 1);
    if (block?.present[r] !== 1) return null;
    const codes = block.codes.subarray(r * this.dimension, (r + 1) * this.dimension);
    return dequantizeVector({ codes, scale: block.scales[r]! });
  }

  similarities(rows: Uint32Array, query: Float32Array): Float32Array {
    const cosines = new Float32Array(rows.length).fill(Number.NaN);
    const inverseNorm = 1 / norm(query);
    if (!Number.isFinite(inverseNorm)) return cosines;
    for (let i = 0; i < rows.length; i++) {
      const block = this.#blocks[rows[i]! >>> BLOCK_BITS];
      if (block === undefined) continue;
      const r = rows[i]! & (BLOCK_ROWS - 1);
      const cosine = dot(block.codes, r * this.dimension, query) * block.inverseNorms[r]! * inverseNorm;
      cosines[i] = Math.max(-1, Math.min(1, cosine));
    }
    return cosines;
  }

  #blockFor(row: number): Block {
    const position = row >>> BLOCK_BITS;
    this.#blocks[position] ??= {
      codes: new Int8Array(BLOCK_ROWS * this.dimension),
      scales: new Float32Array(BLOCK_ROWS),
      inverseNorms: new Float64Array(BLOCK_ROWS).fill(Number.NaN),
      present: new Uint8Array(BLOCK_ROWS),
    };
    return this.#blocks[position];
  }
}

export class VectorColumns {
  readonly #columns = new Map<string, VectorColumn>();

  get bytes(): number {
    let bytes = 0;
    for (const column of this.#columns.values()) bytes += column.bytes;
    return bytes;
  }

  /** Replaces all vectors of the row. */
  put(row: number, profileVector: Pick<ProfileVector, 'encoderId' | 'vector'> | null): void {
    for (const [encoderId, column] of this.#columns) {
      if (encoderId !== profileVector?.encoderId) column.clear(row);
      if (column.rows === 0) this.#columns.delete(encoderId);
    }
    if (profileVector !== null) this.add(row, profileVector.encoderId, profileVector.vector);
  }

  /** Adds a vector beside those of other encoders. */
  add(row: number, encoderId: string, { codes, scale }: QuantizedVector): void {
    const column = this.#columns.get(encoderId) ?? new VectorColumn(codes.length);
    if (column.dimension !== codes.length) {
      throw new Error(
        `a vector of ${encoderId} has ${codes.length} dimensions, its others have ${column.dimension}`,
      );
    }
    this.#columns.set(encoderId, column);
    column.put(row, codes, scale);
  }

  keepOnly(encoderId: string): void {
    for (const other of this.#columns.keys()) if (other !== encoderId) this.#columns.delete(other);
  }

  vectorOf(row: number, encoderId: string): Float32Array | null {
    return this.#columns.get(encoderId)?.vectorOf(row) ?? null;
  }

  similarities(rows: Uint32Array, query: Float32Array, encoderId: string): Float32Array {
    const column = this.#columns.get(encoderId);
    if (column === undefined) return new Float32Array(rows.length).fill(Number.NaN);
    if (column.dimension !== query.length) {
      throw new Error(
        `the query has ${query.length} dimensions, vectors of ${encoderId} have ${column.dimension}`,
      );
    }
    return column.similarities(rows, query);
  }
}

/** Σ query[d] · codes[from + d], in four independent partial sums, which the processor adds in parallel. */
function dot(codes: Int8Array, from: number, query: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const D = query.length;
  const whole = D - (D % 4);
  for (let i = 0; i < whole; i += 4) {
    a += codes[from + i]! * query[i]!;
    b += codes[from + i + 1]! * query[i + 1]!;
    c += codes[from + i + 2]! * query[i + 2]!;
    d += codes[from + i + 3]! * query[i + 3]!;
  }
  for (let i = whole; i < D; i++) a += codes[from + i]! * query[i]!;
  return a + b + (c + d);
}

function norm(vector: Float32Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}
