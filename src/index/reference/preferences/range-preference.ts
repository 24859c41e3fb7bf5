/**
 * A number within [least, most], both inclusive. Rows without bounds have [-∞, ∞]; only they accept a
 * counterpart without the number.
 */
import type { Clause } from '../../../domains/filter.ts';
import type { Counterpart } from '../../candidate-index.ts';
import { nextAbove } from '../../program/next-above.ts';
import { grown, type RowTest } from '../columns/column.ts';
import type { Preference } from './preference.ts';

export class RangePreference implements Preference {
  readonly #field: string;
  #least = new Float64Array(0);
  #most = new Float64Array(0);

  constructor(field: string) {
    this.#field = field;
  }

  get bytes(): number {
    return this.#least.byteLength + this.#most.byteLength;
  }

  reserve(capacity: number): void {
    this.#least = grown(this.#least, capacity, Number.NEGATIVE_INFINITY);
    this.#most = grown(this.#most, capacity, Number.POSITIVE_INFINITY);
  }

  clear(row: number): void {
    this.#least[row] = Number.NEGATIVE_INFINITY;
    this.#most[row] = Number.POSITIVE_INFINITY;
  }

  add(row: number, clause: Clause): boolean {
    const range = rangeOf(clause);
    if (range === null) return false;
    this.#least[row] = Math.max(this.#least[row]!, range[0]);
    this.#most[row] = Math.min(this.#most[row]!, range[1]);
    return true;
  }

  accepts({ values }: Counterpart): RowTest {
    const [least, most] = [this.#least, this.#most];
    const value = values[this.#field];
    if (typeof value === 'number') return (row) => least[row]! <= value && value <= most[row]!;
    return (row) => least[row] === Number.NEGATIVE_INFINITY && most[row] === Number.POSITIVE_INFINITY;
  }
}

function rangeOf(clause: Clause): readonly [number, number] | null {
  switch (clause.op) {
    case 'gte':
      return [clause.value, Number.POSITIVE_INFINITY];
    case 'gt':
      return [nextAbove(clause.value), Number.POSITIVE_INFINITY];
    case 'lte':
      return [Number.NEGATIVE_INFINITY, clause.value];
    case 'lt':
      return [Number.NEGATIVE_INFINITY, -nextAbove(-clause.value)];
    case 'eq':
      return typeof clause.value === 'number' ? [clause.value, clause.value] : null;
    case 'exists':
      return clause.value ? [-Number.MAX_VALUE, Number.MAX_VALUE] : null;
    default:
      return null;
  }
}
