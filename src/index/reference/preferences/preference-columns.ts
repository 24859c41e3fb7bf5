/**
 * The preferences of all rows, kept so that "who accepts this counterpart?" is a few straight loops instead of
 * reading each row's clauses: for 60,000 rows milliseconds instead of tens of them. Usual shapes (a range, a choice
 * of values, a distance) are columns, made when the first row demands something of the field; what does not fit
 * (`ne` on numbers, strings, places by name, …) stays as clauses, and is read for the rows that passed the columns.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';
import type { Clause, Clauses, Preferences } from '../../../domains/filter.ts';
import { rowPasses } from '../../../domains/row-passes.ts';
import type { Counterpart } from '../../candidate-index.ts';
import type { RowBitmap } from '../row-bitmap.ts';
import { BlockLists } from './block-lists.ts';
import { ChoiceDemand } from './choice-demand.ts';
import type { Demand } from './demand.ts';
import { DistanceDemand } from './distance-demand.ts';
import { OverlapDemand } from './overlap-demand.ts';
import { RangeDemand } from './range-demand.ts';

export class PreferenceColumns {
  readonly #fields: ReadonlyMap<string, FieldDefinition>;
  readonly #demands = new Map<string, Demand>();
  readonly #others = new Map<number, Clauses>();
  readonly #blocks = new BlockLists();
  #capacity = 0;

  constructor(definition: DomainDefinition) {
    this.#fields = new Map(definition.fields.map((field) => [field.name, field]));
  }

  get bytes(): number {
    let bytes = this.#blocks.bytes;
    for (const demand of this.#demands.values()) bytes += demand.bytes;
    for (const clauses of this.#others.values()) bytes += 200 * clauses.length;
    return bytes;
  }

  reserve(capacity: number): void {
    this.#capacity = capacity;
    for (const demand of this.#demands.values()) demand.reserve(capacity);
  }

  /** `within_km` clauses carry the row's own place as their origin. */
  put(row: number, { clauses, excludeUserIds }: Preferences): void {
    for (const demand of this.#demands.values()) demand.clear(row);
    const others = clauses.filter((clause) => !(this.#demandFor(clause)?.add(row, clause) ?? false));
    if (others.length > 0) this.#others.set(row, others);
    else this.#others.delete(row);
    this.#blocks.put(row, excludeUserIds);
  }

  /** Drops from `rows` those whose preferences refuse the counterpart. */
  restrict(rows: RowBitmap, counterpart: Counterpart): void {
    for (const demand of this.#demands.values()) rows.keep(demand.accepts(counterpart));
    for (const [row, clauses] of this.#others) {
      if (!rowPasses(clauses, counterpart.values, counterpart.places)) rows.clear(row);
    }
    for (const row of this.#blocks.blockersOf(counterpart.userId)) rows.clear(row);
  }

  blockersOf(userId: string): readonly number[] {
    return this.#blocks.blockersOf(userId);
  }

  #demandFor(clause: Clause): Demand | undefined {
    const known = this.#demands.get(clause.field);
    if (known !== undefined) return known;
    const field = this.#fields.get(clause.field);
    const demand = field === undefined ? undefined : newDemand(field);
    if (demand === undefined) return undefined;
    demand.reserve(this.#capacity);
    this.#demands.set(clause.field, demand);
    return demand;
  }
}

function newDemand(field: FieldDefinition): Demand | undefined {
  if (isGeo(field)) return new DistanceDemand(field.name);
  switch (field.type) {
    case 'integer':
    case 'number':
      return new RangeDemand(field.name);
    case 'boolean':
      return new ChoiceDemand(field);
    case 'enum':
      return field.multiple ? new OverlapDemand(field) : new ChoiceDemand(field);
    case 'string':
      return undefined;
  }
}
