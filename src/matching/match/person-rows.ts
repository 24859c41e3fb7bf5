/**
 * Where the rows of an index stand in a model's person table. The model knows people by user id, the index by
 * row. The mapping is kept beside the index, so that a match reads nothing from the store for it. The index
 * never reuses a row for another user. So after a change of the index only users without a live row are
 * looked up again.
 */
import { rowNumber } from '../../contract/brands.ts';
import type { CandidateIndex } from '../index/candidate-index.ts';
import { type PersonEffects, personPositions } from '../ranking/person-effects.ts';

class PersonRows {
  readonly #table: PersonEffects;
  readonly #rows: Int32Array;
  #positions = new Int32Array();
  #known: Uint32Array | null = null;
  #sequence = -1;
  #rowLimit = 0;

  constructor(table: PersonEffects) {
    this.#table = table;
    this.#rows = new Int32Array(table.userIds.length).fill(-1);
  }

  /** Positions by row; -1: the model does not know the row's user. */
  positions(index: CandidateIndex): Int32Array {
    if (index.sequence !== this.#sequence || index.rowLimit > this.#positions.length) this.#follow(index);
    else if (index.rowLimit > this.#rowLimit) this.#addRows(index);
    return this.#positions;
  }

  /** Rows of the model's people, ascending, valid until the index changes. */
  known(index: CandidateIndex): Uint32Array {
    this.positions(index);
    this.#known ??= Uint32Array.from(this.#rows.filter((row) => row >= 0)).sort();
    return this.#known;
  }

  /** A local index gets rows without a change of the store. */
  #addRows(index: CandidateIndex): void {
    this.#known = null;
    for (let row = this.#rowLimit; row < index.rowLimit; row++) {
      const userId = index.userIdOf(rowNumber(row));
      const position = userId === null ? -1 : positionOf(this.#table, userId);
      if (position < 0) continue;
      this.#rows[position] = row;
      this.#positions[row] = position;
    }
    this.#rowLimit = index.rowLimit;
  }

  #follow(index: CandidateIndex): void {
    this.#known = null;
    if (index.rowLimit > this.#positions.length) {
      const longer = new Int32Array(Math.ceil(index.rowLimit * 1.25) + 64).fill(-1);
      longer.set(this.#positions);
      this.#positions = longer;
    }
    for (let position = 0; position < this.#rows.length; position++) {
      const known = this.#rows[position]!;
      if (known >= 0 && index.isLive(rowNumber(known))) continue;
      if (known >= 0) this.#positions[known] = -1;
      const row = index.rowOf(this.#table.userIds[position]!) ?? -1;
      this.#rows[position] = row;
      if (row >= 0) this.#positions[row] = position;
    }
    this.#sequence = index.sequence;
    this.#rowLimit = index.rowLimit;
  }
}

const personRowsByIndex = new WeakMap<CandidateIndex, WeakMap<PersonEffects, PersonRows>>();
const positionsByUser = new WeakMap<PersonEffects, ReadonlyMap<string, number>>();

export function personRows(index: CandidateIndex, table: PersonEffects): PersonRows {
  const tables = personRowsByIndex.get(index) ?? new WeakMap<PersonEffects, PersonRows>();
  personRowsByIndex.set(index, tables);
  const known = tables.get(table) ?? new PersonRows(table);
  tables.set(table, known);
  return known;
}

/** The position of a user in the person table; -1: the model does not know the user. */
export function positionOf(table: PersonEffects, userId: string): number {
  const positions = positionsByUser.get(table) ?? personPositions(table);
  positionsByUser.set(table, positions);
  return positions.get(userId) ?? -1;
}
