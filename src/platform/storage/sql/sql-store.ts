/**
 * The store over a SQL database that Kysely supports: reads through handles, changes through `write`. The
 * caller passes in the parts that differ between databases: filters as SQL, checks and closing.
 */

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { changeSequence } from '../../../contract/brands.ts';
import type { DatasetStore } from '../dataset-store.ts';
import type { EncoderStore } from '../encoder-store.ts';
import { jobStatuses } from '../job.ts';
import type { JobStore } from '../job-store.ts';
import type { ModelStore } from '../model-store.ts';
import { oncePerTick } from '../once-per-tick.ts';
import type { SessionStore } from '../session-store.ts';
import type { SimulationStore } from '../simulation-store.ts';
import type { SpendingStore } from '../spending-store.ts';
import type {
  AccountStore,
  IndexedProfile,
  OutcomeStore,
  ProfileStore,
  SecretStore,
  Store,
} from '../store.ts';
import type { TokenizerStore } from '../tokenizer-store.ts';
import { findKeyById, pageOfKeys, pageOfTenants } from './accounts/account-pages.ts';
import {
  findKey,
  findKeyByHash,
  findTenant,
  listDefinitions,
  listKeys,
  listTenants,
} from './accounts/account-queries.ts';
import {
  countSessionsOfKeys,
  findConsoleLink,
  findConsoleSession,
  listConsoleSessions,
} from './accounts/console-sessions.ts';
import { spentOn } from './accounts/llm-spending.ts';
import { memberStore } from './accounts/member-store.ts';
import { activityStore } from './activity/activity-store.ts';
import { auditStore } from './audit/audit-store.ts';
import { appendStore } from './behaviour/append-store.ts';
import { datasetsToErase } from './behaviour/dataset-erasures.ts';
import {
  findDataset,
  findNewestDataset,
  findReadyDataset,
  listKeptDatasets,
  listReadyDatasets,
  listVersions,
} from './behaviour/datasets.ts';
import { deletionStore } from './behaviour/deletion-store.ts';
import { modelAliasStore, modelIdOfAlias } from './behaviour/model-alias-store.ts';
import { modelExperimentStore } from './behaviour/model-experiment-store.ts';
import { findModel, listModels } from './behaviour/models.ts';
import { newItemStore } from './behaviour/new-item-store.ts';
import { refitScheduleStore } from './behaviour/refit-schedule-store.ts';
import { findSimulation, listSimulations } from './behaviour/simulations.ts';
import { findTokenizer, listTokenizers } from './behaviour/tokenizers.ts';
import { readChangeCounters } from './change-counters.ts';
import { experimentStore } from './experiments/experiment-store.ts';
import { exposureStore } from './exposure/exposure-store.ts';
import { findKeys } from './idempotency/answered-keys.ts';
import { findIdempotencyKey } from './idempotency/find-idempotency-key.ts';
import { inChunks } from './in-chunks.ts';
import { indexUseStore } from './indexes/index-use-store.ts';
import { searchIndexStore } from './indexes/search-index-store.ts';
import { connectorStore } from './ingest/connector-store.ts';
import { messageStore } from './ingest/message-store.ts';
import { readJobLog } from './jobs/job-log.ts';
import { findJob, getJob, jobOfResource, jobStatistics, listJobs } from './jobs/read-jobs.ts';
import { hasJobsToTake } from './jobs/take-jobs.ts';
import { calibrationStore } from './learning/calibration-store.ts';
import { learningStore } from './learning/learning-store.ts';
import { candidatesDecidedBy } from './learning/record-outcomes.ts';
import { wordCountStore } from './learning/word-count-store.ts';
import { matchBatchStore } from './matches/match-batch-store.ts';
import { blockStore } from './people/block-store.ts';
import { hasOldVectors, listRowsToEncode } from './people/encode-rows.ts';
import { encodeWrite } from './people/encode-write.ts';
import { countRowsToEncode, countVectors, readRoles } from './people/encoder-roles.ts';
import { fileErasureStore } from './people/file-erasure-store.ts';
import { keptDocumentStore } from './people/kept-document-store.ts';
import { knownUsers } from './people/known-users.ts';
import { listNamedProfiles, listProfiles } from './people/list-profiles.ts';
import { personStore } from './people/person-store.ts';
import { personTermStore } from './people/person-term-store.ts';
import {
  changedRows,
  countProfiles,
  decodeChanged,
  decodeIndexed,
  getIndexed,
  getProfiles,
  getVectors,
  getVectorsOf,
  indexedRows,
  listChangesAfter,
  listContextItems,
  listProfileDomains,
  listVectors,
  profilePage,
} from './people/read-profiles.ts';
import { readingDecisionStore } from './people/reading-decision-store.ts';
import { readingStore } from './people/reading-store.ts';
import { findSecret } from './secrets.ts';
import type { SqlStoreParts } from './sql-store-parts.ts';
import { statisticsStore } from './statistics/statistics-store.ts';
import { tracedChanges } from './traced-queries.ts';
import { webhookStore } from './webhooks/webhook-store.ts';

