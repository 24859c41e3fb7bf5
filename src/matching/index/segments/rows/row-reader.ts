/** Reads rows of an index by their numbers: ids, values and vectors. `row-writer.ts` writes them. */
import type { RowNumber } from '../../../../contract/brands.ts';
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { type FieldValue, isGeo } from '../../../../domains/field.ts';
import type { QuantizedVector } from '../../../../platform/storage/quantized-vector.ts';
import type { IndexDictionaries } from '../../codes/index-dictionaries.ts';
import type { KeyedPoint } from '../../index-codes.ts';
import { compareIds } from '../../tie-break.ts';
import type { Segment } from '../segment.ts';
import { localRow, segmentOf } from './row-numbers.ts';
import type { SegmentRows } from './segment-rows.ts';

export class RowReader {
  readonly #definition: DomainDefinition;
  readonly #dictionaries: IndexDictionaries;
  readonly #segments: readonly Segment[];
  /** Positions of the fields, by name. */
  readonly #positions: ReadonlyMap<string, number>;

  /** `segments`: the array of the index, which `row-writer.ts` changes. */
  constructor(definition: DomainDefinition, dictionaries: IndexDictionaries, segments: readonly Segment[]) {
    this.#definition = definition;
    this.#dictionaries = dictionaries;
    this.#segments = segments;
    this.#positions = new Map(definition.fields.map(({ name }, position) => [name, position]));
  }

  userIdOf(row: RowNumber): string | null {
    return this.#segments[segmentOf(row)]?.ids.userIdOf(localRow(row)) ?? null;
  }

  isLive(row: RowNumber): boolean {
    const segment = this.#segments[segmentOf(row)];
    return segment !== undefined && localRow(row) < segment.ids.rows && segment.rows.isLive(localRow(row));
  }

  /** Undefined for soft fields and for rows that have no value or are not live. */
  valueOf(row: RowNumber, field: string): FieldValue | undefined {
    const position = this.#positions.get(field);
    const rows = this.#rowsOf(row);
    if (position === undefined || rows === null || !rows.has(localRow(row), position)) return undefined;
    const view = rows.fields[position]!;
    switch (view.kind) {
      case 'code':
        return this.#dictionaries.valueOf(position, rows.codeOf(localRow(row), position));
      case 'number':
        return rows.numberOf(localRow(row), position);
      case 'set': {
        const names = this.#dictionaries.setValues(position);
        return rows.setOf(localRow(row), position).map((bit) => names[bit]!);
      }
      case 'soft':
        return undefined;
      default:
        return view satisfies never;
    }
  }

  hasValue(row: RowNumber, field: string): boolean {
    const position = this.#positions.get(field);
    return position !== undefined && (this.#rowsOf(row)?.has(localRow(row), position) ?? false);
  }

  placeOf(row: RowNumber, field: string): KeyedPoint | undefined {
    const position = this.#positions.get(field);
    const rows = this.#rowsOf(row);
    if (position === undefined || rows === null || !isGeo(this.#definition.fields[position]!))
      return undefined;
    return this.#dictionaries.placeOf(position, rows.codeOf(localRow(row), position));
  }

  /** NaN for rows that are not live. */
  updatedAtMs(row: RowNumber): number {
    return this.#rowsOf(row)?.updatedAt[localRow(row)] ?? Number.NaN;
  }

  /** `group`: the position of the encoder's group of vectors; negative where the index has none. */
  vectorOf(row: RowNumber, group: number): QuantizedVector | null {
    const rows = group < 0 ? null : this.#rowsOf(row);
    if (rows === null || group >= rows.vectors.length) return null;
    return rows.vectorOf(localRow(row), group);
  }

  /** `group`: as in `vectorOf`. */
  hasVector(row: RowNumber, group: number): boolean {
    const rows = group < 0 ? null : this.#rowsOf(row);
    return rows !== null && group < rows.vectors.length && rows.hasVector(localRow(row), group);
  }

  /** Whether a tie of the two rows puts `a` first: by tie hash, then by id. */
  isBefore(a: RowNumber, b: RowNumber): boolean {
    const tie = (row: number) => this.#segments[segmentOf(row)]!.rows.ties[localRow(row)]!;
    const order = tie(a) - tie(b);
    return order !== 0 ? order < 0 : this.compareIds(a, b) < 0;
  }

  compareIds(a: RowNumber, b: RowNumber): number {
    return compareIds(this.userIdOf(a) ?? '', this.userIdOf(b) ?? '');
  }

  /** null for rows that are not live. */
  #rowsOf(row: RowNumber): SegmentRows | null {
    return this.isLive(row) ? this.#segments[segmentOf(row)]!.rows : null;
  }
}
