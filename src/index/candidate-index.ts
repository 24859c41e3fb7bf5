/**
 * The candidate index of one tenant and domain: typed columns over dense row numbers. It is derived from the
 * store and follows the store's change feed. This file is the interface. `reference/` is the plain
 * implementation and defines the meaning: a faster implementation must give the same rows and the same
 * scores.
 *
 * N = rows, D = vector dimensions. A `Selection` is a bitmap over rows. Deleted rows are in no selection.
 *
 * A match awaits between its stages, and changes are applied meanwhile. Therefore a row number is never
 * reused for another person within one index. An update keeps the row, a delete ends it for good, and a
 * person who is stored again gets a new row. At the end of a match `isLive` and `userIdOf` show which rows
 * were deleted meanwhile. A column view must be fetched again after every await, because growth replaces its
 * arrays.
 *
 * Values that do not fit the schema were stored under an earlier version of it. A value of another type
 * counts as absent. An enum value that is no longer listed is a value like any other.
 *
 * Cuts at `top_k` break ties by `tieBreak(userId)`: a 32-bit hash, smaller first, then user_id by bytes. The
 * order is stable across rebuilds and does not follow the alphabet. The final order of a match breaks ties by
 * user_id.
 */
import type { ChangeSequence, RowNumber, TenantId } from '../contract/brands.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { FieldValue, FieldValues } from '../domains/field.ts';
import type { Clauses } from '../domains/filter.ts';
import type { Place } from '../domains/place.ts';
import type { IndexedProfile, StoredVector } from '../storage/store.ts';
import type { IndexCodes } from './index-codes.ts';
import type { Scoring } from './query-program.ts';

export type CandidateIndex = PlainIndex | CodedIndex;

/** The members that both kinds of index share. */
interface AnyIndex {
  readonly definition: DomainDefinition;
  /** Changes up to and including this sequence are in the index. */
  readonly sequence: ChangeSequence;
  /**
   * The encoder whose vectors a match compares. Every row that has a vector has one of this encoder. Vectors
   * of another encoder may be loading beside them.
   */
  readonly encoderId: string;
  /** Live rows. */
  readonly size: number;
  /** Rows of deleted people. Their memory is freed when the index is compacted. */
  readonly holes: number;
  /** Unused bytes, 0 unless they are worth freeing (`IndexEngine.closeSlack`). */
  readonly slack: number;
  /** Above every row number. Column views have at least this many entries. */
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

  rowOf(userId: string): RowNumber | null;
  /** null once the row was deleted. */
  userIdOf(row: RowNumber): string | null;
  isLive(row: RowNumber): boolean;

  /**
   * All live rows, narrowed by the rules in their order. Rejects with the signal's reason once it is aborted.
   */
  select(steps: readonly NarrowingStep[], signal?: AbortSignal): Promise<Narrowed>;

  /**
   * The rows of a selection with the highest scores: at most `topK`, each at least `minScore`, ties by
   * `tieBreak`.
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
  placeOf(row: RowNumber, field: string): Pick<Place, 'lat' | 'lon' | 'key'> | undefined;
  updatedAtMs(row: RowNumber): number;

  /**
   * Cosine similarity in [-1, 1] of the query [D] with each row's vector. NaN where the row has no vector of
   * this encoder, and where either vector is the zero vector (a text without a known word).
   */
  similarities(rows: Uint32Array, query: Float32Array, encoderId: string): Float32Array;
  /** The row's vector [D]; null where it has none of this encoder. */
  vectorOf(row: RowNumber, encoderId: string): Float32Array | null;

  /**
   * Positions in the parallel arrays `rows` and `scores` of the k highest scores, best first, ties by
   * `tieBreak`. Scores below `minScore`, NaN and deleted rows are left out. Positions let the caller look up
   * further numbers of a row. Scores have 64 bits, so that a threshold compares exactly as the response
   * prints it.
   */
  topK(rows: Uint32Array, scores: Float64Array, k: number, minScore: number): Uint32Array;
}

/** An index whose columns are arrays on the heap, open to plain loops: the reference. */
export interface PlainIndex extends AnyIndex {
  readonly codes: null;
  all(): Selection;
  /**
   * Rows that pass every clause. `within_km` clauses carry their origin; no row passes one without an origin.
   */
  filter(clauses: Clauses): Selection;
  /** Rows that may be candidates (complete under the domain's rule). */
  complete(): Selection;
  /** Rows whose preferences, block list included, accept a counterpart of these values and places. */
  accepting(counterpart: Counterpart): Selection;

  /** A field's whole column, for loops over many rows. Throws for a name that the schema does not have. */
  column(field: string): ColumnView;
  /** Epoch ms by row. */
  updatedAtColumn(): Float64Array;
}

/** An index that is queried by compiled programs, which refer to values by their codes. */
export interface CodedIndex extends AnyIndex {
  readonly codes: IndexCodes;
}

/**
 * One column as typed arrays by row number, read-only. `present[row]` is 1 where the row has the field, else
 * 0. A soft field has presence alone. Entries of deleted rows read as absent.
 */