const SECRET_BYTES = 32;
/**
 * Up to this many rows by id are read faster here than through another thread: those of an answer of /match
 * among them.
 */
const MAX_ROWS_READ_HERE = 20;
const PAGES_AT_ONCE = 5;
/** Bounds how long a transaction of housekeeping makes other writes wait. */
const KEYS_FORGOTTEN_AT_ONCE = 1000;

export function sqlStore(storeParts: SqlStoreParts): Store {
  const parts = { ...storeParts, write: tracedChanges(storeParts.write) };
  return {
    accounts: accountStore(parts),
    profiles: profileStore(parts),
    outcomes: outcomeStore(parts),
    people: personStore(parts),
    personTerms: personTermStore(parts),
    learning: learningStore(parts),
    idempotency: idempotencyStore(parts),
    jobs: jobStore(parts),
    encoders: encoderStore(parts),
    readings: readingStore(parts),
    readingDecisions: readingDecisionStore(parts),
    datasets: datasetStore(parts),
    appends: appendStore(parts),
    models: modelStore(parts),
    modelAliases: modelAliasStore(parts),
    refitSchedules: refitScheduleStore(parts),
    matchBatches: matchBatchStore(parts),
    fileErasures: fileErasureStore(parts),
    blocks: blockStore(parts),
    keptDocuments: keptDocumentStore(parts),
    simulations: simulationStore(parts),
    tokenizers: tokenizerStore(parts),
    deletions: deletionStore(parts),
    secrets: secretStore(parts),
    sessions: sessionStore(parts),
    members: memberStore(parts),
    spending: spendingStore(parts),
    statistics: statisticsStore(parts),
    exposure: exposureStore(parts),
    calibrations: calibrationStore(parts),
    words: wordCountStore(parts),
    experiments: experimentStore(parts),
    modelExperiments: modelExperimentStore(parts),
    newItems: newItemStore(parts),
    searchIndexes: searchIndexStore(parts),
    indexUses: indexUseStore(parts),
    messages: messageStore(parts),
    connectors: connectorStore(parts),
    audit: auditStore(parts),
    webhooks: webhookStore(parts),
    activity: activityStore(parts),
    jobSignals: parts.jobSignals,
    rates: parts.rates,
    replicas: parts.replicas,
    ping: parts.ping,
    warm: () => warm(parts),
    verify: parts.verify,
    close: parts.close,
  };
}

/** Two reads and a change that finds nothing, at once. */
async function warm({ readers, write }: SqlStoreParts): Promise<void> {
  const read = () => sql`select 1`.execute(readers);
  await Promise.all([read(), read(), write('forgetExpiredKeys', 0, 1)]);
}

