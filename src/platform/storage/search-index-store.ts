/**
 * The state of the indexes that a search engine outside of the database holds: which one serves a tenant's
 * domain, and how far it has come. Matches read the name of the index and its watermark in one row, so the
 * two always belong together.
 *
 * Invariants: every change up to the watermark is found in the index, and no change after `writing` is in it.
 * Optimistic lock: a change of a row with an outdated `lockToken` is ignored, so only one of two indexers
 * continues.
 */
import type { ChangeSequence, TenantId } from '../../contract/brands.ts';

/**
 * `asked`: the operator wants another one; there is no index yet. `building`: not all people have been
 * written. `written`: it catches up with the changes since. `retired`: another one serves, or the domain is
 * in memory again; it is dropped soon.
 */
type SearchIndexState = 'asked' | 'building' | 'written' | 'serving' | 'retired';

export interface SearchIndex {
  readonly tenantId: TenantId;
  readonly domain: string;
  /** Version of the definition. */
  readonly version: number;
  /** As the engine calls it. */
  readonly name: string;
  readonly state: SearchIndexState;
  /**
   * Every change up to and including this sequence is found. While the index is being built, this holds for
   * the people written so far.
   */
  readonly watermark: ChangeSequence;
  /** No later change is in the index. */
  readonly writing: ChangeSequence;
  /**
   * Token of the optimistic lock: random, and new whenever `writing` changes. The index itself has it, too,
   * so that a restored store or index is noticed.
   */
  readonly lockToken: string;
  /** The token before; null: none. */
  readonly previousLockToken: string | null;
  /** The last person written first, in the order of the ids; null: none yet. */
  readonly writtenTo: string | null;
  /** The last match over a retired index, or its retirement. Epoch ms; null: not retired. */
  readonly usedAtMs: number | null;
  /** Epoch ms. */
  readonly createdAtMs: number;
}

export type SearchIndexChange = Partial<
  Pick<SearchIndex, 'state' | 'watermark' | 'writing' | 'lockToken' | 'previousLockToken' | 'writtenTo'>
>;

type Key = Pick<SearchIndex, 'tenantId' | 'name'>;

export interface SearchIndexStore {
  /** The indexes of all tenants, by tenant, domain and time of creation. */
  all(): Promise<readonly SearchIndex[]>;
  /** The serving index, if any, is the first. Cheap. */
  ofDomain(tenant: TenantId, domain: string): Promise<readonly SearchIndex[]>;
  /** False where the domain has another one in the same state, `asked` or `building`. */
  add(index: SearchIndex): Promise<boolean>;
  /** False, and nothing changes, where the row has another token. */
  change(key: Key, lockToken: string, values: SearchIndexChange): Promise<boolean>;
  /** The index serves, and those of its domain that did are retired. False as for `change`. */
  serve(key: Key, lockToken: string, nowMs: number): Promise<boolean>;
  /** Retires all indexes of the domain, of any version. Returns whether there were some. */
  retire(tenant: TenantId, domain: string, nowMs: number): Promise<boolean>;
  /** A match reads a retired index, which stays for some time longer. */
  noteUse(key: Key, nowMs: number): Promise<void>;
  /** True where there was one. */
  remove(key: Key): Promise<boolean>;
}
