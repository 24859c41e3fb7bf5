/** `enum` with one value, and `boolean`: a code a row, and a clause is a table over the codes. */
import type { FieldDefinition, FieldValue } from '../../../domains/field.ts';
import type { Clause } from '../../../domains/filter.ts';
import type { EnumColumnView } from '../../candidate-index.ts';
import { ValueCodes } from '../../codes/value-codes.ts';
import { type Column, grown, nothingPasses, presenceTest, type RowTest } from './column.ts';

export class EnumColumn implements Column {
  readonly #values: ValueCodes;
  #codes = new Uint16Array(0);
  #present = new Uint8Array(0);

  constructor(field: FieldDefinition) {
    this.#values = new ValueCodes(field);
  }

  get view(): EnumColumnView {
    return { kind: 'enum', codes: this.#codes, values: this.#values.names, present: this.#present };
  }

  get bytes(): number {
    return this.#codes.byteLength + this.#present.byteLength;
  }

  reserve(capacity: number): void {
    this.#codes = grown(this.#codes, capacity);
    this.#present = grown(this.#present, capacity);
  }

  put(row: number, value: FieldValue | undefined): void {
    const code = value === undefined ? 0 : this.#values.admit(value);
    this.#codes[row] = code;
    this.#present[row] = code > 0 ? 1 : 0;
  }

  valueOf(row: number): string | boolean | undefined {
    return this.#values.valueOf(this.#codes[row] ?? 0);
  }

  passes(clause: Clause): RowTest {
    if (clause.op === 'exists') return presenceTest(this.#present, clause.value);
    const named = this.#values.named(clause);
    if (named === undefined) return nothingPasses;
    const table = new Uint8Array(this.#values.names.length + 1).fill(named.wanted ? 0 : 1);
    for (const code of named.codes) table[code] = named.wanted ? 1 : 0;
    table[0] = 0;
    const codes = this.#codes;
    return (row) => table[codes[row]!] === 1;
  }
}
