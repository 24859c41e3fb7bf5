/**
 * Blocked ids of erased people: nothing may be stored for them until the block is lifted. The store keeps a
 * keyed hash of tenant and id, never the id. Writes of profiles and of appended rows check it in their
 * transaction.
 */
import type { TenantId } from '../../contract/brands.ts';

export interface BlockStore {
  /** The blocked ones of the ids. Costs one read of an empty range where the tenant has no blocks. */
  among(tenant: TenantId, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Blocks an id by its mark (`PersonStore.marks`). */
  add(tenant: TenantId, mark: string): Promise<void>;
  /** False if the id was not blocked. */
  lift(tenant: TenantId, userId: string): Promise<boolean>;
}
