/**
 * The candidate index of one tenant and domain: typed columns over dense row numbers, derived from the store and
 * following its change feed. This file is the interface; `reference/` is its plain implementation and its meaning:
 * a faster one must give the same rows and the same scores.
 *
 * N = rows, D = vector dimensions. A `Selection` is a bitmap over rows. Rows that were deleted are in no selection.
 * Cuts at `top_k` break ties by `tieBreak(userId)` (a 32-bit hash, smaller first, then user_id by bytes): stable
 * across rebuilds, and no alphabet decides who is shown. The final order of a match breaks ties by user_id.
 */
import type { ChangeSequence, RowNumber } from '../contract/brands.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { FieldValue, FieldValues } from '../domains/field.ts';
import type { Clauses } from '../domains/filter.ts';
import type { Place } from '../domains/place.ts';
import type { StoredProfile } from '../storage/store.ts';

export interface CandidateIndex {
  readonly definition: DomainDefinition;
  /** Everything up to here is in the index. */
  readonly sequence: ChangeSequence;
  /** Live rows. */
  readonly size: number;
  /** Bytes held, by part (columns, vectors, ids, …). */
  memory(): Readonly<Record<string, number>>;

  apply(changes: IndexChanges): void;

  rowOf(userId: string): RowNumber | null;
  userIdOf(row: RowNumber): string;

  all(): Selection;
  /** Rows that pass every clause. `within_km` clauses carry their origin. */
  filter(clauses: Clauses): Selection;
  /** Rows that may be candidates (complete under the domain's rule). */
  complete(): Selection;
  /** Rows whose preferences accept a counterpart of these values and places. */
  accepting(counterpart: Counterpart): Selection;
  /** Rows that name this user in their block list. */
  blocking(userId: string): readonly RowNumber[];

  /** What a column holds, for score look-ups: undefined where the row lacks the field. */
  valueOf(row: RowNumber, field: string): FieldValue | undefined;
  placeOf(row: RowNumber, field: string): Pick<Place, 'lat' | 'lon' | 'key'> | undefined;
  updatedAtMs(row: RowNumber): number;

  /** Cosine similarity in [-1, 1] of the query [D] with each row's vector; NaN where a row has none of this encoder. */
  similarities(rows: Uint32Array, query: Float32Array, encoderId: string): Float32Array;
  /** The row's vector [D], null where there is none of this encoder. */
  vectorOf(row: RowNumber, encoderId: string): Float32Array | null;

  /**
   * The k best of the parallel arrays `rows` and `scores`: their positions in them, best first, equal scores by
   * `tieBreak`. Scores below `minScore` never pass; NaN never passes. (Positions, so that whoever keeps more than
   * one number a row can follow; 64 bits, so that a threshold means what the answer shows.)
   */
  topK(rows: Uint32Array, scores: Float64Array, k: number, minScore: number): Uint32Array;
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
  readonly upserts: readonly StoredProfile[];
  readonly deletes: readonly string[];
  readonly sequence: ChangeSequence;
}

/** Opens, follows and closes indexes; one a tenant and domain. `index/follow.ts` implements it over the store. */
export interface IndexRegistry {
  /** The index, caught up with everything written before the call. Throws 503 `warming_up` while it is first built. */
  ready(
    tenant: import('../contract/brands.ts').TenantId,
    definition: DomainDefinition,
  ): Promise<CandidateIndex>;
  /** For `/metrics` and `/readyz`. */
  stats(): readonly {
    readonly tenant: string;
    readonly domain: string;
    readonly rows: number;
    readonly bytes: number;
  }[];
  close(): Promise<void>;
}
