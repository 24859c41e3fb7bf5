/** Hard and derived strings, interned: a code a row, and a clause is a table over the codes. */
import type { FieldValue } from '../../../domains/field.ts';
import type { Clause } from '../../../domains/filter.ts';
import type { StringColumnView } from '../../candidate-index.ts';
import { TextPool } from '../../codes/text-pool.ts';
import { type Column, grown, nothingPasses, presenceTest, type RowTest } from './column.ts';

export class StringColumn implements Column {
  readonly #pool = new TextPool();
  #codes = new Uint32Array(0);
  #present = new Uint8Array(0);

  get view(): StringColumnView {
    return {
      kind: 'string',
      codes: this.#codes,
      codeLimit: this.#pool.codeLimit,
      textOf: (code) => this.#pool.textOf(code),
      codeOf: (text) => this.#pool.codeOf(text),
      present: this.#present,
    };
  }

  get bytes(): number {
    return this.#codes.byteLength + this.#present.byteLength + this.#pool.bytes;
  }

  reserve(capacity: number): void {
    this.#codes = grown(this.#codes, capacity);
    this.#present = grown(this.#present, capacity);
  }

  put(row: number, value: FieldValue | undefined): void {
    const before = this.#codes[row] ?? 0;
    this.#codes[row] = typeof value === 'string' ? this.#pool.hold(value) : 0;
    this.#present[row] = this.#codes[row]! > 0 ? 1 : 0;
    this.#pool.release(before);
  }

  valueOf(row: number): string | undefined {
    return this.#present[row] === 1 ? this.#pool.textOf(this.#codes[row]!) : undefined;
  }

  passes(clause: Clause): RowTest {
    switch (clause.op) {
      case 'exists':
        return presenceTest(this.#present, clause.value);
      case 'eq':
      case 'ne':
        return codeTest(this.#codes, this.#pool, [clause.value], clause.op === 'eq');
      case 'in':
      case 'nin':
        return codeTest(this.#codes, this.#pool, clause.values, clause.op === 'in');
      default:
        return nothingPasses;
    }
  }
}

/** Rows whose text is (`wanted`) or is not one of those named; rows without a text never pass. */
export function codeTest(
  codes: Uint32Array,
  pool: TextPool,
  named: readonly unknown[],
  wanted: boolean,
): RowTest {
  const table = new Uint8Array(pool.codeLimit).fill(wanted ? 0 : 1);
  for (const text of named) if (typeof text === 'string') table[pool.codeOf(text)] = wanted ? 1 : 0;
  table[0] = 0;
  return (row) => table[codes[row]!] === 1;
}
