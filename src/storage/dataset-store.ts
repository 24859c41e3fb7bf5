/** Datasets: the store keeps what is known of them; their rows lie in immutable files (`artifacts/`). */
import type { TenantId } from '../contract/brands.ts';

export interface SnapshotFile {
  /** Key in the artifact store. */
  readonly key: string;
  readonly part: 'items' | 'events';
  readonly rows: number;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

export interface NewDataset {
  readonly tenantId: TenantId;
  /** `ds_<lower-case ULID>` */
  readonly datasetId: string;
  readonly name: string;
  readonly source: 'workspace_upload' | 'workspace_uri' | 'provider_catalog';
  readonly access: { readonly export: boolean; readonly training: boolean };
  readonly terms: string;
  readonly createdAt: string;
}

export interface Dataset extends NewDataset {
  /** 1, 2, … by name within a tenant, given when it was created. */
  readonly version: number;
  /** null while it is imported: such a one is shown to nobody. */
  readonly readyAt: string | null;
  readonly itemCount: number;
  readonly eventCount: number;
  readonly files: readonly SnapshotFile[];
}

/** What an import leaves behind: the files, and what is told of them. */
export interface SnapshotMade {
  readonly itemCount: number;
  readonly eventCount: number;
  readonly files: readonly SnapshotFile[];
  /** ISO 8601, UTC. */
  readonly readyAt: string;
}

export interface DatasetStore {
  /** Creates and completes at once (an import without a job); gives back what was made. */
  add(dataset: NewDataset, snapshot: SnapshotMade): Promise<Dataset>;
  /** null: none, or not ready. */
  get(tenant: TenantId, datasetId: string): Promise<Dataset | null>;
  /** Ready ones, newest first (by id), those before the id `before`. */
  list(
    tenant: TenantId,
    query: { readonly before: string | null; readonly limit: number },
  ): Promise<readonly Dataset[]>;
  /** Ready or not; for the import itself, and for telling which files nobody needs. Never shown. */
  find(tenant: TenantId, datasetId: string): Promise<Dataset | null>;
}
