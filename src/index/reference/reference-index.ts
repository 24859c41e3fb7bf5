/**
 * The candidate index in plain typed columns and straight loops. It defines the meaning of the interface and
 * is fast enough for a million rows. Rows are appended. An update overwrites its row in place; a delete
 * clears the row, which is never reused. The memory of deleted rows is freed when the index is rebuilt
 * (`deadRows` shows when it pays).
 */
import type { ChangeSequence, RowNumber } from '../../contract/brands.ts';
import { bindPreferenceOrigin } from '../../domains/bind-origin.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { type FieldDefinition, type FieldValue, isGeo } from '../../domains/field.ts';
import { type Clause, type Clauses, noPreferences } from '../../domains/filter.ts';
import type { IndexedProfile, IndexedRow, StoredVector } from '../../storage/store.ts';
import type {
  ColumnView,
  Counterpart,
  HeldSelection,
  IndexChanges,
  Narrowed,
  NarrowingStep,
  NearestRows,
  NearestSearch,
  PlainIndex,
  RankCut,
  RankScoring,
  TopRows,
} from '../candidate-index.ts';
import { compareIds, tieBreak } from '../tie-break.ts';
import { type Column, grown, type KeyedPoint, nothingPasses, type RowTest } from './columns/column.ts';
import { EnumColumn } from './columns/enum-column.ts';
import { GeoColumn } from './columns/geo-column.ts';
import { NumberColumn } from './columns/number-column.ts';
import { SetColumn } from './columns/set-column.ts';
import { SoftColumn } from './columns/soft-column.ts';
import { StringColumn } from './columns/string-column.ts';
import { PreferenceColumns } from './preferences/preference-columns.ts';
import { RowBitmap } from './row-bitmap.ts';
import { topPositions } from './top-k.ts';
import { VectorColumns } from './vector-columns.ts';

const FIRST_CAPACITY = 1024;

export class ReferenceIndex implements PlainIndex {
  readonly definition: DomainDefinition;
  readonly codes = null;
  readonly #rowByUserId = new Map<string, number>();
  readonly #userIds: (string | null)[] = [];
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #preferences: PreferenceColumns;
  readonly #vectors = new VectorColumns();
  #capacity = 0;
  #live = RowBitmap.empty(0);
  #complete = RowBitmap.empty(0);
  #updatedAtMs = new Float64Array(0);
  #ties = new Uint32Array(0);
  #sequence: ChangeSequence;
  #encoderId: string;

  /** `encoderId`: the encoder whose vectors are compared; without one, none are. */
  constructor(definition: DomainDefinition, sequence: ChangeSequence, encoderId = '') {
    this.definition = definition;
    this.#sequence = sequence;
    this.#encoderId = encoderId;
    this.#columns = new Map(definition.fields.map((field) => [field.name, newColumn(field)]));
    this.#preferences = new PreferenceColumns(definition);
  }

  get sequence(): ChangeSequence {
    return this.#sequence;
  }

  get encoderId(): string {
    return this.#encoderId;
  }

  get size(): number {
    return this.#rowByUserId.size;
  }

  get holes(): number {
    return this.rowLimit - this.size;
  }

  get slack(): number {
    return 0;
  }

  get rowLimit(): number {
    return this.#userIds.length;
  }

