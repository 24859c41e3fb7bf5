/**
 * How far connectors have come in their sources (`counterpart connect`). A checkpoint is stored after the
 * data before it, so it is never ahead of the store.
 */
import type { TenantId } from '../../contract/brands.ts';

export interface ConnectorCheckpoint {
  readonly tenantId: TenantId;
  readonly name: string;
  /** The kind of the source: `folder`, `kafka` … */
  readonly source: string;
  /** The process that runs the connector. */
  readonly owner: string;
  /** JSON: everything before it is stored. null: nothing yet. */
  readonly position: unknown;
  /** Rows that were stored and rejected so far. */
  readonly stored: number;
  readonly rejected: number;
  /** Length of the dead-letter file at this position. */
  readonly rejectsBytes: number;
  /** The amount that the connector has still to read; null: not known. The unit is that of the source. */
  readonly lag: number | null;
  /** When the connector last looked at its source, epoch ms. */
  readonly checkedAtMs: number;
}

export interface ConnectorStore {
  get(tenant: TenantId, name: string): Promise<ConnectorCheckpoint | null>;
  /** The connectors of a tenant, by name. */
  list(tenant: TenantId): Promise<readonly ConnectorCheckpoint[]>;
  /** The connectors of all tenants. */
  all(): Promise<readonly ConnectorCheckpoint[]>;
  /** Makes `owner` the only process that runs the connector. Returns the checkpoint to go on from. */
  take(
    begun: Pick<ConnectorCheckpoint, 'tenantId' | 'name' | 'source' | 'owner' | 'checkedAtMs'>,
  ): Promise<ConnectorCheckpoint>;
  /**
   * Also frees the idempotency keys of the route, whose rows lie before the position. False: another process
   * has taken the connector over, and nothing was kept.
   */
  save(checkpoint: ConnectorCheckpoint, route: string): Promise<boolean>;
  /** The next run begins at the start of the source. False: there was none. */
  remove(tenant: TenantId, name: string): Promise<boolean>;
}