function profileStore({
  db,
  readers,
  write,
  counters,
  compileClauses,
  shortFields,
}: SqlStoreParts): ProfileStore {
  const reading = (userIds: readonly string[]) => (userIds.length > MAX_ROWS_READ_HERE ? readers : db);
  return {
    get: async (tenant, domain, userId) => (await getProfiles(db, tenant, domain, [userId]))[0] ?? null,
    getMany: (tenant, domain, userIds) => getProfiles(reading(userIds), tenant, domain, userIds),
    existing: (tenant, domain, userIds) => knownUsers(db, tenant, domain, userIds),
    listDomains: (tenant, userId) => listProfileDomains(db, tenant, userId),
    write: async (writes) => (writes.length === 0 ? [] : write('writeProfiles', writes.map(encodeWrite))),
    vectors: (tenant, userId) => getVectors(db, tenant, userId),
    vectorsOf: (tenant, domain, userIds, encoderId) =>
      getVectorsOf(reading(userIds), tenant, domain, userIds, encoderId),
    vectorPage: (tenant, domain, encoderId, after, limit) =>
      listVectors(db, tenant, domain, encoderId, after, limit),
    putLazyVectors: (tenant, userId, vectors, revision) =>
      vectors.length === 0
        ? Promise.resolve('written')
        : write('putLazyVectors', tenant, userId, vectors, revision),
    contextItems: (tenant, domain, userId, limit) => listContextItems(db, tenant, domain, userId, limit),
    erase: (tenant, userId, domain, options = {}) =>
      write('erasePerson', tenant, userId, domain, { nowMs: Date.now(), ...options }),
    count: (tenant, domain) => countProfiles(db, tenant, domain),
    page: (tenant, domain, query) => listProfiles(readers, shortFields, tenant, domain, query),
    listed: (tenant, domain, userIds) => listNamedProfiles(readers, shortFields, tenant, domain, userIds),
    scan: async function* (tenant, domain, pageSize, encoderId = null) {
      let after: string | null = null;
      for (;;) {
        const page = await profilePage(db, tenant, domain, after, pageSize, encoderId);
        if (page.length > 0) yield page;
        if (page.length < pageSize) return;
        after = page[page.length - 1]!.row.userId;
      }
    },
    scanIndexed: (tenant, domain, pageSize, encoderId, from = null) =>
      indexedPages(pageSize, from, (after, limit) =>
        indexedRows(readers, tenant, domain, encoderId, after, limit),
      ),
    indexed: (tenant, domain, userIds, encoderId) =>
      getIndexed(reading(userIds), tenant, domain, userIds, encoderId),
    idsWhere: async (tenant, domain, clauses) => {
      const rows = await db
        .selectFrom('profiles')
        .select('user_id')
        .where('tenant_id', '=', tenant)
        .where('domain', '=', domain)
        .where(compileClauses(clauses))
        .orderBy('user_id')
        .execute();
      return rows.map((row) => row.user_id);
    },
    lastSequence: async (tenant, domain) => changeSequence(await counters.changes(tenant, domain)),
    lastSequences: () => readChangeCounters(db),
    changesAfter: (tenant, domain, after, limit) => listChangesAfter(db, tenant, domain, after, limit),
    changedAfter: async (tenant, domain, after, { limit, atMost, encoderId }) => {
      const from = atMost > MAX_ROWS_READ_HERE ? readers : db;
      return decodeChanged(await changedRows(from, tenant, domain, encoderId, after, limit));
    },
  };
}

/**
 * Reads several pages at once, because a message to the thread costs as much as half a page. The next pages
 * are read while these are used.
 */
async function* indexedPages(
  pageSize: number,
  from: string | null,
  read: (after: string | null, limit: number) => ReturnType<typeof indexedRows>,
): AsyncGenerator<readonly IndexedProfile[]> {
  const limit = PAGES_AT_ONCE * pageSize;
  for (let coming = read(from, limit); ; ) {
    const rows = await coming;
    const isLast = rows.length < limit;
    if (!isLast) {
      coming = read(rows.at(-1)!.user_id, limit);
      // The failure surfaces at the next `await`. Without this handler it would count as unhandled until
      // then.
      coming.catch(() => undefined);
    }
    for (const page of inChunks(rows, pageSize)) yield decodeIndexed(page);
    if (isLast) return;
  }
}

