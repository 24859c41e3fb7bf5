/** Datasets: the store keeps their metadata; their rows lie in immutable files (`artifacts/`). */
import type { TenantId } from '../../contract/brands.ts';
import type { DeclaredEvents } from '../../contract/dataset-events.ts';
import type { DatasetFeatures } from '../../contract/dataset-features.ts';

export interface SnapshotFile {
  /** Key in the artifact store. */
  readonly key: string;
  /** `people`: only where features of people are declared. */
  readonly part: 'items' | 'events' | 'people';
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
  readonly features: DatasetFeatures;
  /** Absent: nothing is declared of its events. */
  readonly declaredEvents?: DeclaredEvents;
  readonly createdAt: string;
}

export interface Dataset extends NewDataset {
  readonly declaredEvents: DeclaredEvents;
  /** 1, 2, … by name within a tenant; assigned at creation. */
  readonly version: number;
  /** null during the import. Such a dataset is never listed. */
  readonly readyAt: string | null;
  readonly itemCount: number;
  readonly eventCount: number;
  readonly files: readonly SnapshotFile[];
  /** Erased people that the files may still name; every reader leaves them out. */
  readonly erased: readonly string[];
  /** Erasures from the files: the number of people, and the time of the last one. */
  readonly erasures: { readonly count: number; readonly lastAt: string | null };
}

/** The end of an erasure from the files of a dataset. */
export interface SnapshotErased {
  /** People who were marked when the files were read. */
  readonly people: readonly string[];
  /** null: the files do not name them, and stay. */
  readonly made: Pick<SnapshotMade, 'files' | 'eventCount'> | null;
  readonly at: string;
}

/** The result of an import: the files and their counts. */
export interface SnapshotMade {
  readonly itemCount: number;
  readonly eventCount: number;
  readonly files: readonly SnapshotFile[];
  /** As the request or the source declared them; left out: they stay those of the new dataset. */
  readonly features?: DatasetFeatures;
  /** As `features`. */
  readonly declaredEvents?: DeclaredEvents;
  /** ISO 8601, UTC. */
  readonly readyAt: string;
}

export interface DatasetPage {
  readonly before: string | null;
  readonly limit: number;
}

export interface DatasetStore {
  /** Creates and completes a dataset at once (an import without a job). Returns it. */
  add(dataset: NewDataset, snapshot: SnapshotMade): Promise<Dataset>;
  /** null: it does not exist, or is not ready. */
  get(tenant: TenantId, datasetId: string): Promise<Dataset | null>;
  /** As `get`; also a deleted one that stays for the models that were trained on it. Never shown to clients. */
  getKept(tenant: TenantId, datasetId: string): Promise<Dataset | null>;
  /** Ready datasets with an id below `before`, newest first (by id). */
  list(tenant: TenantId, query: DatasetPage): Promise<readonly Dataset[]>;
  /** As `list`, with the deleted ones that stay for their models. Never shown to clients. */
  listKept(tenant: TenantId, query: DatasetPage): Promise<readonly Dataset[]>;
  /** Ready ones of all tenants, by tenant and name, the newest of each first. */
  versions(): Promise<readonly Pick<Dataset, 'tenantId' | 'datasetId' | 'name' | 'version' | 'createdAt'>[]>;
  /** Ready datasets whose files may name erased people, of all tenants, with those that stay for models. */
  toErase(): Promise<readonly Pick<Dataset, 'tenantId' | 'datasetId'>[]>;
  finishErasure(tenant: TenantId, datasetId: string, erased: SnapshotErased): Promise<void>;
  /** The ready dataset of the name with the highest version. */
  newest(tenant: TenantId, name: string): Promise<Dataset | null>;
  /** Gives a dataset that is being made the next version of its name. Returns it; null: there is none. */
  renewVersion(tenant: TenantId, datasetId: string): Promise<Dataset | null>;
  /**
   * Ready or not, deleted or not. For the import itself and for finding unused files; the result is never shown to clients.
   */
  find(tenant: TenantId, datasetId: string): Promise<Dataset | null>;
}
