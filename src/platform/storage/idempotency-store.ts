/** Idempotency keys and the answers that belong to them. */
import type { TenantId } from '../../contract/brands.ts';

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

/** A key that `owner` has claimed. */
export interface ClaimedKey {
  readonly tenant: TenantId;
  readonly route: string;
  readonly key: string;
  readonly owner: string;
}

/** The server that carries a request out. */
interface KeyOwner {
  /** Unique among all servers, past ones included. */
  readonly owner: string;
  /** How long it counts as alive, from now on. */
  readonly leaseMs: number;
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
   * Claims a key for a request. A claim whose lease is over is taken over: its owner died. `in_progress`: of
   * `owner`, whose lease lasts another `leftMs`. `erased`: the request or its answer named a person who has
   * been erased since.
   */
  claim(
    claim: KeyClaim & KeyOwner & { readonly tenant: TenantId },
  ): Promise<
    | { readonly state: 'claimed' }
    | { readonly state: 'in_progress'; readonly owner: string | null; readonly leftMs: number }
    | { readonly state: 'mismatch' }
    | { readonly state: 'erased' }
    | { readonly state: 'done'; readonly answer: StoredAnswer }
  >;
  /** The owner lives: its lease begins anew. Without the claim it changes nothing. */
  renew(key: ClaimedKey, leaseMs: number): Promise<void>;
  /**
   * `people`: the ids of the people in the answer. The answer is not kept when one of them was erased
   * meanwhile, or when another server has taken the claim over.
   */
  finish(key: ClaimedKey, answer: StoredAnswer, people: readonly string[]): Promise<void>;
  /** Frees the key, after any answer but a 2xx. */
  release(key: ClaimedKey): Promise<void>;
}
