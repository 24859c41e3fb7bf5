/**
 * The candidate index in plain objects and loops: an object a row, and every query is interpreted row by row.
 * It defines the meaning of the interface. Tests compare it with `rowPasses` and with the comparators of
 * ranking, and compare the segmented index with it. An update replaces its row in place; a delete ends the
 * row for good.
 */
import type { ChangeSequence, RowNumber } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import { dequantizeVector, type QuantizedVector } from '../../../platform/storage/quantized-vector.ts';
import type { IndexedProfile, StoredVector } from '../../../platform/storage/store.ts';
import { BlockLists } from '../block-lists.ts';
import type {
  CandidateIndex,
  ExposurePrice,
  HeldSelection,
  IndexChanges,
  Narrowed,
  NarrowingStep,
  NearestRows,
  NearestSearch,
  RankCut,
  RankScoring,
  TopRows,
} from '../candidate-index.ts';
import { encodeProfile } from '../codes/encode-profile.ts';
import { IndexDictionaries } from '../codes/index-dictionaries.ts';
import type { IndexCodes, KeyedPoint } from '../index-codes.ts';
import { compileNarrowing } from '../program/compile-narrowing.ts';
import { countsByReason, rowsNamedBy } from '../program/narrowing-steps.ts';
import type { QueryProgram } from '../query-program.ts';
import { compareIds, tieBreak } from '../tie-break.ts';
import { topPositions } from '../top-positions.ts';
import { interpretProgram, type ProgramResult } from './interpret-program.ts';
import type { ScoredRow } from './interpret-scoring.ts';
import { cosineOfVector, type ProgramRows } from './program-rows.ts';
import {
  comparableVector,
  heldPositions,
  isPresent,
  programRows,
  type ReferenceRow,
} from './reference-rows.ts';

/** Estimated bytes of a row's objects and id, without its vectors. */
const ROW_BYTES = 600;

export class ReferenceIndex implements CandidateIndex {
  readonly definition: DomainDefinition;
  readonly #dictionaries: IndexDictionaries;
  readonly #rowByUserId = new Map<string, number>();
  /** By row number; null for deleted rows. */
  readonly #rows: (ReferenceRow | null)[] = [];
  readonly #blocks = new BlockLists();
  readonly #positions: ReadonlyMap<string, number>;
  /** Prices of exposure above 0, by row number. */
  readonly #prices = new Map<number, number>();
  /** Dimension of each encoder's vectors. */
  readonly #dimensions = new Map<string, number>();
  sequence: ChangeSequence;
  encoderId: string;

  /** `encoderId`: the encoder whose vectors are compared; without one, none are. */
  constructor(definition: DomainDefinition, sequence: ChangeSequence, encoderId = '') {
    this.definition = definition;
    this.sequence = sequence;
    this.encoderId = encoderId;
    this.#dictionaries = new IndexDictionaries(definition);
    this.#positions = new Map(definition.fields.map(({ name }, position) => [name, position]));
  }

  get codes(): IndexCodes {
    return this.#dictionaries;
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
    return this.#rows.length;
  }

  readonly segments = 1;

  memory(): Readonly<Record<string, number>> {
    let vectors = 0;
    for (const row of this.#rows) {
      for (const { codes, halves } of row?.vectors.values() ?? [])
        vectors += codes.byteLength + (halves?.byteLength ?? 0);
    }
    return {
      rows: ROW_BYTES * this.size,
      vectors,
      dictionaries: this.#dictionaries.bytes,
      blocks: this.#blocks.bytes,
    };
  }

  apply({ upserts, deletes, sequence }: IndexChanges): void {
    for (const profile of upserts) this.#upsert(profile);
    for (const userId of deletes) this.#delete(userId);
    this.sequence = sequence;
  }

  addVectors(encoderId: string, vectors: readonly StoredVector[]): void {
    for (const { userId, vector } of vectors) {
      const row = this.#rowByUserId.get(userId);
      if (row !== undefined) this.#putVector(this.#rows[row]!, encoderId, vector);
    }
  }

  setPrices(prices: readonly ExposurePrice[]): void {
    for (const { userId, price } of prices) {
      const row = this.#rowByUserId.get(userId);
      if (row !== undefined) this.#prices.set(row, Math.fround(price));
    }
  }

  priceOf(row: RowNumber): number {
    return this.#prices.get(row) ?? 0;
  }

  compareBy(encoderId: string): void {
    this.encoderId = encoderId;
  }

