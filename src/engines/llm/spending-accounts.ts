/** The spending of tenants, kept in the store by UTC day. */
import type { SpendingStore } from '../../platform/storage/spending-store.ts';
import type { SpendingAccounts } from './spend-limiter.ts';

/** `clock`: epoch milliseconds. */
export function createSpendingAccounts(store: SpendingStore, clock: () => number): SpendingAccounts {
  const today = () => new Date(clock()).toISOString().slice(0, 10);
  return {
    reserve: async (tenant, usd, dailyUsd) => {
      const day = today();
      return { day, ...(await store.reserve(tenant, day, usd, dailyUsd)) };
    },
    settle: (tenant, { usd, usage: { input, output } }, reserved) =>
      store.spend(
        tenant,
        reserved?.day ?? today(),
        { usd, inputTokens: input, outputTokens: output },
        reserved?.usd,
      ),
  };
}
