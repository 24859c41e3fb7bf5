/** `integer` and `number`. Absence is NaN, so every comparison with a row without the field fails. */
import type { FieldValue } from '../../../domains/field.ts';
import type { Clause } from '../../../domains/filter.ts';
import type { NumberColumnView } from '../../candidate-index.ts';
import { type Column, grown, nothingPasses, presenceTest, type RowTest } from './column.ts';

export class NumberColumn implements Column {
  #values = new Float64Array(0);
  #present = new Uint8Array(0);

  get view(): NumberColumnView {
    return { kind: 'number', values: this.#values, present: this.#present };
  }

  get bytes(): number {
    return this.#values.byteLength + this.#present.byteLength;
  }

  reserve(capacity: number): void {
    this.#values = grown(this.#values, capacity, Number.NaN);
    this.#present = grown(this.#present, capacity);
  }

  put(row: number, value: FieldValue | undefined): void {
    const known = typeof value === 'number' && Number.isFinite(value);
    this.#values[row] = known ? value : Number.NaN;
    this.#present[row] = known ? 1 : 0;
  }

  valueOf(row: number): number | undefined {
    return this.#present[row] === 1 ? this.#values[row] : undefined;
  }

  passes(clause: Clause): RowTest {
    const values = this.#values;
    const present = this.#present;
    switch (clause.op) {
      case 'exists':
        return presenceTest(present, clause.value);
      case 'eq':
        return (row) => values[row] === clause.value;
      case 'ne':
        return (row) => present[row] === 1 && values[row] !== clause.value;
      case 'gt':
        return (row) => values[row]! > clause.value;
      case 'gte':
        return (row) => values[row]! >= clause.value;
      case 'lt':
        return (row) => values[row]! < clause.value;
      case 'lte':
        return (row) => values[row]! <= clause.value;
      case 'in':
      case 'nin': {
        const named = new Set<unknown>(clause.values);
        const wanted = clause.op === 'in';
        return (row) => present[row] === 1 && named.has(values[row]) === wanted;
      }
      case 'place_in':
      case 'place_nin':
      case 'within_km':
        return nothingPasses;
      default:
        return clause satisfies never;
    }
  }
}
