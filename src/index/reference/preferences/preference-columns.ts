/**
 * The preferences of all rows as columns, so that finding the rows that accept a counterpart takes a few
 * straight loops instead of reading each row's clauses. Common shapes (a range, a choice of values, a
 * distance) are columns, made when the first row has such a preference. Other shapes (`ne` on numbers,
 * strings, places by name, …) stay as clauses and are evaluated for the rows that passed the columns.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';
import type { Clause, Clauses, Preferences } from '../../../domains/filter.ts';
import { rowPasses } from '../../../domains/row-passes.ts';
import { BlockLists } from '../../block-lists.ts';
import type { Counterpart } from '../../candidate-index.ts';
import type { RowBitmap } from '../row-bitmap.ts';
import { ChoicePreference } from './choice-preference.ts';
import { DistancePreference } from './distance-preference.ts';
import { OverlapPreference } from './overlap-preference.ts';
import type { Preference } from './preference.ts';
import { RangePreference } from './range-preference.ts';

export class PreferenceColumns {
  readonly #fields: ReadonlyMap<string, FieldDefinition>;
  readonly #preferences = new Map<string, Preference>();
  readonly #others = new Map<number, Clauses>();
  readonly #blocks = new BlockLists();
  #capacity = 0;

  constructor(definition: DomainDefinition) {
    this.#fields = new Map(definition.fields.map((field) => [field.name, field]));
  }

  get bytes(): number {
    let bytes = this.#blocks.bytes;
    for (const preference of this.#preferences.values()) bytes += preference.bytes;
    for (const clauses of this.#others.values()) bytes += 200 * clauses.length;
    return bytes;
  }

  reserve(capacity: number): void {
    this.#capacity = capacity;
    for (const preference of this.#preferences.values()) preference.reserve(capacity);
  }

  /** `within_km` clauses carry the row's own place as their origin. */
  put(row: number, { clauses, excludeUserIds }: Preferences): void {
    for (const preference of this.#preferences.values()) preference.clear(row);
    const others = clauses.filter((clause) => !(this.#preferenceFor(clause)?.add(row, clause) ?? false));
    if (others.length > 0) this.#others.set(row, others);
    else this.#others.delete(row);
    this.#blocks.put(row, excludeUserIds);
  }

  /** Removes from `rows` those whose preferences reject the counterpart. */
  restrict(rows: RowBitmap, counterpart: Counterpart): void {
    for (const preference of this.#preferences.values()) rows.keep(preference.accepts(counterpart));
    for (const [row, clauses] of this.#others) {
      if (!rowPasses(clauses, counterpart.values, counterpart.places)) rows.clear(row);
    }
    for (const row of this.#blocks.blockersOf(counterpart.userId)) rows.clear(row);
  }

  blockersOf(userId: string): readonly number[] {
    return this.#blocks.blockersOf(userId);
  }

  #preferenceFor(clause: Clause): Preference | undefined {
    const known = this.#preferences.get(clause.field);
    if (known !== undefined) return known;
    const field = this.#fields.get(clause.field);
    const preference = field === undefined ? undefined : newPreference(field);
    if (preference === undefined) return undefined;
    preference.reserve(this.#capacity);
    this.#preferences.set(clause.field, preference);
    return preference;
  }
}

function newPreference(field: FieldDefinition): Preference | undefined {
  if (isGeo(field)) return new DistancePreference(field.name);
  switch (field.type) {
    case 'integer':
    case 'number':
      return new RangePreference(field.name);
    case 'boolean':
      return new ChoicePreference(field);
    case 'enum':
      return field.multiple ? new OverlapPreference(field) : new ChoicePreference(field);
    case 'string':
      return undefined;
  }
}
