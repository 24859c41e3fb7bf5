/**
 * The candidate index of one tenant and domain: typed columns over dense row numbers. It is derived from the
 * store and follows the store's change feed. This file is the interface. It has two implementations, which
 * give the same rows and the same scores: `segments/` serves, and `reference/` defines the meaning in plain
 * code. Queries are programs (`query-program.ts`), whose tables refer to values by their codes
 * (`index-codes.ts`).
 *
 * N = rows, D = vector dimensions.
 *
 * A match awaits between its stages, and changes are applied meanwhile. Therefore a row number is never
 * reused for another person within one index. An update keeps the row, a delete ends it for good, and a
 * person who is stored again gets a new row. At the end of a match `isLive` and `userIdOf` show which rows
 * were deleted meanwhile.
 *
 * Values that do not fit the schema were stored under an earlier version of it. A value of another type
 * counts as absent. An enum value that is no longer listed is a value like any other.
 *
 * Cuts at `top_k` break ties by `tieBreak(userId)`: a 32-bit hash, smaller first, then user_id by bytes. The
 * order is stable across rebuilds and does not follow the alphabet. The final order of a match breaks ties by
 * user_id.
 */
import type { ChangeSequence, RowNumber, TenantId } from '../../contract/brands.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldValue, FieldValues } from '../../domains/field.ts';
import type { Clauses } from '../../domains/filter.ts';
import type { IndexUse } from '../../platform/storage/index-use-store.ts';
import type { IndexedProfile, StoredVector } from '../../platform/storage/store.ts';
import type { IndexCodes, KeyedPoint } from './index-codes.ts';
import type { PersonEffectRows, Scoring } from './query-program.ts';

export interface CandidateIndex {
  readonly definition: DomainDefinition;
  /** The codes that a program's tables refer to. */
  readonly codes: IndexCodes;
  /** Changes up to and including this sequence are in the index. */
  readonly sequence: ChangeSequence;
  /**
   * The encoder whose vectors a match compares. Every row that has a vector has one of this encoder. Vectors
   * of another encoder may be loading beside them.
   */
  readonly encoderId: string;
  /** Live rows. */
  readonly size: number;
  /** Memories that the rows lie in. */
  readonly segments: number;
  /** Rows of deleted people. Their memory is freed when the index is compacted. */
  readonly holes: number;
  /** Unused bytes, 0 unless they are worth freeing (`IndexEngine.closeSlack`). */
  readonly slack: number;
  /** Above every row number. */
  readonly rowLimit: number;
  /** Bytes in use, by part (columns, vectors, ids, …). */
  memory(): Readonly<Record<string, number>>;

  /**
   * A row that is rewritten keeps only the vector that comes with the change; those of other encoders are
   * dropped.
   */
  apply(changes: IndexChanges): void;
  /**
   * Adds vectors of one encoder beside those of others. Vectors of users that are not in the index are
   * ignored.
   */
  addVectors(encoderId: string, vectors: readonly StoredVector[]): void;
  /**
   * From now on the vectors of this encoder are compared. The others stay for matches that are in progress.
   */
  compareBy(encoderId: string): void;
  /** Drops every vector of an encoder that is not compared. */
  dropOtherVectors(): void;

  /**
   * Sets the prices of these users' exposure; users that are not in the index are ignored. Prices are no part
   * of a profile: they change no row, no sequence and no snapshot. A rewritten row keeps its price.
   */
  setPrices(prices: readonly ExposurePrice[]): void;
  /** In log-odds, rounded to f32; 0 where none was set. */
  priceOf(row: RowNumber): number;

  rowOf(userId: string): RowNumber | null;
  /** null once the row was deleted. */
  userIdOf(row: RowNumber): string | null;
  isLive(row: RowNumber): boolean;

  /**
   * All live rows, or those of them that `among` lists or holds, narrowed by the rules in their order.
   * Rejects with the signal's reason once it is aborted. `examples`: also reports the rows that each step
   * drops, at most so many of each kind.
   */
  select(
    steps: readonly NarrowingStep[],
    signal?: AbortSignal,
    among?: Iterable<RowNumber> | HeldSelection | null,
    examples?: number,
  ): Promise<Narrowed>;