export type ColumnView =
  | NumberColumnView
  | EnumColumnView
  | SetColumnView
  | StringColumnView
  | GeoColumnView
  | SoftColumnView;

interface Presence {
  readonly present: Uint8Array;
}

/** `integer` and `number`: NaN where absent. */
export interface NumberColumnView extends Presence {
  readonly kind: 'number';
  readonly values: Float64Array;
}

/** `enum` with one value, and `boolean` (values "false", "true"): 0 where absent, else `values[code - 1]`. */
export interface EnumColumnView extends Presence {
  readonly kind: 'enum';
  readonly codes: Uint16Array;
  /** The values of the schema in its order, then values that only rows of an earlier version have. */
  readonly values: readonly string[];
}

/** `enum` with `multiple`: value v of `values` is held when `bits[row * words + (v >>> 5)] >>> (v & 31) & 1`. */
export interface SetColumnView extends Presence {
  readonly kind: 'set';
  readonly words: number;
  readonly bits: Uint32Array;
  readonly values: readonly string[];
}

/** Hard and derived strings, interned: 0 where absent. */
export interface StringColumnView extends Presence {
  readonly kind: 'string';
  readonly codes: Uint32Array;
  /** Codes are 1 … codeLimit - 1. */
  readonly codeLimit: number;
  textOf(code: number): string;
  /** 0 for a text that no row holds. */
  codeOf(text: string): number;
}

/** `present` refers to the text. Where the text has no resolved place, degrees are NaN and the code is 0. */
export interface GeoColumnView extends Presence {
  readonly kind: 'geo';
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  /** Interned place keys: equal codes, same place. */
  readonly codes: Uint32Array;
  readonly codeLimit: number;
  /** The place's key. */
  textOf(code: number): string;
  /** 0 for a place key that no row holds. */
  codeOf(key: string): number;
}

export interface SoftColumnView extends Presence {
  readonly kind: 'soft';
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
  /** Rows whose preferences, block list included, accept a counterpart of these values and places. */
  | { readonly accepts: Counterpart }
);

export interface Narrowed {
  readonly selection: HeldSelection;
  /** Dropped rows by reason; every reason of the steps is present, 0 where no row was dropped. */
  readonly dropped: Readonly<Record<string, number>>;
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

/**
 * One score a row in two forms: plain code, which defines the meaning, and a program that gives the same
 * bits.
 */
export interface RankScoring {
  /** Scores of these ascending rows; used where there is no program for this index. */
  readonly plain: (rows: Uint32Array) => Promise<ScoredRows>;
  readonly program: Scoring | null;
  /**
   * Rows of the index, ascending, with their points and shrinkage [rows × 2] for the program's
   * `personEffects`.
   */
  readonly personEffects: {
    readonly rows: Uint32Array;
    readonly points: Float64Array;
    readonly shrinkage: Float64Array;
  } | null;
}

/** By row [N]. */
export interface ScoredRows {
  readonly scores: Float64Array;
  /**
   * Log-odds of both directions before shrinkage and calibration; `backward` is null where only one counts.
   */
  readonly forward: Float64Array;
  readonly backward: Float64Array | null;
}

export interface RankCut {
  readonly topK: number;
  readonly minScore: number;
}

export interface TopRows extends ScoredRows {
  /** Best first. */
  readonly rows: Uint32Array;
  /** How many rows of the selection have a score below `minScore`. */
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

/** A set of rows. */
export interface Selection {
  readonly size: number;
  has(row: RowNumber): boolean;
  and(other: Selection): Selection;
  without(rows: Iterable<RowNumber>): Selection;
  /** Ascending. */
  rows(): Uint32Array;
}

export interface Counterpart {
  readonly userId: string;
  readonly values: FieldValues;
  readonly places: Readonly<Record<string, Pick<Place, 'lat' | 'lon' | 'key'>>>;
}

export interface IndexChanges {
  readonly upserts: readonly IndexedProfile[];
  readonly deletes: readonly string[];
  readonly sequence: ChangeSequence;
}

/** The definition in force for a tenant's domain; null where the tenant has none. */
export type WarmDefinition = (tenant: TenantId, domain: string) => Promise<DomainDefinition | null>;

/**
 * Opens, follows and closes the indexes, one for each tenant and domain. `index/follow.ts` implements it over
 * the store.
 */
export interface IndexRegistry {
  /** The index, caught up with everything written before the call. Throws 503 `warming_up` while it is first built. */
  ready(tenant: TenantId, definition: DomainDefinition): Promise<CandidateIndex>;
  /** Loads large indexes from their snapshots at startup, the largest first, as far as memory allows. */
  warm(definitionOf: WarmDefinition): Promise<void>;
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
  }[];
  /**
   * Throws 503 `overloaded` where the indexes use all the memory they may. Called before people are written.
   */
  assertRoom(): void;
  /** Saves what is due before it closes. */
  close(): Promise<void>;
}
