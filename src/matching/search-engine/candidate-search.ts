/**
 * The first two stages of a match on a search engine outside of this process, for a domain that no machine's
 * memory holds. Hard filters, preferences both ways, block lists and the scorecard as numbers go down. Ids
 * and scores of the best people come up. This file is the interface. It hides rows, codes and vectors of the
 * engine: people are named by their user ids.
 *
 * The ordinary pipeline checks and scores the returned people again. So an engine may return a person that
 * the rules drop, but must return each that they keep, and its scores may differ by rounding. It never
 * returns an incomplete answer: where a part of it does not answer, the call throws an `ApiError` of status
 * 503.
 */
import type { ChangeSequence, TenantId } from '../../contract/brands.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { Clauses } from '../../domains/filter.ts';
import type { IndexedProfile } from '../../platform/storage/store.ts';
import type { Counterpart } from '../index/candidate-index.ts';
import type { RemoteScoring } from './remote-scoring.ts';

/** One index: the people of a tenant's domain under one version of its definition. */
export interface IndexOf {
  readonly tenant: TenantId;
  readonly definition: DomainDefinition;
}

/** As `NarrowingStep`, with user ids in place of rows. `within_km` clauses carry their origin. */
export type RemoteStep = { readonly reason: string } & (
  | { readonly drop: readonly string[] }
  /** Drops the people that have this user on their block list. */
  | { readonly blocking: string }
  | { readonly keep: 'complete' }
  | { readonly keep: Clauses }
  | { readonly accepts: Counterpart; readonly blockLists?: 'ignored' }
);

export interface RemoteQuery extends IndexOf {
  /** The name of the index to read; left out: the one that serves, with all of its shards. */
  readonly index?: string;
  /** In order; a person is counted under the first that drops them. */
  readonly steps: readonly RemoteStep[];
  /** Users whose documents may be out of date: neither returned nor counted. */
  readonly masked: readonly string[];
  /** null: light_ml is off, and the most recently active come first. */
  readonly scoring: RemoteScoring | null;
  /** At most `MAX_TOP_K`. */
  readonly topK: number;
  /** Whether to count the dropped people by reason, which costs a pass over the people for each step. */
  readonly counts: boolean;
}

export const MAX_TOP_K = 10_000;

export interface RemoteCandidates {
  /** Best first; equal scores by `tieBreak` of the id. */
  readonly userIds: readonly string[];
  /** 0 to 1, rounded to f32; NaN without a scoring. */
  readonly scores: Float64Array;
  /** People before the first step, without masked ones. */
  readonly total: number;
  /** People after the last step. */
  readonly passing: number;
  /** By reason; empty unless `counts`. */
  readonly dropped: Readonly<Record<string, number>>;
  /** How many people were scored. */
  readonly scored: number;
  /** Scored people below the scoring's `minScore`. */
  readonly belowMinScore: number;
  /** The bound on work left people unscored (`bound/bound-work.ts`). */
  readonly isBounded: boolean;
}

export interface CandidateSearch {
  best(query: RemoteQuery, signal?: AbortSignal): Promise<RemoteCandidates>;
}

/** A person as the store has them at `sequence`; null: erased. */
export interface DocumentChange {
  readonly userId: string;
  readonly sequence: ChangeSequence;
  readonly profile: IndexedProfile | null;
}

/**
 * Writes into one index. The change of a user with the highest sequence remains, also if changes are written
 * twice or in another order.
 */
export interface DocumentWriter {
  /**
   * Resolves once the changes are durable; they are found after `refresh`. `isFirstTry`: none of them was
   * written before, and all earlier writes are found, so less is looked up. Default no.
   */
  write(changes: readonly DocumentChange[], options?: { readonly isFirstTry?: boolean }): Promise<void>;
  /**
   * As `write`, for people that are written for the first time, which is cheaper. A person whose place
   * changed since an earlier try is found twice, until `write` gets that change.
   */
  fill(changes: readonly DocumentChange[]): Promise<void>;
  refresh(): Promise<void>;
  /** Documents that a search finds. */
  count(): Promise<number>;
}

/** An index of an engine outside, by the name that the engine gave it. */
export interface RemoteIndex {
  readonly name: string;
  readonly tenant: TenantId;
  readonly domain: string;
  readonly version: number;
  /** Whether searches of the tenant's domain under this version read it. */
  readonly isServing: boolean;
  readonly documents: number;
  readonly bytes: number;
  /** The indexer's last note (`note`); null: none. */
  readonly note: IndexNote | null;
  /** The store that it was made for; null: not known. */
  readonly owner: string | null;
  /**
   * Since when the index is known to be an orphan, which its store does not keep (`markOrphan`). Epoch ms;
   * null: it is not.
   */
  readonly orphanSinceMs: number | null;
}

export interface NewIndex {
  /** From `newName`. */
  readonly name: string;
  /** Names the store for good, as marks do not. */
  readonly owner: string;
  /** A random sample of the places of its people, by which people are assigned to shards. */
  readonly places: readonly Point[];
}

export interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** Kept with the index itself, so that it is lost with it. */
export interface IndexNote {
  /** Every change up to and including this sequence of the store is in the index, and found. */
  readonly watermark: ChangeSequence;
  /** Identifies the store that the sequences belong to; another store's sequences mean nothing. */
  readonly store: string;
}

export interface SearchIndexes {
  /** All indexes of this service, of one tenant or of all. */
  list(tenant?: TenantId): Promise<readonly RemoteIndex[]>;
  /** The index that serves; null where none does. */
  serving(of: IndexOf): Promise<RemoteIndex | null>;
  /** A name for an index that is to be made. */
  newName(of: IndexOf): string;
  /** A new, empty index that does not serve yet. */
  create(of: IndexOf, made: NewIndex): Promise<void>;
  writer(of: IndexOf, name: string): DocumentWriter;
  /** The index is known to be kept: it is no orphan. */
  note(name: string, note: IndexNote): Promise<void>;
  markOrphan(name: string, sinceMs: number): Promise<void>;
  /** Moves the alias in one step: from then on searches read this index, and the one before is not served. */
  serve(of: IndexOf, name: string): Promise<void>;
  drop(name: string): Promise<void>;
  /** Throws 503 where the engine is away, or where a shard of the index has no copy. */
  assertHealthy(name?: string): Promise<void>;
}
