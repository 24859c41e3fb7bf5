/**
 * Tokenizers: the store keeps their metadata; codebooks and codes lie in one immutable file (`artifacts/`),
 * the bundle.
 *
 * A tokenizer's row is created with the job that fits it and completed when that job ends. Until then only
 * the job has the progress.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { JobError } from './job.ts';

type TokenizerStatus = 'queued' | 'fitting' | 'ready' | 'failed';

export interface StoredLayout {
  readonly levels: number;
  readonly resolution: 'multi' | 'uniform';
  readonly baseSize: number;
}

export interface NewTokenizer {
  readonly tenantId: TenantId;
  /** `tok_<lower-case ULID>` */
  readonly tokenizerId: string;
  readonly name: string;
  /** null: the catalogue was not a dataset. */
  readonly datasetId: string | null;
  readonly modalities: readonly ('text' | 'image')[];
  /** null: the fit chooses. */
  readonly layout: StoredLayout | null;
  readonly progressiveMasking: boolean;
  /** null: it was imported, without a job. */
  readonly jobId: string | null;
  readonly createdAt: string;
}

/** The result of a fit. */
export interface TokenizerMade {
  readonly layout: StoredLayout;
  /** null: the codes were made elsewhere. */
  readonly quantizer: string | null;
  readonly progressiveMasking: boolean;
  /** Encoder identities; null: the tokenizer has no such modality. */
  readonly textEncoder: string | null;
  readonly imageEncoder: string | null;
  readonly itemCount: number;
  /** 0..1, one a level. */
  readonly utilization: readonly number[];
  /** 0..1 */
  readonly collisionRate: number;
  readonly diagnostics: Readonly<Record<string, unknown>>;
  /** The bundle: key in the artifact store. */
  readonly file: { readonly key: string; readonly bytes: number; readonly sha256: string };
  /** ISO 8601, UTC. */
  readonly readyAt: string;
}

export interface Tokenizer extends NewTokenizer {
  /** 1, 2, … by name within a tenant. */
  readonly version: number;
  readonly status: TokenizerStatus;
  /** null unless it is ready. */
  readonly made: TokenizerMade | null;
  /** null unless it failed. */
  readonly error: JobError | null;
}

export interface TokenizerStore {
  /** Creates and completes an imported tokenizer at once. */
  add(tokenizer: NewTokenizer, made: TokenizerMade): Promise<Tokenizer>;
  /** In any state. */
  get(tenant: TenantId, tokenizerId: string): Promise<Tokenizer | null>;
  /** Tokenizers in any state with an id below `before`, newest first (by id). */
  list(
    tenant: TenantId,
    query: { readonly before: string | null; readonly limit: number },
  ): Promise<readonly Tokenizer[]>;
}
