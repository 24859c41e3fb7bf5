/**
 * Everything that the HTTP layer needs of the rest of the service. The composition root passes it in; no file
 * below `http/` makes a service of its own.
 */
import type { Logger } from 'pino';
import type { Caller } from '../accounts/authenticate.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { TenantId } from '../contract/brands.ts';
import type { Schema } from '../contract/user.ts';
import type { DatasetService } from '../datasets/dataset-service.ts';
import type { EncoderFigures } from '../encoders/describe-encoders.ts';
import type { JobService } from '../jobs/job-service.ts';
import type { LearnService } from '../learn/learn-service.ts';
import type { MatchService } from '../match/match-service.ts';
import type { ProfileService } from '../profiles/profile-service.ts';
import type { ModelService } from '../sequence-models/adaptation/model-service.ts';
import type { InferenceService } from '../sequence-models/serving/inference-service.ts';
import type { SimulationService } from '../sequence-models/simulations/create-simulation-service.ts';
import type { IdempotencyStore, SecretStore } from '../storage/store.ts';
import type { TokenizerService } from '../tokenizers/tokenizer-service.ts';
import type { Metrics } from './metrics.ts';

/** A key's token bucket: it holds `burst` tokens at most and gains `rate` a second. */
export interface RateState {
  /** False: nothing was taken, the request is refused with 429. */
  readonly allowed: boolean;
  /** Whole requests that may come at once, now. */
  readonly remaining: number;
  /** Milliseconds until the bucket is full again. */
  readonly fullInMs: number;
  /** Milliseconds until one request is allowed; 0 where one is. */
  readonly retryAfterMs: number;
}

export interface RateLimiter {
  /** Takes one token where there is one. */
  take(caller: Caller): RateState;
  /** The same without taking. */
  peek(caller: Caller): RateState;
}

/** What `accounts/` does for the HTTP layer. */
export interface Accounts {
  /** Resolves a bearer key; throws 401 `unauthorized` for an unknown, revoked or expired one. */
  authenticate(key: string): Promise<Caller>;
  readonly rateLimiter: RateLimiter;
  /** The domain that is meant where none is named: that of `schema`, else the only enabled one; 400 where there are several. */
  defaultDomain(tenant: TenantId, schema?: string): Promise<string>;
  /** Throws 404 `domain_not_found`, or 403 `forbidden` for a domain that the tenant has not enabled. */
  schema(tenant: TenantId, domain: string): Promise<Schema>;
  /** Schemas of the tenant's enabled domains, in the order in which they were enabled. */
  schemas(tenant: TenantId): Promise<readonly Schema[]>;
}

interface Readiness {
  readonly ready: boolean;
  /** Why not, in words that may be shown to anybody; null when ready. */
  readonly reason: string | null;
  /** How the text encoders stand. */
  readonly encoder?: EncoderFigures;
}

export interface HttpLimits {
  /** Largest request body, bytes. */
  readonly bodyBytes: number;
  /** Requests that may be in work at the same time; one more is 503 `overloaded`. */
  readonly inFlight: number;
  /** Bodies that may be on their way at the same time; one more is 503 `overloaded`. */
  readonly openBodies: number;
  /** The same of one key; one more is 429 `rate_limited`. */
  readonly bodiesPerKey: number;
  /** A body that brings less within `graceMs` is 408. */
  readonly minBytesPerSecond: number;
  /** Also: how long address and headers may take. */
  readonly graceMs: number;
  /** A connection that takes no byte of its answer for so long is cut. */
  readonly answerStallMs: number;
}

export interface ServerDependencies {
  readonly profiles: Pick<ProfileService, 'upsert' | 'append' | 'get' | 'getAll' | 'erase'>;
  readonly match: MatchService;
  readonly learn: LearnService;
  readonly datasets: DatasetService;
  readonly models: ModelService;
  readonly inference: InferenceService;
  readonly simulations: SimulationService;
  readonly tokenizers: TokenizerService;
  readonly jobs: JobService;
  readonly artifacts: Pick<ArtifactStore, 'stat' | 'read'>;
  readonly secrets: SecretStore;
  readonly accounts: Accounts;
  readonly idempotency: IdempotencyStore;
  readonly metrics: Metrics;
  readiness(): Promise<Readiness> | Readiness;
  readonly logger: Logger;
  readonly limits: HttpLimits;
  /** Address under which the outside reaches the service, without a slash at its end; null: not known. */
  readonly publicUrl: string | null;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}
