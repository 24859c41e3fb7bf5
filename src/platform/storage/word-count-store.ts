/**
 * How many texts of a workspace have each word. Only hashes are stored, and only of words that at least two
 * people use, so that a row holds nothing of a single person.
 */
import type { TenantId } from '../../contract/brands.ts';

export interface WordCountStore {
  /** null: none are counted. */
  wordCounts(tenant: TenantId, domain: string): Promise<StoredWordCounts | null>;
  /** As `wordCounts`, without the counts themselves. */
  wordCountState(tenant: TenantId, domain: string): Promise<WordCountState | null>;
  /** Replaces the counts of the domain. Every process serves them from its next match on. */
  keepWordCounts(counts: StoredWordCounts): Promise<void>;
}

/** The first count of a domain is made twice: an erasure during it has no row in which it is noted. */
export const NOT_KNOWN = -1;

export interface WordCountState {
  /** Changes with the counts. */
  readonly version: string;
  /** People of the domain when it was counted. */
  readonly people: number;
  /** Erasures of people of the domain since its words were first counted. */
  readonly erasures: number;
  /** Erasures before this count began; `NOT_KNOWN` where none could be noted. */
  readonly countedErasures: number;
  /** ISO 8601, UTC. */
  readonly countedAt: string;
}

export interface StoredWordCounts extends Omit<WordCountState, 'erasures'> {
  readonly tenantId: TenantId;
  readonly domain: string;
  /** Texts that were counted. */
  readonly texts: number;
  /** Words of all of them, with repetitions. */
  readonly words: number;
  /** Pairs of a word's hash and the number of texts that have it, u32, by hash. */
  readonly counts: Uint32Array;
}
