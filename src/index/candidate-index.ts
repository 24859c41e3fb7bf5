/**
 * The candidate index of one tenant and domain: typed columns over dense row numbers, derived from the store and
 * following its change feed. This file is the interface; `reference/` is its plain implementation and its meaning:
 * a faster one must give the same rows and the same scores.
 *
 * N = rows, D = vector dimensions. A `Selection` is a bitmap over rows. Rows that were deleted are in no selection.
 *
 * A match awaits between its stages, and changes are applied meanwhile. Therefore a row number is never given to
 * another person within one index: an update keeps the person's row, a delete ends it for good, and who comes back
 * gets a new one. `isLive` and `userIdOf` tell at the end of a match who has gone. Column views are taken anew
 * after every await: growth replaces the arrays under them.
 *
 * Values that the schema does not have (stored under an earlier version of it): a value of another type counts as
 * absent, an enum value that is no longer listed is a value like any other.
 *
 * Cuts at `top_k` break ties by `tieBreak(userId)` (a 32-bit hash, smaller first, then user_id by bytes): stable
 * across rebuilds, and no alphabet decides who is shown. The final order of a match breaks ties by user_id.
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

/** What every index does. */
interface AnyIndex {
  readonly definition: DomainDefinition;
  /** Everything up to here is in the index. */
  readonly sequence: ChangeSequence;
  /** Whose vectors it has of everybody: those that a match compares. Those of another may be coming in beside them. */
  readonly encoderId: string;
  /** Live rows. */
  readonly size: number;
  /** Rows of the deleted, whose room comes back when the index is compacted. */
  readonly holes: number;
  /** Bytes held for nothing that are worth giving back (`IndexEngine.closeSlack`). */
  readonly slack: number;
  /** Every row number is below; column views have at least that many entries. */
  readonly rowLimit: number;
  /** Bytes held, by part (columns, vectors, ids, …). */
  memory(): Readonly<Record<string, number>>;

  /** Rows that are written anew lose their vectors of every encoder but their head's. */
  apply(changes: IndexChanges): void;
  /** Vectors of one encoder beside those of others; people who are not in the index are passed over. */
  addVectors(encoderId: string, vectors: readonly StoredVector[]): void;
  /** From now on these vectors are compared. Those of others stay for the matches that are under way. */
  compareBy(encoderId: string): void;
  /** Lets go of every vector that is not compared. */
  dropOtherVectors(): void;

  rowOf(userId: string): RowNumber | null;
  /** null once the row was deleted. */
  userIdOf(row: RowNumber): string | null;
  isLive(row: RowNumber): boolean;

  /** All live rows, narrowed down by the rules. Rejects with the signal's reason once it is aborted. */
  select(steps: readonly NarrowingStep[], signal?: AbortSignal): Promise<Narrowed>;

  /** The best of a selection: at most `topK`, of scores of at least `minScore`; equal ones by `tieBreak`. */
  rank(selection: HeldSelection, scoring: RankScoring, cut: RankCut, signal?: AbortSignal): Promise<TopRows>;
  /** The nearest of a selection by cosine, as `similarities` has them; equal ones by `tieBreak`. */
  nearest(selection: HeldSelection, search: NearestSearch, signal?: AbortSignal): Promise<NearestRows>;

  /** Rows that name this user in their block list. */
  blocking(userId: string): readonly RowNumber[];

  /** What a hard or derived field holds: undefined where the row lacks it. Soft texts are not in the index. */
  valueOf(row: RowNumber, field: string): FieldValue | undefined;
  /** Whether the row has the field: soft ones, too. */
  hasValue(row: RowNumber, field: string): boolean;
  placeOf(row: RowNumber, field: string): Pick<Place, 'lat' | 'lon' | 'key'> | undefined;
  updatedAtMs(row: RowNumber): number;

  /**
   * Cosine similarity in [-1, 1] of the query [D] with each row's vector; NaN where there is none: the row has no
   * vector of this encoder, or row or query is the zero vector (a text without a known word).
   */
  similarities(rows: Uint32Array, query: Float32Array, encoderId: string): Float32Array;
  /** The row's vector [D], null where there is none of this encoder. */
  vectorOf(row: RowNumber, encoderId: string): Float32Array | null;

  /**
   * The k best of the parallel arrays `rows` and `scores`: their positions in them, best first, equal scores by
   * `tieBreak`. Scores below `minScore`, NaN and rows that were deleted never pass. (Positions, so that whoever keeps more than
   * one number a row can follow; 64 bits, so that a threshold means what the answer shows.)
   */
  topK(rows: Uint32Array, scores: Float64Array, k: number, minScore: number): Uint32Array;
}

