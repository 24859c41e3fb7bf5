/**
 * The candidate index as segments: columns in WebAssembly memory. Worker threads read them in place
 * (`query-workers.ts`) while the main thread writes rows (`block-versions.ts` defines what a reader may see).
 * Dictionaries, user ids and block lists belong to the main thread. A row takes a few hundred bytes of shared
 * memory.
 *
 * A query may read a row that was written after its program was compiled. Codes that are newer than the
 * program count as absent, and newer preferences as none. Where a row changed during a match, every row in
 * the response is checked again against the store.
 */
import { type ChangeSequence, type RowNumber, rowNumber } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import { dequantizeVector } from '../../../platform/storage/quantized-vector.ts';
import type { StoredVector } from '../../../platform/storage/store.ts';
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
import { IndexDictionaries } from '../codes/index-dictionaries.ts';
import type { KeyedPoint } from '../index-codes.ts';
import { compileNarrowing } from '../program/compile-narrowing.ts';
import { countsByReason, rowsNamedBy } from '../program/narrowing-steps.ts';
import type { QueryProgram } from '../query-program.ts';
import { topPositions } from '../top-positions.ts';
import { droppedNothing, joinExamined } from './query/examine-rules.ts';
import { bestOf, cutByIds } from './query/found-rows.ts';
import { segmentCosines } from './query/segment-cosines.ts';
import { newSharedSigns } from './query/shared-signs.ts';
import { PriceColumn } from './rows/price-column.ts';
import { firstRowOf } from './rows/row-numbers.ts';
import { RowReader } from './rows/row-reader.ts';
import { RowWriter, type WrittenParts } from './rows/row-writer.ts';
import { SegmentSelection } from './rows/segment-selection.ts';
import { signsOf } from './rows/signs-of.ts';
import type { Segment } from './segment.ts';
import type { QueryPart } from './workers/query-protocol.ts';
import { querySegments, type SegmentsQuery } from './workers/query-segments.ts';
import type { QueryWorkers } from './workers/query-workers.ts';

/** All parts of an index from which the rest is derived. */
interface IndexParts extends WrittenParts {
  readonly sequence: ChangeSequence;
  readonly encoderId: string;
}

export class SegmentedIndex implements CandidateIndex {
  readonly definition: DomainDefinition;
  readonly #workers: QueryWorkers;
  readonly #dictionaries: IndexDictionaries;
  readonly #segments: Segment[];
  readonly #blocks: BlockLists;
  readonly #writer: RowWriter;
  readonly #reader: RowReader;
  readonly #prices = new PriceColumn();
  sequence: ChangeSequence;
  encoderId: string;
  /** How often the compared encoder was switched. */
  #switches = 0;

