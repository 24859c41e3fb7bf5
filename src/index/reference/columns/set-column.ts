/** `enum` with `multiple`: a bit a value, `words` words a row. */
import type { FieldDefinition, FieldValue } from '../../../domains/field.ts';
import type { Clause } from '../../../domains/filter.ts';
import type { SetColumnView } from '../../candidate-index.ts';
import { ValueCodes } from '../../codes/value-codes.ts';
import { type Column, grown, nothingPasses, presenceTest, type RowTest } from './column.ts';

export class SetColumn implements Column {
  readonly #values: ValueCodes;
  #words: number;
  #bits = new Uint32Array(0);
  #present = new Uint8Array(0);

  constructor(field: FieldDefinition) {
    this.#values = new ValueCodes(field);
    this.#words = Math.max(1, (this.#values.names.length + 31) >>> 5);
  }

  get view(): SetColumnView {
    return {
      kind: 'set',
      words: this.#words,
      bits: this.#bits,
      values: this.#values.names,
      present: this.#present,
    };
  }

  get bytes(): number {
    return this.#bits.byteLength + this.#present.byteLength;
  }

  reserve(capacity: number): void {
    this.#bits = grown(this.#bits, capacity * this.#words);
    this.#present = grown(this.#present, capacity);
  }

  put(row: number, value: FieldValue | undefined): void {
    const held = Array.isArray(value) ? value.map((one) => this.#values.admit(one) - 1) : [];
    this.#widen();
    const words = this.#words;
    this.#bits.fill(0, row * words, (row + 1) * words);
    for (const v of held) if (v >= 0) this.#bits[row * words + (v >>> 5)]! |= 1 << (v & 31);
    this.#present[row] = held.some((v) => v >= 0) ? 1 : 0;
  }

  /** In the order of the schema's values. */
  valueOf(row: number): readonly string[] | undefined {
    if (this.#present[row] !== 1) return undefined;
    const { words, bits } = this.view;
    return this.#values.names.filter((_, v) => ((bits[row * words + (v >>> 5)]! >>> (v & 31)) & 1) === 1);
  }

  passes(clause: Clause): RowTest {
    const { words, bits, present } = this.view;
    if (clause.op === 'exists') return presenceTest(present, clause.value);
    const named = this.#values.named(clause);
    if (named === undefined) return nothingPasses;
    const mask = new Uint32Array(words);
    for (const code of named.codes) mask[(code - 1) >>> 5]! |= 1 << ((code - 1) & 31);
    return (row) => {
      let shared = 0;
      for (let w = 0; w < words; w++) shared |= bits[row * words + w]! & mask[w]!;
      return present[row] === 1 && (shared !== 0) === named.wanted;
    };
  }

  /** Values beyond the schema may need another word a row. */
  #widen(): void {
    const words = (this.#values.names.length + 31) >>> 5;
    if (words <= this.#words) return;
    const capacity = this.#present.length;
    const wider = new Uint32Array(capacity * words);
    for (let row = 0; row < capacity; row++) {
      for (let w = 0; w < this.#words; w++) wider[row * words + w] = this.#bits[row * this.#words + w]!;
    }
    this.#bits = wider;
    this.#words = words;
  }
}
