/** A sparse matrix, row by row (compressed sparse rows): few of many columns have a value. */

export interface SparseRows {
  /** Entries of row n are `from[n]` … `from[n + 1] - 1` [N + 1]. */
  readonly from: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
  /** Number of columns D. */
  readonly width: number;
}

export class SparseRowsBuilder {
  readonly #width: number;
  readonly #from: number[] = [0];
  #columns = new Uint32Array(1024);
  #values = new Float64Array(1024);
  #size = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** Adds an entry to the current row. */
  add(column: number, value: number): void {
    if (value === 0) return;
    if (this.#size === this.#columns.length) this.#grow();
    this.#columns[this.#size] = column;
    this.#values[this.#size] = value;
    this.#size++;
  }

  endRow(): void {
    this.#from.push(this.#size);
  }

  build(): SparseRows {
    return {
      from: Uint32Array.from(this.#from),
      columns: this.#columns.slice(0, this.#size),
      values: this.#values.slice(0, this.#size),
      width: this.#width,
    };
  }

  #grow(): void {
    const columns = new Uint32Array(this.#columns.length * 2);
    columns.set(this.#columns);
    this.#columns = columns;
    const values = new Float64Array(this.#values.length * 2);
    values.set(this.#values);
    this.#values = values;
  }
}

/** Row n times the vector. */
export function rowDot({ from, columns, values }: SparseRows, n: number, vector: Float64Array): number {
  let sum = 0;
  for (let at = from[n]!; at < from[n + 1]!; at++) sum += values[at]! * vector[columns[at]!]!;
  return sum;
}

/** Adds `factor` times row n to the vector. */
export function addRow(
  { from, columns, values }: SparseRows,
  n: number,
  factor: number,
  vector: Float64Array,
): void {
  for (let at = from[n]!; at < from[n + 1]!; at++) vector[columns[at]!]! += factor * values[at]!;
}
