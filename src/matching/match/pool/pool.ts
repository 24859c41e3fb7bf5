/**
 * The candidates that no stage has dropped yet: their rows, and columns with one entry per row. A pool never
 * changes; each operation returns a new one. Rows are dropped by `take` alone, which keeps all columns
 * aligned with the rows.
 */
import type { HeldSelection } from '../../index/candidate-index.ts';
import { type AnyColumn, type Column, pickNumbers, RowPicker } from './column.ts';

/** The columns that a stage may read and write. */
export interface ColumnAccess {
  readonly name: string;
  readonly reads: readonly AnyColumn[];
  readonly writes: readonly AnyColumn[];
}

export class Pool {
  /**
   * The candidates as the index's bitmap, until a stage chooses rows. `rows` is empty while this is set,
   * because row numbers of millions would cost memory.
   */
  readonly held: HeldSelection | null;
  readonly rows: Uint32Array;
  readonly #columns: ReadonlyMap<AnyColumn, unknown>;
  readonly #access: ColumnAccess | null;

  private constructor(
    candidates: HeldSelection | Uint32Array,
    columns: ReadonlyMap<AnyColumn, unknown>,
    access: ColumnAccess | null,
  ) {
    const areRows = candidates instanceof Uint32Array;
    this.held = areRows ? null : candidates;
    this.rows = areRows ? candidates : new Uint32Array();
    this.#columns = columns;
    this.#access = access;
  }

  /** A pool without columns. */
  static of(candidates: HeldSelection | Uint32Array): Pool {
    return new Pool(candidates, new Map(), null);
  }

  /** Number of candidates. */
  get size(): number {
    return this.held?.size ?? this.rows.length;
  }

  /** The columns, in the order in which they were first written. */
  get columns(): readonly AnyColumn[] {
    return [...this.#columns.keys()];
  }

  /** null: no stage has written the column. */
  read<Values>(column: Column<Values>): Values | null {
    const access = this.#access;
    if (access !== null && !access.reads.includes(column) && !access.writes.includes(column)) {
      throw new Error(`the stage ${access.name} does not declare that it reads «${column.name}»`);
    }
    // `with` stores values of the column's own type under its key.
    return (this.#columns.get(column) as Values | undefined) ?? null;
  }

  /** The pool with these values of a column; null removes the column. */
  with<Values>(column: Column<Values>, values: Values | null): Pool {
    const access = this.#access;
    if (access !== null && !access.writes.includes(column)) {
      throw new Error(`the stage ${access.name} does not declare that it writes «${column.name}»`);
    }
    const columns = new Map(this.#columns);
    if (values === null) columns.delete(column);
    else columns.set(column, values);
    return new Pool(this.#candidates, columns, access);
  }

  /** The pool with these rows of its selection. The columns stay behind: a pool with a selection has none. */
  choose(rows: Uint32Array): Pool {
    return new Pool(rows, new Map(), this.#access);
  }

  /** The pool with all row numbers read out of its selection. */
  withRows(): Pool {
    return this.held === null ? this : this.choose(this.held.rows());
  }

  /** The rows at `positions`, in that order, with their entries of every column. */
  take(positions: Uint32Array): Pool {
    const picker = new RowPicker(positions, this.rows.length);
    const columns = new Map<AnyColumn, unknown>();
    for (const [column, values] of this.#columns) columns.set(column, column.pick(values, picker));
    return new Pool(pickNumbers(this.rows, positions, Uint32Array), columns, this.#access);
  }

  /** The same pool. Reading and writing throw beyond the columns of `access`; null: all are allowed. */
  limitedTo(access: ColumnAccess | null): Pool {
    return new Pool(this.#candidates, this.#columns, access);
  }

  get #candidates(): HeldSelection | Uint32Array {
    return this.held ?? this.rows;
  }
}
