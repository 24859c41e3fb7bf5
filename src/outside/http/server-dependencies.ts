/**
 * The dependencies of the HTTP layer. The composition root passes them in; no file below `http/` creates a
 * service.
 */
import type { Logger } from 'pino';
import type { MayBeSent } from '../../behaviour/batches/erase-from-files.ts';
import type { AppendService } from '../../behaviour/datasets/appends/create-append-service.ts';
import type { DatasetService } from '../../behaviour/datasets/dataset-service.ts';
import type { DatasetStatisticsService } from '../../behaviour/datasets/statistics/create-statistics-service.ts';
import type { ModelService } from '../../behaviour/sequence-models/adaptation/model-service.ts';
import type { ModelAliasService } from '../../behaviour/sequence-models/aliases/create-model-alias-service.ts';
import type { BatchService } from '../../behaviour/sequence-models/batches/create-batch-service.ts';
import type { DeletionService } from '../../behaviour/sequence-models/deletion/create-deletion-service.ts';
import type { ModelExperimentService } from '../../behaviour/sequence-models/experiments/model-experiment-service.ts';
import type { ModelExportService } from '../../behaviour/sequence-models/exports/create-model-export-service.ts';
import type { ModelItemsService } from '../../behaviour/sequence-models/items/create-model-items-service.ts';
import type { TrendingService } from '../../behaviour/sequence-models/people/create-trending-service.ts';
import type { RefitScheduleService } from '../../behaviour/sequence-models/refits/create-refit-schedule-service.ts';
import type { RefitService } from '../../behaviour/sequence-models/refits/create-refit-service.ts';
import type { SegmentService } from '../../behaviour/sequence-models/segments/create-segment-service.ts';
import type { InferenceService } from '../../behaviour/sequence-models/serving/inference-service.ts';
import type { ItemVectorService } from '../../behaviour/sequence-models/serving/item-vector-service.ts';
import type { SimulationService } from '../../behaviour/sequence-models/simulations/create-simulation-service.ts';
import type { TokenizerService } from '../../behaviour/tokenizers/tokenizer-service.ts';
import type { SettingInForce } from '../../contract/admin.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { Schema } from '../../contract/user.ts';
import type { EncoderFigures } from '../../engines/encoders/describe-encoders.ts';
import type { ExperimentService } from '../../matching/experiments/experiment-service.ts';
import type { LearnService } from '../../matching/learn/learn-service.ts';
import type { MatchBatchService } from '../../matching/match/batches/create-match-batch-service.ts';
import type { MatchRecords, MatchService } from '../../matching/match/match-service.ts';
import type { StatisticsService } from '../../matching/statistics/statistics-service.ts';
import type { DocumentService } from '../../people/documents/create-document-service.ts';
import type { ProfileService } from '../../people/profiles/profile-service.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import type { JobService } from '../../platform/jobs/job-service.ts';
import type { IdentityProvider } from '../../platform/outbound/oidc/identity-provider.ts';
import type { AuditStore } from '../../platform/storage/audit-store.ts';
import type { IdempotencyStore } from '../../platform/storage/idempotency-store.ts';
import type { SecretStore } from '../../platform/storage/store.ts';
import type { Administration } from '../accounts/administration.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { ConsoleSessions } from '../accounts/console-sessions.ts';
import type { DomainService } from '../accounts/domain-service.ts';
import type { EventStreams } from '../events/event-streams.ts';
import type { listConnectors } from '../ingest/describe-connectors.ts';
import type { MessageService } from '../ingest/message-service.ts';
import type { WebhookService } from '../webhooks/create-webhook-service.ts';
import type { CountPeople } from './answers/admin-view.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { SystemSources } from './system/system-state.ts';

/** The token bucket of a key: it holds at most `burst` tokens and gains `rate` a second. */
export interface RateState {
  /** False: no token was taken, and the request is refused with 429. */
  readonly allowed: boolean;
  /** Whole requests allowed now. */
  readonly remaining: number;
  /** Milliseconds until the bucket is full again. */
  readonly fullInMs: number;
  /** Milliseconds until one request is allowed; 0 where one is. */
  readonly retryAfterMs: number;
}

export interface RateLimiter {
  /** Takes one token where one is left. */
  take(caller: Caller): RateState;
  /** The same state without taking a token. */
  peek(caller: Caller): RateState;
}

