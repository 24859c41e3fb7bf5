/**
 * Deletion of datasets, models and tokenizers. A resource in use is not deleted. The check and the deletion
 * are one transaction; the caller then removes the files.
 */
import type { TenantId } from '../../contract/brands.ts';

export interface UsedBy {
  readonly type: 'alias' | 'experiment' | 'job' | 'model' | 'simulation' | 'tokenizer';
  readonly id: string;
}

export interface ErasedFile {
  readonly key: string;
  readonly bytes: number;
}

export type Deletion<Erased> =
  | ({ readonly state: 'deleted'; readonly files: readonly ErasedFile[] } & Erased)
  | { readonly state: 'missing' }
  | { readonly state: 'used'; readonly by: readonly UsedBy[] };

export interface ErasedDataset {
  readonly items: number;
  readonly events: number;
  /** Rows that waited for a version, where this was the last one of its name. */
  readonly pendingItems: number;
  readonly pendingEvents: number;
  /** Jobs whose exports of the dataset may still be downloaded. */
  readonly exportJobs: readonly string[];
  /** Ready models that were trained on it: its rows and files stay until the last of them is deleted. */
  readonly keptFor: readonly string[];
}

export interface ErasedModel {
  /** The deleted dataset that stayed for this model alone, and goes with it; its files are among `files`. */
  readonly dataset: (Pick<ErasedDataset, 'exportJobs'> & { readonly datasetId: string }) | null;
}

export interface DeletionStore {
  /** Unfinished work that reads the dataset. */
  datasetUsedBy(
    tenant: TenantId,
    dataset: { readonly datasetId: string; readonly name: string },
  ): Promise<readonly UsedBy[]>;
  /** Jobs that export the dataset, done ones too. */
  exportsOf(tenant: TenantId, datasetId: string): Promise<readonly string[]>;
  /**
   * Used by jobs that are not done: its import, exports of it, cuts of its name, and work on it (fits,
   * adaptations, simulations). Callers no longer find a dataset that ready models were trained on. Its rows and
   * files stay, so that these models go on reading the events of people.
   */
  dataset(tenant: TenantId, datasetId: string): Promise<Deletion<ErasedDataset>>;
  /**
   * Used by aliases that name it. Also used by its own job, by adaptations that begin with it, and by
   * simulations, while these are not done.
   */
  model(tenant: TenantId, modelId: string): Promise<Deletion<ErasedModel>>;
  /** Used by its own jobs that are not done, and by every model that has its codes, unless that failed. */
  tokenizer(tenant: TenantId, tokenizerId: string): Promise<Deletion<object>>;
}
