/**
 * The columns of a pool: the stages' results on its candidates, one entry per row. The file that computes a
 * column declares its key and exports it; readers import the key. So a new stage adds columns of its own and
 * edits no shared type.
 */
import type { DirectionSums } from '../../ranking/scoring/direction-sums.ts';

export interface Column<Values> {
  readonly name: string;
  /** The values of the picked rows. A method, so that columns of different values fit into one list. */
  pick(values: Values, rows: RowPicker): Values;
}

export type AnyColumn = Column<unknown>;

export function column<Values>(name: string, pick: Column<Values>['pick']): Column<Values> {
  return { name, pick };
}

/** Log-odds [N] that a stage adds to the sum. `explain` shows them as a term of the column's name. */
export interface EvidenceColumn extends Column<DirectionSums> {
  readonly isEvidence: true;
}

export function evidenceColumn(name: string): EvidenceColumn {
  return { name, isEvidence: true, pick: (points, rows) => rows.sums(points) };
}

export function isEvidence(column: AnyColumn): column is EvidenceColumn {
  return 'isEvidence' in column;
}

/**
 * Picks the entries of some rows out of the arrays of a pool. An array that several columns share stays
 * shared and is picked once. Throws if an array does not have one entry per row.
 */
export class RowPicker {
  readonly #positions: Uint32Array;
  readonly #rowCount: number;
  readonly #picked = new Map<Float64Array, Float64Array>();

  constructor(positions: Uint32Array, rowCount: number) {
    this.#positions = positions;
    this.#rowCount = rowCount;
  }

  numbers(values: Float64Array): Float64Array {
    this.#assertAligned(values.length);
    const known = this.#picked.get(values);
    if (known !== undefined) return known;
    const picked = pickNumbers(values, this.#positions, Float64Array);
    this.#picked.set(values, picked);
    return picked;
  }

  sums({ forward, backward }: DirectionSums): DirectionSums {
    return { forward: this.numbers(forward), backward: backward && this.numbers(backward) };
  }

  entries<Entry>(values: readonly Entry[]): readonly Entry[] {
    this.#assertAligned(values.length);
    const picked: Entry[] = [];
    for (const position of this.#positions) picked.push(values[position]!);
    return picked;
  }

  #assertAligned(entries: number): void {
    if (entries === this.#rowCount) return;
    throw new Error(`a column has ${entries} entries for ${this.#rowCount} rows`);
  }
}

/** A plain loop, since `from` with a callback is an order of magnitude slower. */
export function pickNumbers<Numbers extends Float64Array | Uint32Array>(
  values: Numbers,
  positions: Uint32Array,
  Kind: new (length: number) => Numbers,
): Numbers {
  const picked = new Kind(positions.length);
  for (let n = 0; n < positions.length; n++) picked[n] = values[positions[n]!]!;
  return picked;
}