  dropOtherVectors(): void {
    for (const encoderId of this.#dimensions.keys()) {
      if (encoderId === this.encoderId) continue;
      this.#dimensions.delete(encoderId);
      for (const row of this.#rows) row?.vectors.delete(encoderId);
    }
  }

  rowOf(userId: string): RowNumber | null {
    return (this.#rowByUserId.get(userId) as RowNumber | undefined) ?? null;
  }

  userIdOf(row: RowNumber): string | null {
    return this.#rows[row]?.userId ?? null;
  }

  isLive(row: RowNumber): boolean {
    return this.#rows[row] != null;
  }

  async select(
    steps: readonly NarrowingStep[],
    signal?: AbortSignal,
    among: Iterable<RowNumber> | HeldSelection | null = null,
    examples?: number,
  ): Promise<Narrowed> {
    signal?.throwIfAborted();
    const listed = among && new Set<number>(Symbol.iterator in among ? among : among.rows());
    const rules = compileNarrowing(this.definition, this.#dictionaries, steps);
    const excluded = steps.map((step) => this.#namedBy(step));
    const answer = { kind: 'selection', ...(examples !== undefined && { examples }) } as const;
    const found = interpretProgram({ rules, answer }, this.#readRows(), {
      candidates: [...this.#rows.keys()].filter(
        (row) => this.#rows[row] !== null && (listed === null || listed.has(row)),
      ),
      excluded,
      personEffects: null,
    });
    return {
      selection: selectionOf(found.kept),
      dropped: countsByReason(steps, found.dropped),
      droppedBySteps: found.dropped,
      ...(found.examined !== undefined && {
        examined: found.examined.map(({ alone, aloneRows, droppedRows }) => ({
          alone,
          aloneRows: Uint32Array.from(aloneRows),
          droppedRows: Uint32Array.from(droppedRows),
        })),
      }),
    };
  }

  async rank(
    selection: HeldSelection,
    { program: scoring, personEffects }: RankScoring,
    { topK, minScore }: RankCut,
    signal?: AbortSignal,
  ): Promise<TopRows> {
    signal?.throwIfAborted();
    const program: QueryProgram = { rules: [], answer: { kind: 'best', scoring, k: topK, minScore } };
    const found = this.#interpret(program, selection, personEffects);
    const best = this.#cut(found.best, topK);
    return {
      rows: Uint32Array.from(best, ({ row }) => row),
      scores: Float64Array.from(best, ({ score }) => score),
      forward: Float64Array.from(best, ({ forward }) => forward),
      backward: scoring.aggregation === 'off' ? null : Float64Array.from(best, ({ backward }) => backward),
      belowMinScore: found.belowMinScore,
    };
  }

  /** Compares all rows exactly, whatever `preselect` says. */
  async nearest(
    selection: HeldSelection,
    { encoderId, query, k, withoutVector }: NearestSearch,
    signal?: AbortSignal,
  ): Promise<NearestRows> {
    signal?.throwIfAborted();
    this.#assertDimension(encoderId, query);
    const group = [...this.#dimensions.keys()].indexOf(encoderId);
    const search = { group, query, k, preselect: null, withoutVector };
    const found = this.#interpret({ rules: [], answer: { kind: 'nearest', search } }, selection, null);
    const near = this.#cut(found.best, k);
    return {
      rows: Uint32Array.from(near, ({ row }) => row),
      cosines: Float64Array.from(near, ({ score }) => score),
      withoutVector: Uint32Array.from(this.#cut(found.withoutVector, withoutVector), ({ row }) => row),
    };
  }

  blocking(userId: string): readonly RowNumber[] {
    return this.#blocks.blockersOf(userId) as readonly RowNumber[];
  }

  valueOf(row: RowNumber, field: string): FieldValue | undefined {
    const position = this.#positions.get(field);
    const encoded = position === undefined ? undefined : this.#rows[row]?.encoded.fields[position];
    switch (encoded?.kind) {
      case 'code':
        return encoded.present ? this.#dictionaries.valueOf(position!, encoded.code) : undefined;
      case 'number':
        return encoded.value;
      case 'set': {
        const names = this.#dictionaries.setValues(position!);
        const held = heldPositions(encoded.bits).map((bit) => names[bit]!);
        return held.length > 0 ? held : undefined;
      }
      case 'soft':
      case undefined:
        return undefined;
      default:
        return encoded satisfies never;
    }
  }

  hasValue(row: RowNumber, field: string): boolean {
    const position = this.#positions.get(field);
    const encoded = position === undefined ? undefined : this.#rows[row]?.encoded.fields[position];
    return encoded !== undefined && isPresent(encoded);
  }

  placeOf(row: RowNumber, field: string): KeyedPoint | undefined {
    const position = this.#positions.get(field);
    const encoded = position === undefined ? undefined : this.#rows[row]?.encoded.fields[position];
    return encoded?.kind === 'code' ? this.#dictionaries.placeOf(position!, encoded.code) : undefined;
  }

  updatedAtMs(row: RowNumber): number {
    return this.#rows[row]?.updatedAtMs ?? Number.NaN;
  }

  similarities(rows: Uint32Array, query: Float32Array, encoderId: string): Float32Array {
    this.#assertDimension(encoderId, query);
    return Float32Array.from(rows, (row) => {
      const vector = comparableVector(this.#rows[row], encoderId);
      return vector === null ? Number.NaN : cosineOfVector(vector, query);
    });
  }

  vectorOf(row: RowNumber, encoderId: string): Float32Array | null {
    const vector = this.#rows[row]?.vectors.get(encoderId);
    return vector === undefined ? null : dequantizeVector(vector);
  }

  hasVector(row: RowNumber, encoderId: string): boolean {
    return this.#rows[row]?.vectors.has(encoderId) ?? false;
  }

  topK(rows: Uint32Array, scores: Float64Array, k: number, minScore: number): Uint32Array {
    return topPositions(
      scores,
      k,
      minScore,
      (a, b) => this.#compareTied(rows[a]!, rows[b]!) < 0,
      (position) => this.isLive(rows[position] as RowNumber),
    );
  }

  #interpret(
    program: QueryProgram,
    selection: HeldSelection,
    personEffects: RankScoring['personEffects'],
  ): ProgramResult {
    const candidates = Array.from(selection.rows()).filter((row) => this.isLive(row as RowNumber));
    return interpretProgram(program, this.#readRows(), { candidates, excluded: [], personEffects });
  }

  /** The rows as programs read them. A vector group is a position in the list of encoders. */
  #readRows(): ProgramRows {
    const encoders = [...this.#dimensions.keys()];
    return programRows(this.#rows, this.definition.fields.length, encoders, this.#prices);
  }

  /** The first k in their final order. */
  #cut(found: readonly ScoredRow[], k: number): readonly ScoredRow[] {
    return found.toSorted((a, b) => b.score - a.score || this.#compareTied(a.row, b.row)).slice(0, k);
  }

  /** Orders rows of equal score. */
  #compareTied(a: number, b: number): number {
    const [one, other] = [this.#rows[a], this.#rows[b]];
    return (one?.tie ?? 0) - (other?.tie ?? 0) || compareIds(one?.userId ?? '', other?.userId ?? '');
  }

  /** Row numbers that a step drops. */
  #namedBy(step: NarrowingStep): readonly number[] {
    return rowsNamedBy(step, this.#blocks);
  }

  #upsert({ row: profile, profileVector }: IndexedProfile): void {
    const { userId } = profile;
    const number = this.#rowByUserId.get(userId) ?? this.#rows.length;
    const before = this.#rows[number];
    const row: ReferenceRow = {
      userId,
      tie: tieBreak(userId),
      updatedAtMs: Date.parse(profile.updatedAt),
      complete: profile.complete,
      encoded: encodeProfile(this.definition, this.#dictionaries, profile),
      vectors: new Map(),
    };
    if (profileVector !== null) this.#putVector(row, profileVector.encoderId, profileVector.vector);
    if (before != null) this.#release(before);
    this.#rows[number] = row;
    this.#rowByUserId.set(userId, number);
    this.#blocks.put(number, profile.preferences.effective.excludeUserIds);
  }

  #delete(userId: string): void {
    const number = this.#rowByUserId.get(userId);
    if (number === undefined) return;
    this.#release(this.#rows[number]!);
    this.#rows[number] = null;
    this.#rowByUserId.delete(userId);
    this.#blocks.put(number, []);
  }

  /** The row's codes have one holder less. */
  #release({ encoded }: ReferenceRow): void {
    for (const [field, encodedField] of encoded.fields.entries()) {
      if (encodedField.kind === 'code') this.#dictionaries.release(field, encodedField.code);
    }
    for (const [kind, id] of encoded.preferences.entries()) this.#dictionaries.releasePreference(kind, id);
  }

  #putVector(row: ReferenceRow, encoderId: string, vector: QuantizedVector): void {
    const dimension = this.#dimensions.get(encoderId) ?? vector.codes.length;
    if (dimension !== vector.codes.length) {
      throw new Error(
        `a vector of ${encoderId} has ${vector.codes.length} dimensions, its others have ${dimension}`,
      );
    }
    this.#dimensions.set(encoderId, dimension);
    row.vectors.set(encoderId, vector);
  }

  #assertDimension(encoderId: string, query: Float32Array): void {
    const dimension = this.#dimensions.get(encoderId) ?? query.length;
    if (dimension !== query.length) {
      throw new Error(`the query has ${query.length} dimensions, vectors of ${encoderId} have ${dimension}`);
    }
  }
}

function selectionOf(rows: readonly number[]): HeldSelection {
  const held = new Set(rows);
  return {
    size: rows.length,
    has: (row) => held.has(row),
    rows: () => Uint32Array.from(rows),
    release: () => undefined,
  };
}
