/** The spending of tenants, kept in the store by UTC day. */
import type { SpendingStore } from '../storage/spending-store.ts';
import type { SpendingAccounts } from './spend-limiter.ts';

/** `clock`: epoch milliseconds. */
export function createSpendingAccounts(store: SpendingStore, clock: () => number): SpendingAccounts {
  const today = () => new Date(clock()).toISOString().slice(0, 10);
  return {
    spentToday: async (tenant) => (await store.spentOn(tenant, today())).usd,
    add: (tenant, usd, { input, output }) =>
      store.spend(tenant, today(), { usd, inputTokens: input, outputTokens: output }),
  };
}
