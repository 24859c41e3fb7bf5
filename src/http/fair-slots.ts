/**
 * A number of slots that tenants share. One rule decides: a tenant is given a slot while any is free, or while it
 * holds fewer than its share. The share is the number of slots divided by the number of tenants that hold one, the
 * asking tenant counted.
 *
 * So a lone tenant may use every slot, and its load never keeps a tenant out that is below its share. The price: the
 * slots may be exceeded for a while, since a slot that was given is not taken back. With N slots and T tenants at most
 * N + N/2 + … + N/T are held, each term rounded up.
 */
import type { TenantId } from '../contract/brands.ts';

export interface FairSlots {
  /** False: the tenant gets none now. */
  take(tenant: TenantId): boolean;
  /** Gives one back that was taken. */
  leave(tenant: TenantId): void;
  readonly taken: number;
}

export function createFairSlots(slots: number): FairSlots {
  const held = new Map<TenantId, number>();
  let taken = 0;
  return {
    take: (tenant) => {
      const own = held.get(tenant) ?? 0;
      const tenants = own === 0 ? held.size + 1 : held.size;
      if (taken >= slots && own * tenants >= slots) return false;
      held.set(tenant, own + 1);
      taken++;
      return true;
    },
    leave: (tenant) => {
      const left = held.get(tenant)! - 1;
      if (left === 0) held.delete(tenant);
      else held.set(tenant, left);
      taken--;
    },
    get taken() {
      return taken;
    },
  };
}