  /**
   * The rows of a selection with the highest scores: at most `topK`, each at least `minScore`, ties by
   * `tieBreak`. With `priced`, the highest after the price of their exposure.
   */
  rank(selection: HeldSelection, scoring: RankScoring, cut: RankCut, signal?: AbortSignal): Promise<TopRows>;
  /** The rows of a selection with the highest cosine, as `similarities` computes it; ties by `tieBreak`. */
  nearest(selection: HeldSelection, search: NearestSearch, signal?: AbortSignal): Promise<NearestRows>;

  /** Rows that name this user in their block list. */
  blocking(userId: string): readonly RowNumber[];

  /**
   * The value of a hard or derived field, undefined where the row lacks it. Soft texts are not in the index.
   */
  valueOf(row: RowNumber, field: string): FieldValue | undefined;
  /** Whether the row has the field, soft fields included. */
  hasValue(row: RowNumber, field: string): boolean;
  placeOf(row: RowNumber, field: string): KeyedPoint | undefined;
  updatedAtMs(row: RowNumber): number;

  /**
   * Cosine similarity in [-1, 1] of the query [D] with each row's vector. NaN where the row has no vector of
   * this encoder, and where either vector is the zero vector (a text without a known word).
   */
  similarities(rows: Uint32Array, query: Float32Array, encoderId: string): Float32Array;
  /** The row's vector [D]; null where it has none of this encoder. */
  vectorOf(row: RowNumber, encoderId: string): Float32Array | null;
  hasVector(row: RowNumber, encoderId: string): boolean;

  /**
   * Positions in the parallel arrays `rows` and `scores` of the k highest scores, best first, ties by
   * `tieBreak`. Scores below `minScore`, NaN and deleted rows are left out. Positions let the caller look up
   * further numbers of a row. Scores have 64 bits, so that a threshold compares exactly as the response
   * prints it.
   */
  topK(rows: Uint32Array, scores: Float64Array, k: number, minScore: number): Uint32Array;
}

/**
 * A rule that narrows a selection. Rules are applied in their order to all live rows. A dropped row is
 * counted once, under the reason of the first rule that drops it.
 */
export type NarrowingStep = { readonly reason: string } & (
  | { readonly drop: readonly RowNumber[] }
  | { readonly keep: 'complete' }
  /**
   * Rows that pass every clause. `within_km` clauses carry their origin; no row passes one without an origin.
   */
  | { readonly keep: Clauses }
  /**
   * Rows whose preferences accept a counterpart of these values and places. Their block lists count, too,
   * unless `blockLists` is `ignored`.
   */
  | { readonly accepts: Counterpart; readonly blockLists?: 'ignored' }
);

export interface Narrowed {
  readonly selection: HeldSelection;
  /** Dropped rows by reason; every reason of the steps is present, 0 where no row was dropped. */
  readonly dropped: Readonly<Record<string, number>>;
  /** The same by step. */
  readonly droppedBySteps: readonly number[];
  /** By step; only where `examples` was given. */
  readonly examined?: readonly ExaminedStep[];
}

/** The rows that one step drops. */
export interface ExaminedStep {
  /** How many rows no other step drops. */
  readonly alone: number;
  /** The first of these, ascending. */
  readonly aloneRows: Uint32Array;
  /** The first rows that this step is the first to drop, ascending. */
  readonly droppedRows: Uint32Array;
}

/**
 * Selected rows, held in memory that the workers share until it is released. A row that is deleted later
 * stays in the selection; readers skip it.
 */
export interface HeldSelection {
  readonly size: number;
  has(row: RowNumber): boolean;
  /** Ascending; 4 bytes a row. For selections that are known to be small, and for stages that are off. */
  rows(): Uint32Array;
  /** Frees the memory. The selection must not be read afterwards. A second call does nothing. */
  release(): void;
}

export interface ExposurePrice {
  readonly userId: string;
  /** Log-odds, at least 0. */
  readonly price: number;
}

export interface RankScoring {
  readonly program: Scoring;
  /** For the program's `personEffects`; null where the program has none. */
  readonly personEffects: PersonEffectRows | null;
}

