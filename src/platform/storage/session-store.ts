/**
 * Sessions of the console and the one-time links that open one, for all processes on one store. A token is
 * found by its hash; the token itself is never stored. A session or link that has ended is deleted.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Scope } from './scopes.ts';

export interface ConsoleLink {
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly tenantId: TenantId;
  /** The id of the key; of a session also that of the member that it stands for. */
  readonly keyId: string;
  /** A subset of the scopes of the key. */
  readonly scopes: readonly Scope[];
  /** Epoch milliseconds, as all times here. */
  readonly createdAtMs: number;
  /** From this time on the token counts for nothing. */
  readonly expiresAtMs: number;
}

export interface ConsoleSession extends ConsoleLink {
  /** Exact to a minute. */
  readonly usedAtMs: number;
}

export interface SessionStore {
  /** Ends the sessions with the hashes `replaced` in the same transaction. */
  create(session: ConsoleSession, replaced: readonly string[]): Promise<void>;
  /** Also an expired session, until housekeeping deletes it. */
  find(hash: string): Promise<ConsoleSession | null>;
  noteUse(hash: string, nowMs: number): Promise<void>;
  end(hashes: readonly string[]): Promise<void>;
  /** Ends the sessions of a key and its links. Returns the number of sessions that had not expired. */
  endOfKey(tenant: TenantId, keyId: string, nowMs: number): Promise<number>;
  /** Sessions that have not expired, of all tenants where `tenant` is null; by key, oldest first. */
  list(tenant: TenantId | null, nowMs: number): Promise<readonly ConsoleSession[]>;

  /** Sessions of these keys that have not expired, by key id; keys without one are left out. */
  countOfKeys(
    keys: readonly { readonly tenantId: TenantId; readonly keyId: string }[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, number>>;

  addLink(link: ConsoleLink): Promise<void>;
  findLink(hash: string): Promise<ConsoleLink | null>;
  /**
   * Uses the link up and creates the session, as `create` does. Exactly one of several concurrent calls
   * succeeds. `gone`: the link is used up or expired, and nothing was changed.
   */
  exchangeLink(
    linkHash: string,
    session: ConsoleSession,
    replaced: readonly string[],
  ): Promise<'created' | 'gone'>;

  /** Deletes expired sessions and links of all tenants. Returns how many. */
  forgetExpired(nowMs: number): Promise<number>;
}

/** A session stands for a key or for a member, whose ids begin differently. */
export const credentialKind = (id: string) => (id.startsWith('mem_') ? 'member' : 'key');

const MARK_LENGTH = 12;

/** Tells the sessions of a key apart, in logs. It opens nothing: it is a part of a hash. */
export const sessionMark = (hash: string) => hash.slice(0, MARK_LENGTH);
