/** Idempotency keys and the answers that belong to them. */
import type { TenantId } from '../contract/brands.ts';

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
}

/** A key in use: its request's fingerprint, and the answer; null while the request is in progress. */
export interface KnownKey {
  readonly fingerprint: string;
  readonly answer: StoredAnswer | null;
}

/** A request's wish to use a key. */
interface KeyClaim {
  readonly route: string;
  readonly key: string;
  /** SHA-256 of path and canonical body, hex. */
  readonly fingerprint: string;
  /** Ids of the people in the request. */
  readonly people: readonly string[];
  readonly nowMs: number;
  readonly ttlMs: number;
}

/** A key that is claimed and answered in the transaction of its work. */
export interface AnsweredClaim extends KeyClaim {
  /** Kept with the key, and returned byte for byte when the key is used again. */
  readonly answer: StoredAnswer;
}

export interface IdempotencyStore {
  /** Reads without claiming. null: the key is unused or expired, or only `claim` can decide. */
  find(tenant: TenantId, route: string, key: string, nowMs: number): Promise<KnownKey | null>;
  /**
   * Reads many keys without claiming them; unused and expired ones are absent. `erased`: the request or its
   * answer named a person who has been erased since.
   */
  findMany(
    tenant: TenantId,
    route: string,
    keys: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, KnownKey | 'erased'>>;
  /**
   * Claims a key for a request. A claim older than `staleAfterMs` whose owner died is taken over. `erased`:
   * the request or its answer named a person who has been erased since.
   */
  claim(
    claim: KeyClaim & { readonly tenant: TenantId; readonly staleAfterMs: number },
  ): Promise<
    | { readonly state: 'claimed' }
    | { readonly state: 'in_progress' }
    | { readonly state: 'mismatch' }
    | { readonly state: 'erased' }
    | { readonly state: 'done'; readonly answer: StoredAnswer }
  >;
  /**
   * `people`: the ids of the people in the answer. The answer is not kept when one of them was erased
   * meanwhile.
   */
  finish(
    tenant: TenantId,
    route: string,
    key: string,
    answer: StoredAnswer,
    people: readonly string[],
  ): Promise<void>;
  /** Frees the key, after any answer but a 2xx. */
  release(tenant: TenantId, route: string, key: string): Promise<void>;
}
