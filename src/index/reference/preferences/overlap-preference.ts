/**
 * Enums with several values: at least one of `any` (where the row has such a preference), and none of `none`.
 */
import type { FieldDefinition } from '../../../domains/field.ts';
import type { Clause, Scalar } from '../../../domains/filter.ts';
import type { Counterpart } from '../../candidate-index.ts';
import { grown, type RowTest } from '../columns/column.ts';
import type { Preference } from './preference.ts';

const MUST_BE_PRESENT = 1;
const MUST_SHARE = 2;

export class OverlapPreference implements Preference {
  readonly #field: string;
  readonly #listed: readonly string[];
  readonly #words: number;
  #flags = new Uint8Array(0);
  #any = new Uint32Array(0);
  #none = new Uint32Array(0);

  constructor(field: FieldDefinition) {
    this.#field = field.name;
    this.#listed = field.values ?? [];
    this.#words = (this.#listed.length + 31) >>> 5;
  }

  get bytes(): number {
    return this.#flags.byteLength + this.#any.byteLength + this.#none.byteLength;
  }

  reserve(capacity: number): void {
    this.#flags = grown(this.#flags, capacity);
    this.#any = grown(this.#any, capacity * this.#words);
    this.#none = grown(this.#none, capacity * this.#words);
  }

  clear(row: number): void {
    this.#flags[row] = 0;
    this.#any.fill(0, row * this.#words, (row + 1) * this.#words);
    this.#none.fill(0, row * this.#words, (row + 1) * this.#words);
  }

  add(row: number, clause: Clause): boolean {
    switch (clause.op) {
      case 'exists':
        if (clause.value) this.#flags[row]! |= MUST_BE_PRESENT;
        return clause.value;
      case 'eq':
        return this.#addAny(row, [clause.value]);
      case 'in':
        return this.#addAny(row, clause.values);
      case 'ne':
        return this.#addNone(row, [clause.value]);
      case 'nin':
        return this.#addNone(row, clause.values);
      default:
        return false;
    }
  }

  accepts({ values }: Counterpart): RowTest {
    const value = values[this.#field];
    const held = Array.isArray(value) && value.length > 0 ? this.#maskOf(value) : null;
    const [flags, any, none, words] = [this.#flags, this.#any, this.#none, this.#words];
    if (held === null) return (row) => flags[row] === 0;
    return (row) => {
      let [shared, refused] = [0, 0];
      for (let w = 0; w < words; w++) {
        shared |= any[row * words + w]! & held[w]!;
        refused |= none[row * words + w]! & held[w]!;
      }
      return refused === 0 && (shared !== 0 || (flags[row]! & MUST_SHARE) === 0);
    };
  }

  /** A second `any` set is a separate preference and does not fit beside the first. */
  #addAny(row: number, named: readonly Scalar[]): boolean {
    if ((this.#flags[row]! & MUST_SHARE) !== 0 || !this.#areListed(named)) return false;
    this.#flags[row]! |= MUST_BE_PRESENT | MUST_SHARE;
    this.#mark(this.#any, row, named);
    return true;
  }

  #addNone(row: number, named: readonly Scalar[]): boolean {
    if (!this.#areListed(named)) return false;
    this.#flags[row]! |= MUST_BE_PRESENT;
    this.#mark(this.#none, row, named);
    return true;
  }

  #areListed(named: readonly Scalar[]): boolean {
    return named.every((value) => this.#listed.includes(value as string));
  }

  #mark(bits: Uint32Array, row: number, named: readonly Scalar[]): void {
    this.#maskOf(named).forEach((word, w) => {
      bits[row * this.#words + w]! |= word;
    });
  }

  #maskOf(named: readonly Scalar[]): Uint32Array {
    const mask = new Uint32Array(this.#words);
    for (const value of named) {
      const position = this.#listed.indexOf(value as string);
      if (position >= 0) mask[position >>> 5]! |= 1 << (position & 31);
    }
    return mask;
  }
}
