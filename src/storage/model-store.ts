/**
 * Behavioural models and what is told of them; their weights lie in immutable files (`artifacts/`). A model's row is made
 * with the job that adapts it and completed with that job's end. While the job goes on, it alone says how far the model is.
 */
import type { TenantId } from '../contract/brands.ts';
import type { JobError } from './job-store.ts';

export type ModelStatus = 'queued' | 'training' | 'evaluating' | 'ready' | 'failed';

export interface ModelFile {
  /** Name of the file, as the architecture calls it. */
  readonly part: string;
  /** Key in the artifact store. */
  readonly key: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

export interface NewModel {
  readonly tenantId: TenantId;
  /** `model_<lower-case ULID>` */
  readonly modelId: string;
  readonly name: string;
  readonly architecture: string;
  readonly datasetId: string;
  /** The model that it goes on from; null: trained from scratch. */
  readonly baseModelId: string | null;
  /** Whose codes it speaks; null: of no tokenizer, or of one that the job makes. */
  readonly tokenizerId: string | null;
  readonly jobId: string;
  readonly createdAt: string;
}

/** What an adaptation leaves behind. */
export interface ModelMade {
  readonly tokenizerId: string | null;
  readonly capabilities: readonly string[];
  readonly itemCount: number;
  readonly maxHistoryItems: number;
  readonly embeddingDimensions: number;
  /** For people; `report` is the same as data. */
  readonly evaluation: string;
  readonly report: unknown;
  /** JSON: settings with reasons, what the fit found out. */
  readonly training: unknown;
  readonly files: readonly ModelFile[];
  /** ISO 8601, UTC. */
  readonly readyAt: string;
}

export interface Model extends NewModel {
  /** 1, 2, … by name within a tenant. */
  readonly version: number;
  readonly status: ModelStatus;
  /** null unless it is ready. */
  readonly made: ModelMade | null;
  /** null unless it failed. */
  readonly error: JobError | null;
}

export interface ModelStore {
  /** In whatever state. */
  get(tenant: TenantId, modelId: string): Promise<Model | null>;
  /** Newest first (by id), those before the id `before`, in whatever state. */
  list(
    tenant: TenantId,
    query: { readonly before: string | null; readonly limit: number },
  ): Promise<readonly Model[]>;
}