/** The part of `accounts/` that the HTTP layer uses. */
export interface Accounts {
  /** Resolves a bearer key; throws 401 `unauthorized` for an unknown, revoked or expired one. */
  authenticate(key: string): Promise<Caller>;
  readonly rateLimiter: RateLimiter;
  /** Sessions of the console, and their callers. */
  readonly sessions: Omit<ConsoleSessions, 'makeLink' | 'list' | 'end' | 'endAllOf'>;
  /**
   * The domain where a request names none: that of `schema`, else the only enabled one; 400 where there are
   * several.
   */
  defaultDomain(tenant: TenantId, schema?: string): Promise<string>;
  readonly administration: Administration;
}

/** The schemas of the domains: their fields, and how they rank. */
interface Schemas {
  /** Throws 404 `domain_not_found`, or 403 `forbidden` for a domain that the tenant has not enabled. */
  get(tenant: TenantId, domain: string): Promise<Schema>;
  /** Schemas of the tenant's enabled domains, in the order in which they were enabled. */
  list(tenant: TenantId): Promise<readonly Schema[]>;
}

interface Readiness {
  readonly ready: boolean;
  /** The reason, fit for any caller; null when ready. */
  readonly reason: string | null;
  /** State of the text encoders. */
  readonly encoder?: EncoderFigures;
}

export interface HttpLimits {
  /** Largest request body, bytes. */
  readonly bodyBytes: number;
  /** Largest document, bytes. */
  readonly documentBytes: number;
  /** Lines of a body of lines, each of which has at most `bodyBytes`. */
  readonly linesPerBody: number;
  /** Requests processed at the same time; one more is 503 `overloaded`. */
  readonly inFlight: number;
  /** Bodies received at the same time; one more is 503 `overloaded`. */
  readonly openBodies: number;
  /** The same for one key; one more is 429 `rate_limited`. */
  readonly bodiesPerKey: number;
  /** Minimum rate of a body in each window of `graceMs`; a slower one is 408. */
  readonly minBytesPerSecond: number;
  /** Also the longest time for address and headers. */
  readonly graceMs: number;
  /** A connection that accepts no byte of its answer for this long is cut. */
  readonly answerStallMs: number;
  /** A request that takes at least so long is logged once more; 0: none is. */
  readonly slowRequestMs: number;
}

export interface ServerDependencies {
  readonly profiles: ProfileService;
  readonly documents: DocumentService;
  readonly domains: DomainService;
  readonly match: MatchService;
  readonly matchRecords: MatchRecords;
  readonly matchBatches: MatchBatchService;
  readonly experiments: ExperimentService;
  readonly learn: LearnService;
  readonly statistics: StatisticsService;
  readonly datasets: DatasetService;
  readonly datasetStatistics: DatasetStatisticsService;
  readonly datasetAppends: AppendService;
  readonly deletions: DeletionService;
  readonly models: ModelService;
  readonly modelAliases: ModelAliasService;
  readonly modelExperiments: ModelExperimentService;
  readonly segments: SegmentService;
  readonly modelItems: ModelItemsService;
  readonly refits: RefitService;
  readonly refitSchedules: RefitScheduleService;
  readonly modelExports: ModelExportService;
  readonly batches: BatchService;
  readonly inference: InferenceService;
  readonly itemVectors: ItemVectorService;
  readonly trending: TrendingService;
  readonly simulations: SimulationService;
  readonly tokenizers: TokenizerService;
  readonly messages: MessageService;
  listConnectors(tenant: TenantId): ReturnType<typeof listConnectors>;
  readonly jobs: JobService;
  /** With `addressOf`, whole files and single ranges are answered with a redirect to it. */
  readonly artifacts: Pick<ArtifactStore, 'stat' | 'read' | 'addressOf'>;
  readonly mayBeSent: MayBeSent;
  readonly secrets: SecretStore;
  readonly accounts: Accounts;
  readonly audit: Pick<AuditStore, 'page'>;
  readonly webhooks: WebhookService;
  readonly events: EventStreams;
  readonly schemas: Schemas;
  readonly idempotency: IdempotencyStore;
  readonly metrics: Metrics;
  readonly people: CountPeople;
  readonly settingsInForce: readonly SettingInForce[];
  readonly system: SystemSources;
  readiness(): Promise<Readiness> | Readiness;
  readonly logger: Logger;
  readonly limits: HttpLimits;
  /**
   * `folder`: the built page of the console. `identityProvider`: null where people sign in by keys alone.
   * null: the console is switched off.
   */
  readonly console: { readonly folder: string; readonly identityProvider: IdentityProvider | null } | null;
  /** Public address of the service, without a final slash; null: not known. */
  readonly publicUrl: string | null;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}
