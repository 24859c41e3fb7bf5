/**
 * Enums with one value, and booleans. A counterpart is in one of a few states: the field is absent, its value
 * is not in the schema (any more), or it is one of the schema's values. A row has one bit a state.
 * `rowPasses` decides each clause's bits state by state, so that they mean exactly the same.
 */
import type { FieldDefinition, FieldValues } from '../../../domains/field.ts';
import type { Clause, Scalar } from '../../../domains/filter.ts';
import { rowPasses } from '../../../domains/row-passes.ts';
import type { Counterpart } from '../../candidate-index.ts';
import { grown, type RowTest } from '../columns/column.ts';
import type { Preference } from './preference.ts';

const LACKING = 0;
const UNLISTED = 1;
/** Equal to no value that a clause may name. */
const anUnlistedValue = '\u0000 a value that the schema does not list';
const EVERYTHING = 0xffffffff;
const MAX_CACHED_MASKS = 4096;

export class ChoicePreference implements Preference {
  readonly #field: string;
  readonly #listed: readonly Scalar[];
  readonly #words: number;
  readonly #maskOf = new Map<string, Uint32Array>();
  #allowed = new Uint32Array(0);

  constructor(field: FieldDefinition) {
    this.#field = field.name;
    this.#listed = field.type === 'boolean' ? [false, true] : (field.values ?? []);
    this.#words = (this.#listed.length + 2 + 31) >>> 5;
  }

  get bytes(): number {
    return this.#allowed.byteLength;
  }

  reserve(capacity: number): void {
    this.#allowed = grown(this.#allowed, capacity * this.#words, EVERYTHING);
  }

  clear(row: number): void {
    this.#allowed.fill(EVERYTHING, row * this.#words, (row + 1) * this.#words);
  }

  add(row: number, clause: Clause): boolean {
    if (!namedBy(clause).every((value) => this.#listed.includes(value))) return false;
    const mask = this.#mask(clause);
    for (let w = 0; w < this.#words; w++) this.#allowed[row * this.#words + w]! &= mask[w]!;
    return true;
  }

  accepts({ values }: Counterpart): RowTest {
    const state = this.#stateOf(values);
    const [allowed, words] = [this.#allowed, this.#words];
    const [word, bit] = [state >>> 5, 1 << (state & 31)];
    return (row) => (allowed[row * words + word]! & bit) !== 0;
  }

  #stateOf(values: FieldValues): number {
    const value = values[this.#field];
    if (value === undefined || typeof value === 'object') return LACKING;
    const position = this.#listed.indexOf(value);
    return position < 0 ? UNLISTED : position + 2;
  }

  #mask(clause: Clause): Uint32Array {
    const key = JSON.stringify(clause);
    const cached = this.#maskOf.get(key);
    if (cached !== undefined) return cached;
    const mask = new Uint32Array(this.#words);
    const states = [undefined, anUnlistedValue, ...this.#listed];
    states.forEach((value, state) => {
      const values: FieldValues = value === undefined ? {} : { [this.#field]: value };
      if (rowPasses([clause], values, {})) mask[state >>> 5]! |= 1 << (state & 31);
    });
    if (this.#maskOf.size >= MAX_CACHED_MASKS) this.#maskOf.clear();
    this.#maskOf.set(key, mask);
    return mask;
  }
}

function namedBy(clause: Clause): readonly Scalar[] {
  if (clause.op === 'eq' || clause.op === 'ne') return [clause.value];
  return clause.op === 'in' || clause.op === 'nin' ? clause.values : [];
}
