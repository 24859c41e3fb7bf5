/**
 * Each tenant's spending on language models. It is stored, so that a restart does not reset the spend
 * limiter.
 */
import type { TenantId } from '../../contract/brands.ts';

export interface Spent {
  /** US dollars. */
  readonly usd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface SpendingStore {
  /** `day`: `2026-03-01`, UTC. All zero when nothing was spent. */
  spentOn(tenant: TenantId, day: string): Promise<Spent>;
  /**
   * Reserves `usd` if it stays within the limit together with the spent and reserved amounts, over all
   * processes. `before`: the amount spent and reserved without it.
   */
  reserve(
    tenant: TenantId,
    day: string,
    usd: number,
    limitUsd: number,
  ): Promise<{ readonly admitted: boolean; readonly beforeUsd: number }>;
  /** Adds to the tenant's spending of that day, and ends a reservation of `releasedUsd`. */
  spend(tenant: TenantId, day: string, more: Spent, releasedUsd?: number): Promise<void>;
}
