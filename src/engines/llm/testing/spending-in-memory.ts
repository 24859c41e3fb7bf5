/** Spending accounts of one process, for tests. */
import type { TenantId } from '../../../contract/brands.ts';
import type { SpendingAccounts } from '../spend-limiter.ts';

export interface SpendingInMemory extends SpendingAccounts {
  /** US dollars by tenant. */
  readonly usd: Map<TenantId, number>;
}

/** `spentUsd`: the amount that every tenant has spent before. */
export function spendingInMemory(spentUsd = 0): SpendingInMemory {
  const usd = new Map<TenantId, number>();
  const reserved = new Map<TenantId, number>();
  const add = (to: Map<TenantId, number>, tenant: TenantId, more: number) =>
    void to.set(tenant, (to.get(tenant) ?? 0) + more);
  return {
    usd,
    reserve: async (tenant, more, dailyUsd) => {
      const spent = (usd.get(tenant) ?? 0) + spentUsd;
      const beforeUsd = spent + (reserved.get(tenant) ?? 0);
      const admitted = spent < dailyUsd && beforeUsd + more <= dailyUsd;
      if (admitted) add(reserved, tenant, more);
      return { admitted, beforeUsd, day: '2026-03-01' };
    },
    settle: async (tenant, cost, ended) => {
      add(usd, tenant, cost.usd);
      if (ended !== null) add(reserved, tenant, -ended.usd);
    },
  };
}
