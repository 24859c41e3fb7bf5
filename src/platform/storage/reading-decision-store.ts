/**
 * The decisions by which workspaces read texts, in place of the shipped one: weights fitted on their clients'
 * corrections. They hold nothing of a person.
 */
import type { TenantId } from '../../contract/brands.ts';

export interface ReadingDecision {
  readonly tenantId: TenantId;
  readonly domain: string;
  /** The shipped decision that it was fitted from, with which alone it holds. */
  readonly shippedId: string;
  /** JSON: the weights. */
  readonly decision: unknown;
  /** JSON: what the fit rested on, and its figures on held-out people. */
  readonly report: unknown;
  /** ISO 8601, UTC. */
  readonly fittedAt: string;
}

export interface ReadingDecisionStore {
  get(tenant: TenantId, domain: string): Promise<ReadingDecision | null>;
  /** By domain. */
  list(tenant: TenantId): Promise<readonly ReadingDecision[]>;
  /** Replaces an earlier one of the domain. */
  put(decision: ReadingDecision): Promise<void>;
  /** False where there was none. */
  remove(tenant: TenantId, domain: string): Promise<boolean>;
}