  memory(): Readonly<Record<string, number>> {
    let columns = this.#updatedAtMs.byteLength + this.#ties.byteLength;
    for (const column of this.#columns.values()) columns += column.bytes;
    return {
      columns,
      bitmaps: this.#live.bytes + this.#complete.bytes,
      preferences: this.#preferences.bytes,
      vectors: this.#vectors.bytes,
      // Estimated heap of a short string in a map and in an array: 61 bytes.
      ids: 61 * this.#rowByUserId.size,
    };
  }

  apply({ upserts, deletes, sequence }: IndexChanges): void {
    for (const profile of upserts) this.#upsert(profile);
    for (const userId of deletes) this.#delete(userId);
    this.#sequence = sequence;
  }

  addVectors(encoderId: string, vectors: readonly StoredVector[]): void {
    for (const { userId, vector } of vectors) {
      const row = this.#rowByUserId.get(userId);
      if (row !== undefined) this.#vectors.add(row, encoderId, vector);
    }
  }

  compareBy(encoderId: string): void {
    this.#encoderId = encoderId;
  }

  dropOtherVectors(): void {
    this.#vectors.keepOnly(this.#encoderId);
  }

  rowOf(userId: string): RowNumber | null {
    return (this.#rowByUserId.get(userId) as RowNumber | undefined) ?? null;
  }

  userIdOf(row: RowNumber): string | null {
    return this.#userIds[row] ?? null;
  }

  isLive(row: RowNumber): boolean {
    return this.#live.has(row);
  }

  async select(steps: readonly NarrowingStep[], signal?: AbortSignal): Promise<Narrowed> {
    signal?.throwIfAborted();
    const dropped: Record<string, number> = {};
    let left = this.all();
    for (const step of steps) {
      const next = this.#narrowed(left, step);
      dropped[step.reason] = (dropped[step.reason] ?? 0) + left.size - next.size;
      left = next;
    }
    return { selection: held(left), dropped };
  }

  async rank(
    selection: HeldSelection,
    { plain }: Pick<RankScoring, 'plain'>,
    { topK, minScore }: RankCut,
    signal?: AbortSignal,
  ): Promise<TopRows> {
    const rows = selection.rows();
    const { scores, forward, backward } = await plain(rows);
    signal?.throwIfAborted();
    const best = this.topK(rows, scores, topK, minScore);
    const pick = (values: Float64Array) => Float64Array.from(best, (position) => values[position]!);
    return {
      rows: best.map((position) => rows[position]!),
      scores: pick(scores),
      forward: pick(forward),
      backward: backward && pick(backward),
      belowMinScore: scores.reduce((count, score) => (score >= minScore ? count : count + 1), 0),
    };
  }

  async nearest(
    selection: HeldSelection,
    { encoderId, query, k, withoutVector }: NearestSearch,
    signal?: AbortSignal,
  ): Promise<NearestRows> {
    signal?.throwIfAborted();
    const rows = selection.rows();
    const cosines = Float64Array.from(this.similarities(rows, query, encoderId));
    const best = this.topK(rows, cosines, k, Number.NEGATIVE_INFINITY);
    const unknown = cosines.map((cosine) => (Number.isNaN(cosine) ? 0 : Number.NaN));
    const others = this.topK(rows, unknown, withoutVector, Number.NEGATIVE_INFINITY);
    return {
      rows: best.map((position) => rows[position]!),
      cosines: Float64Array.from(best, (position) => cosines[position]!),
      withoutVector: others.map((position) => rows[position]!),
    };
  }

  #narrowed(left: RowBitmap, step: NarrowingStep): RowBitmap {
    if ('drop' in step) return left.without(step.drop);
    if ('accepts' in step) return left.and(this.accepting(step.accepts));
    return left.and(step.keep === 'complete' ? this.#complete : this.filter(step.keep));
  }

  all(): RowBitmap {
    return this.#live.copy();
  }

  complete(): RowBitmap {
    return this.#complete.copy();
  }

  filter(clauses: Clauses): RowBitmap {
    const rows = this.all();
    for (const clause of clauses) rows.keep(this.#test(clause));
    return rows;
  }

  accepting(counterpart: Counterpart): RowBitmap {
    const rows = this.all();
    this.#preferences.restrict(rows, counterpart);
    return rows;
  }

  blocking(userId: string): readonly RowNumber[] {
    return this.#preferences.blockersOf(userId) as readonly RowNumber[];
  }

  column(field: string): ColumnView {
    const column = this.#columns.get(field);
    if (column === undefined)
      throw new Error(`the index of ${this.definition.domain} has no column «${field}»`);
    return column.view;
  }

  updatedAtColumn(): Float64Array {
    return this.#updatedAtMs;
  }

  valueOf(row: RowNumber, field: string): FieldValue | undefined {
    return this.#columns.get(field)?.valueOf(row);
  }

  hasValue(row: RowNumber, field: string): boolean {
    return this.#columns.get(field)?.view.present[row] === 1;
  }

  placeOf(row: RowNumber, field: string): KeyedPoint | undefined {
    const column = this.#columns.get(field);
    return column instanceof GeoColumn ? column.placeOf(row) : undefined;
  }

  updatedAtMs(row: RowNumber): number {
    return this.#updatedAtMs[row] ?? Number.NaN;
  }

  similarities(rows: Uint32Array, query: Float32Array, encoderId: string): Float32Array {
    return this.#vectors.similarities(rows, query, encoderId);
  }

  vectorOf(row: RowNumber, encoderId: string): Float32Array | null {
    return this.#vectors.vectorOf(row, encoderId);
  }

  topK(rows: Uint32Array, scores: Float64Array, k: number, minScore: number): Uint32Array {
    return topPositions(
      scores,
      k,
      minScore,
      (a, b) => this.#isBefore(rows[a]!, rows[b]!),
      (position) => this.#live.has(rows[position] as RowNumber),
    );
  }

  #isBefore(a: number, b: number): boolean {
    const order = this.#ties[a]! - this.#ties[b]!;
    if (order !== 0) return order < 0;
    return compareIds(this.#userIds[a] ?? '', this.#userIds[b] ?? '') < 0;
  }

  #test(clause: Clause): RowTest {
    const column = this.#columns.get(clause.field);
    if (column !== undefined) return column.passes(clause);
    return clause.op === 'exists' && !clause.value ? () => true : nothingPasses;
  }

  #upsert({ row: profile, profileVector }: IndexedProfile): void {
    const row = this.#rowByUserId.get(profile.userId) ?? this.#append(profile.userId);
    for (const field of this.definition.fields) {
      const values = field.kind === 'derived' ? profile.derived : profile.fields;
      this.#columns.get(field.name)!.put(row, own(values, field.name), own(profile.places, field.name));
    }
    this.#preferences.put(row, boundPreferences(profile));
    this.#vectors.put(row, profileVector);
    this.#updatedAtMs[row] = Date.parse(profile.updatedAt);
    if (profile.complete) this.#complete.set(row);
    else this.#complete.clear(row);
  }

  #append(userId: string): number {
    const row = this.#userIds.length;
    if (row >= this.#capacity) this.#reserve(Math.max(FIRST_CAPACITY, 2 * this.#capacity));
    this.#userIds.push(userId);
    this.#rowByUserId.set(userId, row);
    this.#ties[row] = tieBreak(userId);
    this.#live.set(row);
    return row;
  }

  #delete(userId: string): void {
    const row = this.#rowByUserId.get(userId);
    if (row === undefined) return;
    for (const column of this.#columns.values()) column.put(row, undefined, undefined);
    this.#preferences.put(row, noPreferences);
    this.#vectors.put(row, null);
    this.#updatedAtMs[row] = Number.NaN;
    this.#ties[row] = 0;
    this.#live.clear(row);
    this.#complete.clear(row);
    this.#userIds[row] = null;
    this.#rowByUserId.delete(userId);
  }

  #reserve(capacity: number): void {
    this.#capacity = capacity;
    for (const column of this.#columns.values()) column.reserve(capacity);
    this.#preferences.reserve(capacity);
    this.#live = this.#live.widened(capacity);
    this.#complete = this.#complete.widened(capacity);
    this.#updatedAtMs = grown(this.#updatedAtMs, capacity, Number.NaN);
    this.#ties = grown(this.#ties, capacity);
  }
}

function newColumn(field: FieldDefinition): Column {
  if (field.kind === 'soft') return new SoftColumn();
  if (isGeo(field)) return new GeoColumn();
  switch (field.type) {
    case 'integer':
    case 'number':
      return new NumberColumn();
    case 'boolean':
      return new EnumColumn(field);
    case 'enum':
      return field.multiple ? new SetColumn(field) : new EnumColumn(field);
    case 'string':
      return new StringColumn();
  }
}

function boundPreferences({ preferences: { effective }, places }: IndexedRow) {
  return { ...effective, clauses: bindPreferenceOrigin(effective.clauses, places) };
}

function held(rows: RowBitmap): HeldSelection {
  return {
    size: rows.size,
    has: (row) => rows.has(row),
    rows: () => rows.rows(),
    release: () => undefined,
  };
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