export interface RankCut {
  readonly topK: number;
  readonly minScore: number;
}

/** Best first. */
export interface TopRows {
  readonly rows: Uint32Array;
  /** The numbers that order the rows: scores, less the price of exposure where the program says so. */
  readonly scores: Float64Array;
  /**
   * Log-odds of both directions before shrinkage and calibration; `backward` is null where only one counts.
   */
  readonly forward: Float64Array;
  readonly backward: Float64Array | null;
  /** How many rows of the selection have a score below `minScore`, without prices. */
  readonly belowMinScore: number;
}

export interface NearestSearch {
  readonly encoderId: string;
  /** [D] */
  readonly query: Float32Array;
  readonly k: number;
  /** How many rows without a cosine to return in addition. */
  readonly withoutVector: number;
  /** Take exact cosines of about this many rows only, those of least Hamming distance; null: of all rows. */
  readonly preselect: number | null;
}

export interface NearestRows {
  /** Nearest first. */
  readonly rows: Uint32Array;
  readonly cosines: Float64Array;
  readonly withoutVector: Uint32Array;
}

export interface Counterpart {
  readonly userId: string;
  readonly values: FieldValues;
  readonly places: Readonly<Record<string, KeyedPoint>>;
}

export interface IndexChanges {
  readonly upserts: readonly IndexedProfile[];
  readonly deletes: readonly string[];
  readonly sequence: ChangeSequence;
}

/** Called before the index takes in changes of these users; null: before it is released. */
export type PeopleChanged = (index: CandidateIndex, userIds: readonly string[] | null) => void;

/** The definition in force for a tenant's domain; null where the tenant has none. */
export type WarmDefinition = (tenant: TenantId, domain: string) => Promise<DomainDefinition | null>;

export interface WarmOptions {
  readonly inUse?: readonly Pick<IndexUse, 'tenant' | 'domain'>[];
  /** Opens no further index; one in the making ends with the registry. */
  readonly signal?: AbortSignal;
}

/**
 * Opens, follows and closes the indexes, one for each tenant and domain. `index/open-index-registry.ts`
 * implements it over the store.
 */
export interface IndexRegistry {
  /**
   * The index, caught up with everything written before the call. Throws 503 `warming_up` while it is first
   * built.
   */
  ready(tenant: TenantId, definition: DomainDefinition): Promise<CandidateIndex>;
  /**
   * At startup, opens the indexes that were in use, the last used first, and then loads those with large
   * snapshots, as far as memory allows. An index that cannot be opened is left out.
   */
  warm(definitionOf: WarmDefinition, options?: WarmOptions): Promise<void>;
  /** The open indexes that matches have asked, and when. */
  uses(): readonly IndexUse[];
  /** Counts an index as not used until the next match asks for it. */
  forgetUse(tenant: TenantId, domain: string): void;
  /** Builds the index, however long it takes, before a match asks for it. */
  prepare(tenant: TenantId, definition: DomainDefinition): Promise<void>;
  /** Saves and releases indexes that are not to be kept and were not used for `idleMs`. */
  releaseIdle(
    keep: (index: { readonly tenant: TenantId; readonly domain: string }) => boolean,
    idleMs: number,
  ): Promise<void>;
  /** For `/metrics` and `/readyz`. */
  stats(): readonly {
    readonly tenant: string;
    readonly domain: string;
    readonly rows: number;
    readonly bytes: number;
    /** `bytes` by part (columns, vectors, ids, …). */
    readonly parts: Readonly<Record<string, number>>;
    /** False while the index is first built; `rows` then counts the rows read so far. */
    readonly built: boolean;
    readonly segments: number;
    /** Changes up to and including this sequence are in the index. */
    readonly sequence: number;
  }[];
  /** Live rows of the open index with the most; null where none is open. */
  rowsOf(tenant: string, domain: string): number | null;
  /**
   * Throws 503 `overloaded` where the indexes use all the memory they may. Called before people are written.
   */
  assertRoom(): void;
  /** Saves the snapshots that are due before it closes. */
  close(): Promise<void>;
}