  /** `encoderId`: the encoder whose vectors are compared; without one, none are. */
  constructor(
    definition: DomainDefinition,
    workers: QueryWorkers,
    start: { readonly sequence: ChangeSequence; readonly encoderId: string } | IndexParts,
  ) {
    const parts = 'segments' in start ? start : null;
    this.definition = definition;
    this.#workers = workers;
    this.sequence = start.sequence;
    this.encoderId = start.encoderId;
    this.#dictionaries = parts?.dictionaries ?? new IndexDictionaries(definition);
    this.#segments = parts?.segments ?? [];
    this.#blocks = parts?.blocks ?? new BlockLists();
    const [dictionaries, segments, blocks] = [this.#dictionaries, this.#segments, this.#blocks];
    this.#reader = new RowReader(definition, dictionaries, segments);
    const written = { dictionaries, segments, blocks, groups: parts?.groups ?? [] };
    this.#writer = new RowWriter(definition, workers, written);
  }

  get codes(): IndexDictionaries {
    return this.#dictionaries;
  }

  get size(): number {
    return this.#writer.size;
  }

  get holes(): number {
    return this.#segments.reduce((sum, { ids }) => sum + ids.rows - ids.live, 0);
  }

  get slack(): number {
    return this.#segments.reduce((sum, segment) => sum + (segment.isSlack ? segment.slackBytes : 0), 0);
  }

  get rowLimit(): number {
    const last = this.#segments.at(-1);
    return last === undefined ? 0 : firstRowOf(this.#segments.length - 1) + last.ids.rows;
  }

  /**
   * Grows with every written or ended row and every vector; a snapshot with the same number is up to date.
   */
  get changes(): number {
    return this.#writer.changes + this.#switches;
  }

  /** The current parts, for a snapshot. */
  get parts(): IndexParts {
    return {
      sequence: this.sequence,
      encoderId: this.encoderId,
      dictionaries: this.#dictionaries,
      segments: this.#segments,
      groups: this.#writer.groups,
      blocks: this.#blocks,
    };
  }

  get segments(): number {
    return this.#segments.length;
  }

  memory(): Readonly<Record<string, number>> {
    const sum = (bytesOf: (segment: Segment) => number) =>
      this.#segments.reduce((all, segment) => all + bytesOf(segment), 0);
    const vectors = sum((segment) => segment.vectorBytes);
    return {
      columns: sum((segment) => segment.bytes) - vectors,
      vectors,
      slack: sum(({ slackBytes }) => slackBytes),
      ids: sum(({ ids }) => ids.bytes),
      dictionaries: this.#dictionaries.bytes,
      blocks: this.#blocks.bytes,
      prices: this.#prices.bytes,
      scratch: sum(({ memory }) => memory.scratchBytes),
    };
  }

  apply({ upserts, deletes, sequence }: IndexChanges): void {
    for (const profile of upserts) this.#writer.upsert(profile);
    for (const userId of deletes) this.#writer.delete(userId);
    this.sequence = sequence;
  }

  setPrices(prices: readonly ExposurePrice[]): void {
    for (const { userId, price } of prices) {
      const row = this.#writer.rowOf(userId);
      if (row !== null) this.#prices.set(row, price);
    }
  }

  priceOf(row: RowNumber): number {
    return this.#prices.of(row);
  }

  addVectors(encoderId: string, vectors: readonly StoredVector[]): void {
    this.#writer.addVectors(encoderId, vectors);
  }

  compareBy(encoderId: string): void {
    this.encoderId = encoderId;
    this.#switches += 1;
  }

  dropOtherVectors(): void {
    this.#writer.keepVectorsOf(this.encoderId);
  }

  closeSlack(): Promise<void> {
    return this.#writer.closeSlack();
  }

  /** Restores the block list of a row from a snapshot; ignored for rows that are no longer live. */
  restoreBlocks(row: number, userIds: readonly string[]): void {
    if (this.isLive(rowNumber(row))) this.#blocks.put(row, userIds);
  }

  rowOf(userId: string): RowNumber | null {
    const row = this.#writer.rowOf(userId);
    return row === null ? null : rowNumber(row);
  }

  userIdOf(row: RowNumber): string | null {
    return this.#reader.userIdOf(row);
  }

  isLive(row: RowNumber): boolean {
    return this.#reader.isLive(row);
  }

  blocking(userId: string): readonly RowNumber[] {
    return this.#blocks.blockersOf(userId) as readonly RowNumber[];
  }

  valueOf(row: RowNumber, field: string): FieldValue | undefined {
    return this.#reader.valueOf(row, field);
  }

  hasValue(row: RowNumber, field: string): boolean {
    return this.#reader.hasValue(row, field);
  }

  placeOf(row: RowNumber, field: string): KeyedPoint | undefined {
    return this.#reader.placeOf(row, field);
  }

  updatedAtMs(row: RowNumber): number {
    return this.#reader.updatedAtMs(row);
  }

  similarities(rows: Uint32Array, query: Float32Array, encoderId: string): Float32Array {
    const group = this.#groupOf(encoderId);
    if (group < 0) return new Float32Array(rows.length).fill(Number.NaN);
    const { dimension } = this.#writer.groups[group]!;
    if (dimension !== query.length) {
      throw new Error(`the query has ${query.length} dimensions, vectors of ${encoderId} have ${dimension}`);
    }
    return segmentCosines(this.#segments, rows, query, group);
  }

  vectorOf(row: RowNumber, encoderId: string): Float32Array | null {
    const vector = this.#reader.vectorOf(row, this.#groupOf(encoderId));
    return vector === null ? null : dequantizeVector(vector);
  }

  hasVector(row: RowNumber, encoderId: string): boolean {
    return this.#reader.hasVector(row, this.#groupOf(encoderId));
  }

  topK(rows: Uint32Array, scores: Float64Array, k: number, minScore: number): Uint32Array {
    return topPositions(
      scores,
      k,
      minScore,
      (a, b) => this.#reader.isBefore(rowNumber(rows[a]!), rowNumber(rows[b]!)),
      (position) => this.isLive(rowNumber(rows[position]!)),
    );
  }

  async select(
    steps: readonly NarrowingStep[],
    signal?: AbortSignal,
    among: Iterable<RowNumber> | HeldSelection | null = null,
    examples?: number,
  ): Promise<Narrowed> {
    const capacities = this.#segments.map(({ layout }) => layout.capacity);
    const selection = new SegmentSelection(capacities);
    const within = among && withinOf(among, capacities);
    const rules = compileNarrowing(this.definition, this.#dictionaries, steps);
    const excluded = steps.map((step) => this.#namedBy(step));
    const program: QueryProgram = {
      rules,
      answer: { kind: 'selection', ...(examples !== undefined && { examples }) },
    };
    const parts = await this.#query(
      { program, excluded, selection, within, mayEstimate: false, personEffects: null },
      signal,
    );
    selection.size = parts.reduce((sum, { kept }) => sum + kept, 0);
    const droppedBySteps = steps.map((_, rule) => parts.reduce((sum, part) => sum + part.dropped[rule]!, 0));
    const narrowed = { selection, dropped: countsByReason(steps, droppedBySteps), droppedBySteps };
    if (examples === undefined) return narrowed;
    const examined = steps.map((_, rule) =>
      parts.reduce((all, part) => joinExamined(all, part.examined[rule]!, 0, examples), droppedNothing),
    );
    return { ...narrowed, examined };
  }

  async rank(
    selection: HeldSelection,
    { program: scoring, personEffects }: RankScoring,
    { topK, minScore }: RankCut,
    signal?: AbortSignal,
  ): Promise<TopRows> {
    const k = Math.min(topK, selection.size);
    const program: QueryProgram = { rules: [], answer: { kind: 'best', scoring, k, minScore } };
    const within = held(selection);
    const search = async (mayEstimate: boolean) => {
      const prices = scoring.priced === true ? this.#prices : null;
      const query = { program, excluded: [], selection: null, within, mayEstimate, personEffects, prices };
      const parts = await this.#query(query, signal);
      const lists = parts.map((part) => part.best);
      const best = this.#cut(lists, k);
      // A row that one thread dropped by its estimate may be kept by another: only above all thresholds is
      // every row found.
      const threshold = Math.max(...parts.map((part) => part.threshold));
      return {
        best,
        parts,
        isWhole: best.rows.length === k && (k === 0 || best.scores[k - 1]! >= threshold),
      };
    };
    // Where scores are below the least one, fewer rows are the right result: then nothing is estimated.
    const mayEstimate = !(minScore > 0);
    const first = await search(mayEstimate);
    const { best, parts } = mayEstimate && !first.isWhole ? await search(false) : first;
    return {
      rows: best.rows,
      scores: best.scores,
      forward: best.forward,
      backward: scoring.aggregation === 'off' ? null : best.backward,
      belowMinScore: parts.reduce((sum, { belowMinScore }) => sum + belowMinScore, 0),
    };
  }

  async nearest(
    selection: HeldSelection,
    { encoderId, query, k: wanted, withoutVector: others, preselect }: NearestSearch,
    signal?: AbortSignal,
  ): Promise<NearestRows> {
    const [k, withoutVector] = [Math.min(wanted, selection.size), Math.min(others, selection.size)];
    const group = this.#groupOf(encoderId);
    if (group < 0) return this.#withoutVectors(selection, withoutVector);
    for (const position of this.#segments.keys()) this.#writer.withGroup(position, group);
    const codes =
      preselect === null || preselect >= selection.size
        ? null
        : { code: signsOf(query), count: Math.max(k, preselect), shared: newSharedSigns(query.length) };
    const search = { group, query, k, preselect: codes, withoutVector };
    const program: QueryProgram = { rules: [], answer: { kind: 'nearest', search } };
    const within = held(selection);
    const parts = await this.#query(
      { program, excluded: [], selection: null, within, mayEstimate: false, personEffects: null },
      signal,
    );
    const near = this.#cut(
      parts.map((part) => part.best),
      k,
    );
    const far = this.#cut(
      parts.map((part) => part.withoutVector),
      withoutVector,
    );
    return { rows: near.rows, cosines: near.scores, withoutVector: far.rows };
  }

  /** The index gets no more queries; its memory is freed with the last query in progress. */
  release(): void {
    for (const { key } of this.#segments) this.#workers.detach(key);
  }

  #query(query: SegmentsQuery, signal: AbortSignal | undefined): Promise<readonly QueryPart[]> {
    return querySegments(this.#workers, this.#segments, query, signal);
  }

  #cut(parts: readonly QueryPart['best'][], k: number): QueryPart['best'] {
    return cutByIds(bestOf(parts, k), k, (a, b) => this.#reader.compareIds(rowNumber(a), rowNumber(b)));
  }

  /** Where no row has a vector of the encoder. */
  #withoutVectors(selection: HeldSelection, wanted: number): NearestRows {
    const rows = selection.rows();
    const first = this.topK(rows, new Float64Array(rows.length), wanted, 0);
    return {
      rows: new Uint32Array(0),
      cosines: new Float64Array(0),
      withoutVector: first.map((position) => rows[position]!),
    };
  }

  /** Row numbers that a step drops. */
  #namedBy(step: NarrowingStep): readonly number[] {
    return rowsNamedBy(step, this.#blocks);
  }

  /** Negative where no row has a vector of the encoder. */
  #groupOf(encoderId: string): number {
    return this.#writer.groups.findIndex((group) => group.encoderId === encoderId);
  }
}

/** The rows that a query reads at most. */
function withinOf(
  among: Iterable<RowNumber> | HeldSelection,
  capacities: readonly number[],
): SegmentSelection {
  return Symbol.iterator in among ? SegmentSelection.of(among, capacities) : held(among).resized(capacities);
}

function held(selection: HeldSelection): SegmentSelection {
  if (selection instanceof SegmentSelection) return selection;
  throw new Error('a selection of another index was given');
}