/** An index whose columns are arrays on the heap, to be looped over by whoever likes: the reference. */
export interface PlainIndex extends AnyIndex {
  readonly codes: null;
  all(): Selection;
  /** Rows that pass every clause. `within_km` clauses carry their origin; one without lets nothing pass. */
  filter(clauses: Clauses): Selection;
  /** Rows that may be candidates (complete under the domain's rule). */
  complete(): Selection;
  /** Rows whose preferences, block list included, accept a counterpart of these values and places. */
  accepting(counterpart: Counterpart): Selection;

  /** A field's whole column, for loops over many rows; throws for a name that the schema does not have. */
  column(field: string): ColumnView;
  /** Epoch ms by row. */
  updatedAtColumn(): Float64Array;
}

/** An index that is asked by compiled programs, which speak of values by their codes. */
export interface CodedIndex extends AnyIndex {
  readonly codes: IndexCodes;
}

/**
 * One column as typed arrays by row number, read-only. `present[row]` is 1 where the row has the field, else 0;
 * that holds for soft fields too, of which nothing else is kept. Entries of deleted rows read as absent.
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
  /** The schema's values first, in its order, then others that rows hold. */
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

/** `present` speaks of the text; degrees are NaN and codes 0 where it is not resolved to a place. */
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
 * A rule that narrows a selection down. Rules are applied in their order to all live rows; whom a rule drops is counted
 * under its reason, and counted once: under the first that drops them.
 */
export type NarrowingStep = { readonly reason: string } & (
  | { readonly drop: readonly RowNumber[] }
  | { readonly keep: 'complete' }
  /** Rows that pass every clause. `within_km` clauses carry their origin; one without lets nothing pass. */
  | { readonly keep: Clauses }
  /** Rows whose preferences, block list included, accept a counterpart of these values and places. */
  | { readonly accepts: Counterpart }
);

export interface Narrowed {
  readonly selection: HeldSelection;
  /** By reason, every one that was asked for, 0 where it dropped nobody. */
  readonly dropped: Readonly<Record<string, number>>;
}

/**
 * Rows that were chosen, kept where the workers find them until it is released. Rows deleted since stay in it and are
 * passed over by whatever reads it.
 */
export interface HeldSelection {
  readonly size: number;
  has(row: RowNumber): boolean;
  /** Ascending. Four bytes a row: for selections that are known to be small, and for stages that are off. */
  rows(): Uint32Array;
  /** Gives its memory back; nothing of it may be asked afterwards. Twice is harmless. */
  release(): void;
}

/** One score a row, said twice: as plain code, which is the meaning, and as a program that gives the same bits. */
export interface RankScoring {
  /** Of these rows, ascending; read where there is no program for this index. */
  readonly plain: (rows: Uint32Array) => Promise<ScoredRows>;
  readonly program: Scoring | null;
  /** Rows of the index, ascending, with points and shares [rows × 2] for the program's `people`. */
  readonly people: {
    readonly rows: Uint32Array;
    readonly points: Float64Array;
    readonly shares: Float64Array;
  } | null;
}

/** By row [N]. */
export interface ScoredRows {
  readonly scores: Float64Array;
  /** Log-odds of both directions before shares and calibration; `backward` null where only one counts. */
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
  /** How many of the selection did not reach `minScore`. */
  readonly belowMinScore: number;
}

export interface NearestSearch {
  readonly encoderId: string;
  /** [D] */
  readonly query: Float32Array;
  readonly k: number;
  /** How many rows without a cosine are wanted beside. */
  readonly withoutVector: number;
  /** Exact cosines only for about so many rows, those of least Hamming distance; null: of all. */
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

/** The definition in force of a tenant's domain; null where it has none. */
export type WarmDefinition = (tenant: TenantId, domain: string) => Promise<DomainDefinition | null>;

/** Opens, follows and closes indexes; one a tenant and domain. `index/follow.ts` implements it over the store. */
export interface IndexRegistry {
  /** The index, caught up with everything written before the call. Throws 503 `warming_up` while it is first built. */
  ready(tenant: TenantId, definition: DomainDefinition): Promise<CandidateIndex>;
  /** Reads back large indexes that were kept, the largest first, as far as there is memory: before the first is asked for. */
  warm(definitionOf: WarmDefinition): Promise<void>;
  /** For `/metrics` and `/readyz`. */
  stats(): readonly {
    readonly tenant: string;
    readonly domain: string;
    readonly rows: number;
    readonly bytes: number;
    /** The same by part (columns, vectors, ids, …). */
    readonly parts: Readonly<Record<string, number>>;
    /** False while the index is first built: `rows` are those that it has so far. */
    readonly built: boolean;
  }[];
  /** Throws 503 `overloaded` where the indexes have taken all memory that they may: asked before people are written. */
  assertRoom(): void;
  /** What has to be kept is kept first. */
  close(): Promise<void>;
}
