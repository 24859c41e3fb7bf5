/** What each tenant has spent on language models: kept, so that a restart does not refill the purse. */
import type { TenantId } from '../contract/brands.ts';

export interface Spent {
  /** US dollars. */
  readonly usd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface SpendingStore {
  /** `day`: `2026-03-01`, UTC. All zero where nothing was spent. */
  spentOn(tenant: TenantId, day: string): Promise<Spent>;
  /** Adds to what the tenant has spent on that day. */
  spend(tenant: TenantId, day: string, more: Spent): Promise<void>;
}
