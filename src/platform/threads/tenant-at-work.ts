/** The tenant at work, known to everything that a request awaits. Threads and turns are shared out by it. */
import { AsyncLocalStorage } from 'node:async_hooks';

const tenants = new AsyncLocalStorage<string>();

export function workFor<Result>(tenant: string, work: () => Result): Result {
  return tenants.run(tenant, work);
}

/** Empty where the work is no tenant's. */
export function tenantAtWork(): string {
  return tenants.getStore() ?? '';
}