function encoderStore({ db, write, counters }: SqlStoreParts): EncoderStore {
  return {
    version: oncePerTick(() => counters.counter('encoders')),
    roles: () => readRoles(db),
    adopt: (role) => write('adoptEncoder', role),
    startSwitch: (role) => write('startSwitch', role),
    finishSwitch: (encoderId, at) => write('finishSwitch', encoderId, at),
    rowsToEncode: (limit) => listRowsToEncode(db, limit),
    countRowsToEncode: () => countRowsToEncode(db),
    putEncoded: async (encoderId, rows) => (rows.length === 0 ? 0 : write('putEncoded', encoderId, rows)),
    countVectors: () => countVectors(db),
    hasOldVectors: () => hasOldVectors(db),
    dropOldVectors: (limit) => write('dropOldVectors', limit),
  };
}

function outcomeStore({ db, write }: SqlStoreParts): OutcomeStore {
  return {
    record: (tenant, domain, outcomes) => write('recordOutcomes', tenant, domain, outcomes),
    decidedBy: (tenant, domain, seekerId, labels) =>
      candidatesDecidedBy(db, tenant, domain, seekerId, labels),
  };
}

function accountStore({ db, write, counters }: SqlStoreParts): AccountStore {
  return {
    createTenant: (tenant) => write('createTenant', tenant),
    updateTenant: (tenant, before) => write('updateTenant', tenant, before),
    tenant: (tenant) => findTenant(db, 'tenant_id', tenant),
    tenantNamed: (name) => findTenant(db, 'name', name),
    listTenants: () => listTenants(db),
    pageOfTenants: (page) => pageOfTenants(db, page),
    createKey: (key) => write('createKey', key),
    keyByHash: (hash) => findKeyByHash(db, hash),
    key: (tenant, keyId) => findKey(db, tenant, keyId),
    keyById: (keyId) => findKeyById(db, keyId),
    listKeys: (tenant) => listKeys(db, tenant),
    pageOfKeys: (tenant, page) => pageOfKeys(db, tenant, page),
    revokeKey: (keyId, at) => write('revokeKey', keyId, at),
    renameKey: (tenant, keyId, name) => write('renameKey', tenant, keyId, name),
    noteKeyUse: (tenant, keyId, at) => write('noteKeyUse', tenant, keyId, at),
    publishDefinition: (definition, tenant, before) => write('publishDefinition', definition, tenant, before),
    definitions: (tenant) => listDefinitions(db, tenant),
    accountsVersion: oncePerTick(() => counters.counter('accounts')),
  };
}

function idempotencyStore({ db, readers, write }: SqlStoreParts): Store['idempotency'] {
  return {
    find: (tenant, route, key, nowMs) => findIdempotencyKey(db, tenant, route, key, nowMs),
    findMany: async (tenant, route, keys, nowMs) =>
      keys.length === 0
        ? new Map()
        : findKeys(keys.length > MAX_ROWS_READ_HERE ? readers : db, tenant, route, keys, nowMs),
    claim: (claim) => write('claimIdempotencyKey', claim),
    renew: (key, leaseMs) => write('renewIdempotencyKey', key, leaseMs),
    finish: (key, answer, people) => write('finishIdempotencyKey', key, answer, people),
    release: (key) => write('releaseIdempotencyKey', key),
    forgetExpired: async (nowMs) => {
      for (let forgotten = 0; ; ) {
        const { keys, tombstones } = await write('forgetExpiredKeys', nowMs, KEYS_FORGOTTEN_AT_ONCE);
        forgotten += keys;
        if (keys + tombstones === 0) return forgotten;
      }
    },
  };
}

function jobStore({ db, write }: SqlStoreParts): JobStore {
  return {
    create: (job, options) => write('createJob', job, options),
    get: (tenant, jobId) => getJob(db, tenant, jobId),
    ofResource: (tenant, resourceId) => jobOfResource(db, tenant, resourceId),
    find: (jobId) => findJob(db, jobId),
    list: (tenant, query) => listJobs(db, tenant, query),
    take: async (owner, take) =>
      (await hasJobsToTake(db, take)) ? write('takeJobs', owner, take) : { taken: [], givenUp: [] },
    heartbeat: async (owner, jobIds, nowMs, leaseMs) =>
      jobIds.length === 0
        ? { lost: [], cancelRequested: [] }
        : write('prolongLeases', owner, jobIds, nowMs, leaseMs),
    report: (owner, jobId, progress) => write('reportProgress', owner, jobId, progress),
    log: (tenant, jobId) => readJobLog(db, tenant, jobId),
    finish: (owner, ends) => Promise.all(ends.map((end) => write('finishJob', owner, end))),
    cancel: (tenant, jobId, options) => write('cancelJob', tenant, jobId, options),
    statistics: (nowMs, statuses = jobStatuses) => jobStatistics(db, nowMs, statuses),
    forgetFinished: (beforeMs) => write('forgetFinishedJobs', beforeMs),
  };
}

