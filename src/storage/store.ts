/**
 * The store, as everything above it sees it: SQLite and PostgreSQL implement it, and nothing outside `storage/`
 * knows either. Every call names its tenant; every key begins with it. A promise that resolved is durable.
 */

import type { ChangeSequence, TenantId } from '../contract/brands.ts';
import type { ExtractionMode } from '../contract/extraction-modes.ts';
import type { Clauses } from '../domains/filter.ts';
import type { DatasetStore } from './dataset-store.ts';
import type { EncoderStore } from './encoder-store.ts';
import type { JobStore } from './job-store.ts';
import type { LearningStore } from './learning-store.ts';
import type { ModelStore } from './model-store.ts';
import type { ContextItem, HeadVector, ProfileChange, ProfileRow, ProfileWrite } from './profile-row.ts';
import type { QuantizedVector } from './quantized-vector.ts';
import type { SimulationStore } from './simulation-store.ts';
import type { SpendingStore } from './spending-store.ts';
import type { TokenizerStore } from './tokenizer-store.ts';

export interface Store {
  readonly accounts: AccountStore;
  readonly profiles: ProfileStore;
  readonly outcomes: OutcomeStore;
  readonly learning: LearningStore;
  readonly idempotency: IdempotencyStore & Expiring;
  readonly jobs: JobStore;
  readonly encoders: EncoderStore;
  readonly datasets: DatasetStore;
  readonly models: ModelStore;
  readonly simulations: SimulationStore;
  readonly tokenizers: TokenizerStore;
  readonly secrets: SecretStore;
  readonly spending: SpendingStore;
  /** True while the store answers; `/readyz` and `doctor` ask. */
  ping(): Promise<boolean>;
  /** Faults found in the stored data, none when it is sound. Reads all of it: for `doctor`, not for a busy server. */
  verify(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface ProfileStore {
  get(tenant: TenantId, domain: string, userId: string): Promise<ProfileRow | null>;
  /** In the order of the ids; unknown ids are left out. */
  getMany(tenant: TenantId, domain: string, userIds: readonly string[]): Promise<readonly ProfileRow[]>;
  /** All domains of one person, last updated first. */
  listDomains(tenant: TenantId, userId: string): Promise<readonly ProfileRow[]>;
  /** `conflict`: somebody else wrote the row since it was read; nothing of that write was kept. Order kept. */
  write(writes: readonly ProfileWrite[]): Promise<readonly ('written' | 'conflict')[]>;
  /** Those of every encoder: while one takes another's place, a head has a vector of each. */
  heads(tenant: TenantId, userId: string): Promise<readonly HeadVector[]>;
  headsOf(
    tenant: TenantId,
    head: string,
    userIds: readonly string[],
    encoderId: string,
  ): Promise<ReadonlyMap<string, HeadVector>>;
  /** The vectors alone of a head and encoder, in the order of the ids, those after an id (null: the first). */
  vectorPage(
    tenant: TenantId,
    head: string,
    encoderId: string,
    after: string | null,
    limit: number,
  ): Promise<readonly StoredVector[]>;
  /**
   * Lazily made heads, kept without touching the row that they were made from. `conflict`: that row is gone or has
   * another revision by now, and nothing was kept.
   */
  putLazyHeads(
    tenant: TenantId,
    userId: string,
    heads: readonly HeadVector[],
    revision: number,
  ): Promise<'written' | 'conflict'>;
  /** The person's context items in a domain, newest first. */
  contextItems(
    tenant: TenantId,
    domain: string,
    userId: string,
    limit: number,
  ): Promise<readonly ContextItem[]>;
  /** Erases at once and for good; null domain: all of them. Vacuous (all zero) for an unknown person. */
  erase(tenant: TenantId, userId: string, domain: string | null): Promise<Erasure>;
  count(tenant: TenantId, domain: string): Promise<number>;
  /** Whole rows in key order; never holds all in memory. `encoderId`: whose heads come with them; left out: nobody's. */
  scan(
    tenant: TenantId,
    domain: string,
    pageSize: number,
    encoderId?: string | null,
  ): AsyncIterable<readonly StoredProfile[]>;
  /** In key order what an index is built of, with the encoder's vectors; the next page is read while one is used. */
  scanIndexed(
    tenant: TenantId,
    domain: string,
    pageSize: number,
    encoderId: string,
  ): AsyncIterable<readonly IndexedProfile[]>;
  /** The reference meaning of filters: ids of the rows that pass, by the database's own WHERE clause, in key order. */
  idsWhere(tenant: TenantId, domain: string, clauses: Clauses): Promise<readonly string[]>;

  /** Latest sequence; cheap enough to ask before every match (read your writes, from any process). */
  lastSequence(): Promise<ChangeSequence>;
  /** Changes after a sequence, oldest first, at most `limit`; only the last change of a row is kept. */
  changesAfter(
    tenant: TenantId,
    domain: string,
    after: ChangeSequence,
    limit: number,
  ): Promise<readonly ProfileChange[]>;
}

/** What an index has of a person; the rest (layers, extras, sentences) is most of what is stored. */
export interface IndexedProfile {
  readonly row: IndexedRow;
  /** The head of the row's own domain, by the encoder that was asked for. */
  readonly head: Pick<HeadVector, 'encoderId' | 'vector'> | null;
}

export type IndexedRow = Pick<
  ProfileRow,
  'userId' | 'fields' | 'derived' | 'places' | 'preferences' | 'complete' | 'updatedAt'
>;

export interface StoredProfile {
  readonly row: ProfileRow;
  /** The head of the row's own domain, by the encoder that was asked for. */
  readonly head: HeadVector | null;
}

export interface StoredVector {
  readonly userId: string;
  readonly vector: QuantizedVector;
}

export interface Erasure {
  readonly domains: readonly string[];
  readonly records: number;
  readonly contextItems: number;
  readonly outcomes: number;
  readonly triplets: number;
  readonly vectors: number;
  /** Versions of the kept models that were trained with outcomes of the person. */
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
}

/** Recording, triplets and runs come with the learning; matching needs only who was decided on. */
export interface OutcomeStore {
  /** Replaces the pair's earlier outcome of the same label. */
  record(tenant: TenantId, domain: string, outcomes: readonly Outcome[]): Promise<void>;
  /** Ids of candidates whose current outcome with this seeker carries one of the labels. */
  decidedBy(
    tenant: TenantId,
    domain: string,
    seekerId: string,
    labels: readonly string[],
  ): Promise<readonly string[]>;
}

export const allScopes = ['read', 'write', 'match', 'train', 'data', 'export', 'infer'] as const;
export type Scope = (typeof allScopes)[number];

export interface Tenant {
  readonly tenantId: TenantId;
  /** Unique, what the operator calls it. */
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
  /** Tenant labels with polarity, e.g. {superlike: 1.5}; the built-in ones are not repeated. */
  readonly labels: Readonly<Record<string, number>>;
}

export interface TenantSettings {
  /** Hosts that `memory_ref` may reach by plain http. */
  readonly memoryHosts: readonly string[];
  /** Whether its outcomes may train the tiers that all tenants share; left out: no. */
  readonly shareOutcomes?: boolean;
  /** Header that goes with a memory fetch: "Authorization: Bearer …". A secret: never logged, never shown. */
  readonly memoryHeader: string | null;
  /** What is asked where a call says `enrich: true`; left out or null: such a call is refused. */
  readonly enrichmentUrl?: string | null;
  /** Header that goes there. A secret: never logged, never shown. */
  readonly enrichmentHeader?: string | null;
  readonly llm?: LlmSettings;
  /** What reads free texts; left out: as the service is set. */
  readonly extraction?: ExtractionMode;
}

/** A tenant's own; what is left out is as the service is set. */
export interface LlmSettings {
  /** Its own server. With it, `model`. */
  readonly url?: string;
  readonly model?: string;
  /** A secret: never logged, never shown. */
  readonly apiKey?: string;
  /** US dollars a UTC day; null: without limit, whatever the service's is. */
  readonly dailyUsd?: number | null;
  /** Questions under way at once. */
  readonly concurrency?: number;
}

export interface ApiKey {
  /** `key_<lower-case ULID>`: safe to show and log. */
  readonly keyId: string;
  readonly tenantId: TenantId;
  /** SHA-256 of the key, hex; the key itself is shown once and never stored. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  /** Requests a second, and burst. */
  readonly rate: number;
  readonly burst: number;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface AccountStore {
  /** `conflict` when the name is taken. */
  createTenant(tenant: Tenant): Promise<'created' | 'conflict'>;
  /** Replaces domains and settings. */
  updateTenant(tenant: Tenant): Promise<void>;
  tenant(tenant: TenantId): Promise<Tenant | null>;
  tenantNamed(name: string): Promise<Tenant | null>;
  listTenants(): Promise<readonly Tenant[]>;
  createKey(key: ApiKey): Promise<void>;
  keyByHash(hash: string): Promise<ApiKey | null>;
  listKeys(tenant: TenantId | null): Promise<readonly ApiKey[]>;
  /** False where no such key is. */
  revokeKey(keyId: string, at: string): Promise<boolean>;
  /** A tenant's own domain definitions, as the YAML text that the operator gave. */
  putDefinition(
    tenant: TenantId,
    domain: string,
    version: number,
    source: string,
  ): Promise<'created' | 'conflict'>;
  definitions(
    tenant: TenantId,
  ): Promise<readonly { readonly domain: string; readonly version: number; readonly source: string }[]>;
  /** Changes whenever any account data changes, also by another process; cheap: caches ask it. */
  accountsVersion(): Promise<number>;
}

/** Keys for signing (cursors, download tokens): the same for all processes on one store, never shown, never logged. */
export interface SecretStore {
  /** Makes it, 32 random bytes, where there is none. */
  secret(name: string): Promise<Uint8Array>;
}

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
}

/** A key that stands: what it was used for, and what was answered; null while that is in work. */
export interface KnownKey {
  readonly fingerprint: string;
  readonly answer: StoredAnswer | null;
}

export interface IdempotencyStore {
  /** Looks, and claims nothing. null: the key was never used, has expired, or is left to `claim` to judge. */
  find(tenant: TenantId, route: string, key: string, nowMs: number): Promise<KnownKey | null>;
  /**
   * Claims a key for a request. `fingerprint` is the SHA-256 of what is compared (path and canonical body).
   * A claim older than `staleAfterMs` whose owner died is taken over. `people`: ids of those whom the request names.
   * `erased`: the key stands for a request or an answer that named somebody who was erased since.
   */
  claim(claim: {
    readonly tenant: TenantId;
    readonly route: string;
    readonly key: string;
    readonly fingerprint: string;
    readonly people: readonly string[];
    readonly nowMs: number;
    readonly ttlMs: number;
    readonly staleAfterMs: number;
  }): Promise<
    | { readonly state: 'claimed' }
    | { readonly state: 'in_progress' }
    | { readonly state: 'mismatch' }
    | { readonly state: 'erased' }
    | { readonly state: 'done'; readonly answer: StoredAnswer }
  >;
  /** `people`: ids of those whom the answer names. It is not kept where one of them was erased meanwhile. */
  finish(
    tenant: TenantId,
    route: string,
    key: string,
    answer: StoredAnswer,
    people: readonly string[],
  ): Promise<void>;
  /** Anything but a 2xx frees the key. */
  release(tenant: TenantId, route: string, key: string): Promise<void>;
}

interface Expiring {
  /** Removes what is past its time, of all tenants; how many. */
  forgetExpired(nowMs: number): Promise<number>;
}
