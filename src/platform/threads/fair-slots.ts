/**
 * A number of slots that tenants share. A tenant gets a slot while any is free, or while it holds fewer than
 * its share. Its share is the number of slots divided by the number of tenants that hold one, itself
 * included; one slot at least.
 *
 * A lone tenant may therefore use every slot, and its load never keeps out a tenant below its share. The
 * price: more slots than N may be held for a while, since a slot is not taken back. With N slots and T
 * tenants at most N + N/2 + … + N/T are held, each term rounded up.
 */
export interface FairSlots {
  /** Whether `take` would give the tenant a slot. */
  mayTake(tenant: string): boolean;
  /** False: the tenant gets no slot now. */
  take(tenant: string): boolean;
  /** Releases one slot of the tenant. */
  leave(tenant: string): void;
  readonly taken: number;
}

export function createFairSlots(slots: number): FairSlots {
  const held = new Map<string, number>();
  let taken = 0;
  const mayTake = (tenant: string) => {
    const own = held.get(tenant) ?? 0;
    const sharers = own === 0 ? held.size + 1 : held.size;
    return own === 0 || taken < slots || own * sharers < slots;
  };
  return {
    mayTake,
    take: (tenant) => {
      if (!mayTake(tenant)) return false;
      held.set(tenant, (held.get(tenant) ?? 0) + 1);
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