function datasetStore({ db, write }: SqlStoreParts): DatasetStore {
  return {
    add: (dataset, snapshot) => write('addDataset', dataset, snapshot),
    renewVersion: (tenant, datasetId) => write('renewVersion', tenant, datasetId),
    get: (tenant, datasetId) => findReadyDataset(db, tenant, datasetId),
    getKept: async (tenant, datasetId) => {
      const dataset = await findDataset(db, tenant, datasetId);
      return dataset?.readyAt == null ? null : dataset;
    },
    list: (tenant, query) => listReadyDatasets(db, tenant, query),
    listKept: (tenant, query) => listKeptDatasets(db, tenant, query),
    find: (tenant, datasetId) => findDataset(db, tenant, datasetId),
    newest: (tenant, name) => findNewestDataset(db, tenant, name),
    versions: () => listVersions(db),
    toErase: () => datasetsToErase(db),
    finishErasure: (tenant, datasetId, erased) => write('finishErasure', tenant, datasetId, erased),
  };
}

function modelStore({ db }: SqlStoreParts): ModelStore {
  return {
    get: (tenant, modelId) => findModel(db, tenant, modelId),
    idOfAlias: (tenant, name) => modelIdOfAlias(db, tenant, name),
    list: (tenant, query) => listModels(db, tenant, query),
  };
}

function simulationStore({ db }: SqlStoreParts): SimulationStore {
  return {
    get: (tenant, simulationId) => findSimulation(db, tenant, simulationId),
    list: (tenant, query) => listSimulations(db, tenant, query),
  };
}

function tokenizerStore({ db, write }: SqlStoreParts): TokenizerStore {
  return {
    add: (tokenizer, made) => write('addTokenizer', tokenizer, made),
    get: (tenant, tokenizerId) => findTokenizer(db, tenant, tokenizerId),
    list: (tenant, query) => listTokenizers(db, tenant, query),
  };
}

function secretStore({ db, write }: SqlStoreParts): SecretStore {
  return {
    secret: async (name) =>
      (await findSecret(db, name)) ?? write('keepSecret', name, randomBytes(SECRET_BYTES)),
  };
}

function sessionStore({ db, write }: SqlStoreParts): SessionStore {
  return {
    create: (session, replaced) => write('createConsoleSession', session, replaced),
    find: (hash) => findConsoleSession(db, hash),
    noteUse: (hash, nowMs) => write('noteConsoleUse', hash, nowMs),
    end: async (hashes) => (hashes.length === 0 ? undefined : write('endConsoleSessions', hashes)),
    endOfKey: (tenant, keyId, nowMs) => write('endSessionsOfKey', tenant, keyId, nowMs),
    list: (tenant, nowMs) => listConsoleSessions(db, tenant, nowMs),
    countOfKeys: (keys, nowMs) => countSessionsOfKeys(db, keys, nowMs),
    addLink: (link) => write('addConsoleLink', link),
    findLink: (hash) => findConsoleLink(db, hash),
    exchangeLink: (linkHash, session, replaced) => write('exchangeConsoleLink', linkHash, session, replaced),
    forgetExpired: (nowMs) => write('forgetExpiredSessions', nowMs),
  };
}

function spendingStore({ db, write }: SqlStoreParts): SpendingStore {
  return {
    spentOn: (tenant, day) => spentOn(db, tenant, day),
    reserve: (tenant, day, usd, limitUsd) => write('reserveSpending', tenant, day, usd, limitUsd),
    spend: (tenant, day, more, releasedUsd = 0) => write('spendOnModels', tenant, day, more, releasedUsd),
  };
}
