/**
 * Behavioural models: the store keeps their metadata; their weights lie in immutable files (`artifacts/`).
 *
 * A model's row is created with the job that adapts it. It is completed when the model can serve, and once
 * more when the job ends, with its evaluation. Until then only the job has the progress.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { JobError } from './job.ts';

export type ModelStatus = 'queued' | 'training' | 'evaluating' | 'ready' | 'failed';

export interface ModelFile {
  /** Name of the file within the architecture. */
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
  /** The model that training starts from; null: trained from scratch. */
  readonly baseModelId: string | null;
  /** The tokenizer whose codes the model uses; null: none, or one that the job fits. */
  readonly tokenizerId: string | null;
  readonly jobId: string;
  readonly createdAt: string;
}

/**
 * The result of an adaptation. It is stored when the model can serve, and again when its evaluation has
 * ended.
 */
export interface ModelMade {
  readonly tokenizerId: string | null;
  readonly capabilities: readonly string[];
  readonly itemCount: number;
  readonly maxHistoryItems: number;
  readonly embeddingDimensions: number;
  /** Text for people. `report` has the same facts as data. */
  readonly evaluation: string;
  readonly report: unknown;
  /** JSON: settings with reasons, and the measurements of the fit. */
  readonly training: unknown;
  readonly files: readonly ModelFile[];
  /** ISO 8601, UTC. */
  readonly readyAt: string;
  /** False while the evaluation is under way; `evaluation` and `report` are then partial. */
  readonly isEvaluated?: boolean;
}

export interface Model extends NewModel {
  /** 1, 2, … by name within a tenant. */
  readonly version: number;
  readonly status: ModelStatus;
  /** null unless it is ready. */
  readonly made: ModelMade | null;
  /** null unless it failed. */
  readonly error: JobError | null;
  /** State of the job that evaluates a ready model; null if no evaluation is under way. */
  readonly evaluating: { readonly stage: string | null; readonly progress: number } | null;
}

export interface ModelPage {
  readonly before: string | null;
  readonly limit: number;
  /** `training`: also queued and in evaluation. Absent: all. */
  readonly status?: 'ready' | 'training' | 'failed' | 'all';
}

export interface ModelStore {
  /** In any state. */
  get(tenant: TenantId, modelId: string): Promise<Model | null>;
  /** The model that the alias names now; null where there is no such alias. */
  idOfAlias(tenant: TenantId, name: string): Promise<string | null>;
  /** Models with an id below `before`, newest first (by id). */
  list(tenant: TenantId, query: ModelPage): Promise<readonly Model[]>;
}
