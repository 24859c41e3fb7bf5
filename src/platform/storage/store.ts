/**
 * The interface of the store. `sqlite/` and `postgres/` implement it over the queries that they share
 * (`sql/`). Nothing outside `storage/` knows which database it is.
 *
 * Every call names its tenant, and every key begins with the tenant. When the promise of a change resolves,
 * the change is durable.
 */

import type { ChangeSequence, TenantId } from '../../contract/brands.ts';
import type { EngineName } from '../../contract/engines.ts';
import type { ExtractionMode } from '../../contract/extraction-modes.ts';
import type { FairExposure } from '../../contract/fair-exposure.ts';
import type { Clauses } from '../../domains/filter.ts';
import type { ActivityStore } from './activity-store.ts';
import type { AppendStore } from './append-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { BlockStore } from './block-store.ts';
import type { CalibrationStore } from './calibration-store.ts';
import type { ConnectorStore } from './connector-store.ts';
import type { DatasetStore } from './dataset-store.ts';
import type { DeletionStore } from './deletion-store.ts';
import type { EncoderStore } from './encoder-store.ts';
import type { ExperimentStore } from './experiment-store.ts';
import type { ExposureStore } from './exposure-store.ts';
import type { FileErasureStore } from './file-erasure-store.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { IndexUseStore } from './index-use-store.ts';
import type { JobSignals } from './job-signals.ts';
import type { JobStore } from './job-store.ts';
import type { KeptDocumentStore } from './kept-document-store.ts';
import type { LearningStore } from './learning-store.ts';
import type { ListedProfile, ProfilePageQuery } from './listed-profile.ts';
import type { MatchBatchStore } from './match-batch-store.ts';
import type { MemberStore } from './member-store.ts';
import type { MessageStore } from './message-store.ts';
import type { ModelAliasStore } from './model-alias-store.ts';
import type { ModelExperimentStore } from './model-experiment-store.ts';
import type { ModelStore } from './model-store.ts';
import type { NewItemStore } from './new-item-store.ts';
import type { PersonStore } from './person-store.ts';
import type { PersonTermStore } from './person-term-store.ts';
import type { ContextItem, ProfileChange, ProfileRow, ProfileVector, ProfileWrite } from './profile-row.ts';
import type { QuantizedVector } from './quantized-vector.ts';
import type { RateStore } from './rate-store.ts';
import type { ReadingDecisionStore } from './reading-decision-store.ts';
import type { ReadingStore } from './reading-store.ts';
import type { RefitScheduleStore } from './refit-schedule-store.ts';
import type { ReplicaStore } from './replica-store.ts';
import type { Scope } from './scopes.ts';
import type { SearchIndexStore } from './search-index-store.ts';
import type { SessionStore } from './session-store.ts';
import type { SimulationStore } from './simulation-store.ts';
import type { SpendingStore } from './spending-store.ts';
import type { StatisticsStore } from './statistics-store.ts';
import type { TokenizerStore } from './tokenizer-store.ts';
import type { WebhookStore } from './webhook-store.ts';
import type { WordCountStore } from './word-count-store.ts';

export interface Store {
  readonly accounts: AccountStore;
  readonly profiles: ProfileStore;
  readonly outcomes: OutcomeStore;
  readonly people: PersonStore;
  /** Finds people by words. */
  readonly personTerms: PersonTermStore;
  readonly learning: LearningStore;
  readonly idempotency: IdempotencyStore & Expiring;
  readonly jobs: JobStore;
  /** null: all processes are on one machine, and wake each other. */
  readonly jobSignals: JobSignals | null;
  readonly encoders: EncoderStore;
  readonly readings: ReadingStore;
  readonly readingDecisions: ReadingDecisionStore;
  readonly datasets: DatasetStore;
  readonly appends: AppendStore;
  readonly models: ModelStore;
  readonly modelAliases: ModelAliasStore;
  readonly refitSchedules: RefitScheduleStore;
  readonly matchBatches: MatchBatchStore;
  readonly fileErasures: FileErasureStore;
  readonly blocks: BlockStore;
  readonly keptDocuments: KeptDocumentStore;
  readonly simulations: SimulationStore;
  readonly tokenizers: TokenizerStore;
  readonly deletions: DeletionStore;
  readonly secrets: SecretStore;
  readonly sessions: SessionStore;
  /** People who sign in to the console by an identity provider. */
  readonly members: MemberStore;
  readonly spending: SpendingStore;
  readonly statistics: StatisticsStore;
  /** Where fair exposure is on. */
  readonly exposure: ExposureStore;
  readonly calibrations: CalibrationStore;
  /** How common words are in a workspace. */
  readonly words: WordCountStore;
  readonly experiments: ExperimentStore;
  /** Experiments on models behind aliases. */
  readonly modelExperiments: ModelExperimentStore;
  /** Items that were appended lately. */
  readonly newItems: NewItemStore;
  /** Indexes of a search engine; empty where none is used. */
  readonly searchIndexes: SearchIndexStore;
  readonly indexUses: IndexUseStore;
  /** Meanings of the messages of trackers. */
  readonly messages: MessageStore;
  readonly connectors: ConnectorStore;
  readonly audit: AuditStore;
  readonly webhooks: WebhookStore;
  /** The latest events. */
  readonly activity: ActivityStore;
  /** null: the database has one server, which counts for itself. */
  readonly rates: RateStore | null;
  /** null: the database has one server. */
  readonly replicas: ReplicaStore | null;
  /** True while the store answers. `/readyz` and `doctor` call it. */
  ping(): Promise<boolean>;
  /** Starts the threads, or opens the connections, that the first requests would wait for. */
  warm(): Promise<void>;
  /**
   * Faults found in the stored data; empty when it is sound. Reads everything, so it is for `doctor` and not
   * for a busy server.
   */
  verify(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * `in_use`: the key of the claim is another request's. `blocked`: the id was blocked with an erasure. Only a
 * `written` one was kept.
 */
export type ProfileWriteResult = 'written' | 'conflict' | 'in_use' | 'blocked';

export interface ProfileStore {
  get(tenant: TenantId, domain: string, userId: string): Promise<ProfileRow | null>;
  /** In the order of the ids. Unknown ids are left out. */
  getMany(tenant: TenantId, domain: string, userIds: readonly string[]): Promise<readonly ProfileRow[]>;
  /** The ids that have a row. */
  existing(tenant: TenantId, domain: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The person's rows in all domains, last updated first. */
  listDomains(tenant: TenantId, userId: string): Promise<readonly ProfileRow[]>;
  /**
   * One result a write, in order. `conflict`: the row changed after the caller read it. `in_use`: the
   * idempotency key of the write is in use. In both cases nothing of that write was kept.
   */
  write(writes: readonly ProfileWrite[]): Promise<readonly ProfileWriteResult[]>;
  /** Vectors of every encoder. During a switch of encoders a profile has one vector of each. */
  vectors(tenant: TenantId, userId: string): Promise<readonly ProfileVector[]>;
  vectorsOf(
    tenant: TenantId,
    domain: string,
    userIds: readonly string[],
    encoderId: string,
  ): Promise<ReadonlyMap<string, ProfileVector>>;
  /**
   * Vectors without their sentences, in the order of the user ids, after the id `after` (null: from the
   * first).
   */
  vectorPage(
    tenant: TenantId,
    domain: string,
    encoderId: string,
    after: string | null,
    limit: number,
  ): Promise<readonly StoredVector[]>;
  /**
   * Keeps lazily made profile vectors without touching the row that they were made from. `conflict`: the row
   * is gone or has another revision, and nothing was kept.
   */
  putLazyVectors(
    tenant: TenantId,
    userId: string,
    vectors: readonly ProfileVector[],
    revision: number,
  ): Promise<'written' | 'conflict'>;
  /** The person's context items in a domain, newest first. */
  contextItems(
    tenant: TenantId,
    domain: string,
    userId: string,
    limit: number,
  ): Promise<readonly ContextItem[]>;
  /**
   * Erases at once and for good. A null `domain` means all domains. The counts are 0 for an unknown person.
   */
  erase(tenant: TenantId, userId: string, domain: string | null, options?: ErasureOptions): Promise<Erasure>;
  count(tenant: TenantId, domain: string): Promise<number>;
  /** In the order of the bytes of the ids. Reads a range of the key: the cost follows `limit`. */
  page(tenant: TenantId, domain: string, query: ProfilePageQuery): Promise<readonly ListedProfile[]>;
  /** In the same order, each once. Unknown ids are left out. */
  listed(tenant: TenantId, domain: string, userIds: readonly string[]): Promise<readonly ListedProfile[]>;
  /**
   * Whole rows in key order, one page in memory at a time. `encoderId`: the encoder whose vectors come along;
   * none when left out.
   */
  scan(
    tenant: TenantId,
    domain: string,
    pageSize: number,
    encoderId?: string | null,
  ): AsyncIterable<readonly StoredProfile[]>;
  /**
   * The rows after the id `after` (default: all) from which an index is built, in key order, with the
   * encoder's vectors. The next page is read while one is used.
   */
  scanIndexed(
    tenant: TenantId,
    domain: string,
    pageSize: number,
    encoderId: string,
    after?: string | null,
  ): AsyncIterable<readonly IndexedProfile[]>;
  /** The same of these users, in any order. Unknown ids are left out. */
  indexed(
    tenant: TenantId,
    domain: string,
    userIds: readonly string[],
    encoderId: string,
  ): Promise<readonly IndexedProfile[]>;
  /**
   * The reference meaning of filters: the ids of the rows that the database's own WHERE clause finds, in key
   * order.
   */
  idsWhere(tenant: TenantId, domain: string, clauses: Clauses): Promise<readonly string[]>;

  /**
   * The sequence of the domain's last change. Cheap enough to read before every match, so that each match
   * sees every committed write.
   */
  lastSequence(tenant: TenantId, domain: string): Promise<ChangeSequence>;
  /** The last sequences of all domains that have changed, by tenant and domain with a space between. */
  lastSequences(): Promise<ReadonlyMap<string, number>>;
  /** Changes after a sequence, oldest first, at most `limit`. Only the last change of a row is kept. */
  changesAfter(
    tenant: TenantId,
    domain: string,
    after: ChangeSequence,
    limit: number,
  ): Promise<readonly ProfileChange[]>;
  /**
   * The same changes, each with the row that an index takes and the encoder's vector. `atMost`: the number of
   * changes that the caller expects; it only chooses the thread that reads them.
   */
  changedAfter(
    tenant: TenantId,
    domain: string,
    after: ChangeSequence,
    read: { readonly limit: number; readonly atMost: number; readonly encoderId: string },
  ): Promise<readonly ChangedProfile[]>;
}

/** The part of a profile that an index needs. The rest (layers, extras, sentences) makes up most of a row. */
export interface IndexedProfile {
  readonly row: IndexedRow;
  /** The vector of the row's own domain, by the requested encoder. */
  readonly profileVector: Pick<ProfileVector, 'encoderId' | 'vector'> | null;
}

/** A changed row as it is now; null: it was erased. */
export interface ChangedProfile {
  readonly sequence: ChangeSequence;
  readonly userId: string;
  readonly profile: IndexedProfile | null;
}

export type IndexedRow = Pick<
  ProfileRow,
  'userId' | 'fields' | 'derived' | 'places' | 'preferences' | 'complete' | 'updatedAt'
>;

export interface StoredProfile {
  readonly row: ProfileRow;
  /** The vector of the row's own domain, by the requested encoder. */
  readonly profileVector: ProfileVector | null;
}

export interface StoredVector {
  readonly userId: string;
  readonly vector: QuantizedVector;
}

export interface ErasureOptions {
  /** Datasets that certainly do not name the person. */
  readonly datasetsWithout?: readonly string[];
  /** By the key of a session that was merged with the person (`contract/session-key.ts`), as above. */
  readonly sessionsWithout?: Readonly<Record<string, readonly string[]>>;
  /** Whether nothing may be stored for the id until the block is lifted. */
  readonly block?: boolean;
  /** Epoch ms; default: by the clock of this process. */
  readonly nowMs?: number;
}

export interface Erasure {
  readonly domains: readonly string[];
  readonly records: number;
  readonly contextItems: number;
  readonly outcomes: number;
  readonly triplets: number;
  readonly vectors: number;
  /** Appended events of the person that waited for a version. */
  readonly pendingEvents: number;
  /** Versions of datasets whose files may name the person. Readers leave the person out at once. */
  readonly datasetVersions: number;
  /**
   * Versions of the kept ranking models that were trained with outcomes of the person. Then ids of the
   * sequence models that were trained on these versions of datasets, or that go on from such a model.
   */
  readonly trainedModels: readonly string[];
}

export interface Outcome {
  readonly seekerId: string;
  readonly candidateId: string;
  readonly label: string;
  readonly weight: number;
  readonly matchId: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The API key that sent it; null or absent: not known. */
  readonly keyId?: string | null;
}

/**
 * The part of the outcomes that matching needs: which candidates a seeker has decided on. `LearningStore` has
 * the rest.
 */
export interface OutcomeStore {
  /** Replaces the pair's earlier outcome of the same label. */
  record(tenant: TenantId, domain: string, outcomes: readonly Outcome[]): Promise<void>;
  /** Ids of the candidates whose current outcome with this seeker has one of the labels. */
  decidedBy(
    tenant: TenantId,
    domain: string,
    seekerId: string,
    labels: readonly string[],
  ): Promise<readonly string[]>;
}

export { OPERATOR_OWNER, OPERATOR_SCOPE, type Scope, tenantScopes } from './scopes.ts';

export interface Tenant {
  readonly tenantId: TenantId;
  /** Unique; chosen by the operator. */
  readonly name: string;
  readonly email: string;
  readonly createdAt: string;
  /** Enabled domains with the version in force, in the order in which they were enabled. */
  readonly domains: readonly TenantDomain[];
  readonly settings: TenantSettings;
}

export interface TenantDomain {
  readonly domain: string;
  readonly version: number;
  /** Pending triplets that start a training run. */
  readonly threshold: number;
  /**
   * The tenant's own labels with their polarity, e.g. {superlike: 1.5}. The built-in labels are not repeated.
   */
  readonly labels: Readonly<Record<string, number>>;
  /** Absent: off. */
  readonly fairExposure?: FairExposure;
  /** Share of places for drawn candidates; absent: the default. */
  readonly explore?: number;
  /** Absent: in memory. */
  readonly engine?: EngineName;
}

export interface TenantSettings {
  /** Hosts that `memory_ref` may reach by plain http. */
  readonly memoryHosts: readonly string[];
  /** Whether the tenant's outcomes may train the tiers that all tenants share. Default: no. */
  readonly shareOutcomes?: boolean;
  /** Whether the bytes of documents are kept. Default: no. */
  readonly keepDocuments?: boolean;
  /** Header of memory fetches: "Authorization: Bearer …". A secret: never logged, never shown. */
  readonly memoryHeader: string | null;
  /** The endpoint that is called for `enrich: true`. Without one, such a call is refused. */
  readonly enrichmentUrl?: string | null;
  /** Header for the enrichment endpoint. A secret: never logged, never shown. */
  readonly enrichmentHeader?: string | null;
  readonly llm?: LlmSettings;
  /** How free texts are read. Default: as the service is configured. */
  readonly extraction?: ExtractionMode;
}

/** A tenant's own settings. A missing one falls back to the service's. */
export interface LlmSettings {
  /** The tenant's own server. Requires `model`. */
  readonly url?: string;
  readonly model?: string;
  /** A secret: never logged, never shown. */
  readonly apiKey?: string;
  /** US dollars a UTC day. null: no limit, even where the service has one. */
  readonly dailyUsd?: number | null;
  /** Concurrent requests to the model. */
  readonly concurrency?: number;
}

export interface ApiKey {
  /** `key_<lower-case ULID>`: safe to show and log. */
  readonly keyId: string;
  /** The tenant, or `OPERATOR_OWNER`. */
  readonly tenantId: TenantId;
  /** SHA-256 of the key, hex; the key itself is shown once and never stored. */
  readonly hash: string;
  /** The name of its holder, for people; null: none was given. */
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** Requests a second; `burst` is the number of requests at once. */
  readonly rate: number;
  readonly burst: number;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Exact to a minute; null: no use was noted. */
  readonly usedAt: string | null;
}

/** Newest first: those with an id below `before`, at most `limit`; null: from the newest. */
export interface AccountPage {
  readonly before: string | null;
  readonly limit: number;
}

/** A tenant's own domain definition. */
export interface StoredDefinition {
  readonly domain: string;
  readonly version: number;
  /** The YAML text that was given. */
  readonly source: string;
}

export interface AccountStore {
  /** `conflict` when the name is taken. */
  createTenant(tenant: Tenant): Promise<'created' | 'conflict'>;
  /** Replaces domains and settings where they are as in `before`; else false, and nothing changes. */
  updateTenant(tenant: Tenant, before: Tenant): Promise<boolean>;
  tenant(tenant: TenantId): Promise<Tenant | null>;
  tenantNamed(name: string): Promise<Tenant | null>;
  listTenants(): Promise<readonly Tenant[]>;
  pageOfTenants(page: AccountPage): Promise<readonly Tenant[]>;
  createKey(key: ApiKey): Promise<void>;
  keyByHash(hash: string): Promise<ApiKey | null>;
  key(tenant: TenantId, keyId: string): Promise<ApiKey | null>;
  keyById(keyId: string): Promise<ApiKey | null>;
  listKeys(tenant: TenantId | null): Promise<readonly ApiKey[]>;
  /** Keys of all owners where `tenant` is null. */
  pageOfKeys(tenant: TenantId | null, page: AccountPage): Promise<readonly ApiKey[]>;
  /** Ends the console sessions of the key as well. False when the key does not exist. */
  revokeKey(keyId: string, at: string): Promise<boolean>;
  /** False when the key does not exist. */
  renameKey(tenant: TenantId, keyId: string, name: string | null): Promise<boolean>;
  /** Changes nothing else, so caches of keys stay as they are. An earlier time is kept out. */
  noteKeyUse(tenant: TenantId, keyId: string, at: string): Promise<void>;
  /**
   * Stores, together, a tenant's own definition and the tenant in whose settings it is in force. `repeated`:
   * the definition was there. Nothing changes where its version has another text (`conflict`), or the tenant
   * is not as in `before` (`changed`).
   */
  publishDefinition(
    definition: StoredDefinition,
    tenant: Tenant,
    before: Tenant,
  ): Promise<'published' | 'repeated' | 'conflict' | 'changed'>;
  definitions(tenant: TenantId): Promise<readonly StoredDefinition[]>;
  /**
   * Changes with every change of account data, in any process. Cheap, because caches read it before every
   * use.
   */
  accountsVersion(): Promise<number>;
}

/**
 * Keys for signing cursors and download tokens. All processes on one store share them. Never shown, never
 * logged.
 */
export interface SecretStore {
  /** Creates the secret (32 random bytes) when it does not exist. */
  secret(name: string): Promise<Uint8Array>;
}

interface Expiring {
  /** Removes expired rows of all tenants. Returns how many. */
  forgetExpired(nowMs: number): Promise<number>;
}
