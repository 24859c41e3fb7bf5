/** A server whose services are small fakes, for tests of HTTP alone. */

import type { FastifyInstance } from 'fastify';
import type pino from 'pino';
import { tenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import { afterStage, byStage, modelStages, usualStages } from '../../../contract/match-stages.ts';
import type { TrainingRun } from '../../../contract/training-run.ts';
import type { UserRecord } from '../../../contract/user.ts';
import type { TimedMatch } from '../../../matching/match/match-service.ts';
import { type AcceptedJob, queuedJob } from '../../../platform/jobs/accept-job.ts';
import type { IdempotencyStore, StoredAnswer } from '../../../platform/storage/idempotency-store.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { Member } from '../../../platform/storage/member-store.ts';
import {
  type ApiKey,
  OPERATOR_OWNER,
  type Scope,
  type Tenant,
  tenantScopes,
} from '../../../platform/storage/store.ts';
import { sampleJob } from '../../../platform/storage/testing/sample-jobs.ts';
import type { Caller } from '../../accounts/authenticate.ts';
import { buildServer } from '../build-server.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { RateState, ServerDependencies } from '../server-dependencies.ts';

export const keys = {
  all: 'cp_live_all',
  reader: 'cp_live_reader',
  exporter: 'cp_live_exporter',
  data: 'cp_live_data',
  matcher: 'cp_live_matcher',
  slow: 'cp_live_slow',
  fast: 'cp_live_fast',
  other: 'cp_live_other',
  /** A key of the first tenant, with a rate that no test reaches. */
  many: 'cp_live_many',
  operator: 'cp_live_operator',
};

export const callers: Readonly<Record<string, Caller>> = {
  [keys.all]: caller('ten_a', 'key_all', tenantScopes),
  [keys.reader]: caller('ten_a', 'key_reader', ['read']),
  [keys.exporter]: caller('ten_a', 'key_exporter', ['read', 'export']),
  [keys.data]: caller('ten_a', 'key_data', ['data']),
  [keys.matcher]: caller('ten_a', 'key_matcher', ['match']),
  [keys.slow]: { ...caller('ten_a', 'key_slow', tenantScopes), rate: 0.5, burst: 1 },
  [keys.fast]: { ...caller('ten_a', 'key_fast', tenantScopes), rate: 1e9, burst: 1e9 },
  [keys.other]: caller('ten_b', 'key_other', tenantScopes),
  [keys.operator]: { ...caller(OPERATOR_OWNER, 'key_operator', ['operator']), rate: 1e9, burst: 1e9 },
  [keys.many]: { ...caller('ten_a', 'key_many', tenantScopes), rate: 1e6, burst: 1e6 },
};

/** As the store has them. */
const sampleTenant: Tenant = {
  tenantId: tenantId('ten_a'),
  name: 'Alpha',
  email: 'ops@alpha.example',
  createdAt: '2026-01-01T00:00:00.000Z',
  domains: [{ domain: 'dating', version: 1, threshold: 1000, labels: {} }],
  settings: { memoryHosts: [], memoryHeader: null },
};
const sampleKey: ApiKey = {
  keyId: 'key_new',
  tenantId: tenantId('ten_a'),
  hash: '0'.repeat(64),
  scopes: ['read'],
  rate: 100,
  burst: 200,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  name: null,
  usedAt: null,
};

const sampleMember: Member = {
  memberId: 'mem_new',
  tenantId: tenantId('ten_a'),
  email: 'ana@alpha.example',
  name: null,
  scopes: ['read'],
  identity: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'key_operator',
  lastSignInAt: null,
};

function caller(tenant: string, keyId: string, scopes: readonly Scope[]): Caller {
  return { tenantId: tenantId(tenant), keyId, scopes, rate: 100, burst: 200 };
}

/** A key that may do what the document describes, with a rate that no test reaches. */
export function keyFor({ 'x-scope': scope }: { readonly 'x-scope'?: string | readonly string[] }): string {
  return scope === 'operator' ? keys.operator : keys.fast;
}

export function record(userId: string, domain: string): UserRecord {
  return {
    user_id: userId,
    domain,
    schema_version: `${domain}.v1`,
    fields: {},
    derived: {},
    extras: {},
    embeddings: {},
    preferences: {},
    places: {},
    missing_required: [],
    provenance: { fields: {}, derived: {}, embeddings: {}, preferences: {} },
    last_enriched_at: null,
    updated_at: '2026-01-01T00:00:00.000Z',
  };
}

export const emptyMatch: TimedMatch = {
  result: {
    match_id: 'match_1',
    matches: [],
    pipeline_stats: { total: 0, ...afterStage(usualStages, () => 0) },
    models_used: {},
    degraded: [],
  },
  times: {},
};

/** Buckets that never refill. A test lets no time pass. */
function frozenBuckets(): ServerDependencies['accounts']['rateLimiter'] {
  const taken = new Map<string, number>();
  const state = (caller: Caller, allowed: boolean): RateState => {
    const used = taken.get(caller.keyId) ?? 0;
    return {
      allowed,
      remaining: caller.burst - used,
      fullInMs: (used / caller.rate) * 1000,
      retryAfterMs: allowed ? 0 : 1000 / caller.rate,
    };
  };
  return {
    take: (caller) => {
      const used = taken.get(caller.keyId) ?? 0;
      if (used >= caller.burst) return state(caller, false);
      taken.set(caller.keyId, used + 1);
      return state(caller, true);
    },
    peek: (caller) => state(caller, (taken.get(caller.keyId) ?? 0) < caller.burst),
  };
}

/** `IdempotencyStore` in a Map, without the claims of dead owners. */
export function memoryIdempotency(): IdempotencyStore & { readonly size: () => number } {
  const held = new Map<
    string,
    { fingerprint: string; answer: StoredAnswer | null; atMs: number; ttlMs: number; owner: string }
  >();
  const id = (...parts: readonly string[]) => JSON.stringify(parts);
  return {
    size: () => held.size,
    find: async (tenant, route, key, nowMs) => {
      const found = held.get(id(tenant, route, key));
      return found === undefined || nowMs - found.atMs >= found.ttlMs ? null : found;
    },
    findMany: async (tenant, route, keys, nowMs) =>
      new Map(
        keys.flatMap((key) => {
          const found = held.get(id(tenant, route, key));
          return found === undefined || nowMs - found.atMs >= found.ttlMs ? [] : [[key, found] as const];
        }),
      ),
    claim: async ({ tenant, route, key, fingerprint, nowMs, ttlMs, owner, leaseMs }) => {
      const name = id(tenant, route, key);
      const found = held.get(name);
      if (found === undefined || nowMs - found.atMs >= found.ttlMs) {
        held.set(name, { fingerprint, answer: null, atMs: nowMs, ttlMs, owner });
        return { state: 'claimed' };
      }
      if (found.fingerprint !== fingerprint) return { state: 'mismatch' };
      return found.answer === null
        ? { state: 'in_progress', owner: found.owner, leftMs: leaseMs }
        : { state: 'done', answer: found.answer };
    },
    renew: async () => undefined,
    finish: async ({ tenant, route, key }, answer) => {
      const found = held.get(id(tenant, route, key));
      if (found !== undefined) found.answer = answer;
    },
    release: async ({ tenant, route, key }) => {
      held.delete(id(tenant, route, key));
    },
  };
}

const waitingJob: Job = queuedJob(
  sampleJob('job_1', { tenantId: tenantId('ten_a'), createdAt: '2026-01-01T00:00:00.000Z' }),
);

async function accepted(): Promise<AcceptedJob> {
  return { state: 'accepted', job: waitingJob };
}

const waitingRun: TrainingRun = {
  run_id: 'run_1',
  domain: 'dating',
  status: 'queued',
  progress: 0,
  triplets_used: 0,
  version: null,
  metrics: { before: null, after: null, concentration: null },
  reason: null,
  estimated_completion_minutes: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: null,
  finished_at: null,
  tier: 'tenant',
  forced: false,
  in_force: false,
};

/** The message of a call of a service that is not faked. */
export const NOT_FAKED = 'no test of these asks for it';

async function unused(): Promise<never> {
  throw new Error(NOT_FAKED);
}

export const fakeLimits: ServerDependencies['limits'] = {
  bodyBytes: 8 * 1024 * 1024,
  documentBytes: 10 * 1024 * 1024,
  linesPerBody: 1_000_000,
  inFlight: 100,
  openBodies: 100,
  bodiesPerKey: 50,
  minBytesPerSecond: 500,
  graceMs: 20_000,
  answerStallMs: 60_000,
  slowRequestMs: 0,
};

export function fakeAccounts(): ServerDependencies['accounts'] {
  const accounts = {
    authenticate: async (key: string) => {
      const known = callers[key];
      if (known === undefined) throw apiError('unauthorized', 'This key is not known.');
      return known;
    },
    rateLimiter: frozenBuckets(),
    defaultDomain: async () => 'dating',
    administration: failing({
      createTenant: async () => sampleTenant,
      changeTenant: async () => sampleTenant,
      createKey: async () => ({ key: `cp_live_${'n'.repeat(32)}`, stored: sampleKey }),
      renameKey: async () => ({ key: sampleKey, sessions: 0 }),
      addMember: async () => sampleMember,
      changeMember: async () => ({ member: sampleMember, sessions: 0 }),
    }),
  };
  return failing(accounts) as ServerDependencies['accounts'];
}

function fakeSchema(domain: string): Awaited<ReturnType<ServerDependencies['schemas']['get']>> {
  const tiers = { ...byStage(modelStages, () => []), llm_judge: [] };
  return { domain, version: `${domain}.v1`, fields: [], labels: [], reciprocal: 'product', terms: [], tiers };
}

type FakeParts = { readonly [Name in keyof ServerDependencies]?: Partial<ServerDependencies[Name]> };

/** A missing part fails when it is called. */
function withUnused(fakeParts: FakeParts): ServerDependencies {
  const parts = Object.entries(fakeParts).map(([name, part]) => [name, failing(part)]);
  return failing(Object.fromEntries(parts)) as ServerDependencies;
}

/** Objects of classes stay as they are. */
function failing(part: unknown): unknown {
  if (part === null || typeof part !== 'object' || Object.getPrototypeOf(part) !== Object.prototype)
    return part;
  return new Proxy(part, {
    get: (own, name) => (name in own || name === 'then' ? Reflect.get(own, name) : nobody),
  });
}

/** A service that no test uses, and each method of it. */
const nobody: object = new Proxy(unused, { get: (_, name) => (name === 'then' ? undefined : nobody) });

export interface FakeServer {
  readonly app: FastifyInstance;
  /** Lines that were logged, parsed. */
  readonly logged: Record<string, unknown>[];
  /** Calls of services, by name. */
  readonly calls: string[];
}

export async function fakeServer(changes: Partial<ServerDependencies> = {}): Promise<FakeServer> {
  const logged: Record<string, unknown>[] = [];
  const calls: string[] = [];
  const { createLogger } = await import('../logs/create-logger.ts');
  const logger: pino.Logger = createLogger('info', { write: (line) => logged.push(JSON.parse(line)) });
  const parts: FakeParts = {
    profiles: {
      upsert: async (_, request) => {
        calls.push('upsert');
        return record(request.user_id, request.domain);
      },
      upsertMany: async (_, requests) => {
        calls.push('upsertMany');
        return requests.map(({ user_id, domain }) => record(user_id, domain));
      },
      patch: async (_, request) => {
        calls.push('patch');
        return record(request.user_id, request.domain);
      },
      append: async (_, request) => {
        calls.push('append');
        return {
          user_id: request.user_id,
          domain: request.domain,
          context_id: 'ctx_1',
          fields_updated: [],
          embeddings_refreshed: false,
        };
      },
      get: async (_, userId, domain) => record(userId, domain),
      getAll: async (_, userId) => ({ user_id: userId, domains: { dating: record(userId, 'dating') } }),
      search: async (_, { q }) => {
        calls.push('search');
        return { data: [], next: q ?? null, people: 1, complete: true };
      },
      liftBlock: async (_, userId) => ({ user_id: userId, blocked: false }),
      eraseSession: async (_, sessionId) => ({
        session_id: sessionId,
        erased: { pending_events: 0, dataset_versions: 0 },
        trained_models: [],
      }),
      erase: async (_, userId) => {
        calls.push('erase');
        return {
          user_id: userId,
          domains: ['dating'],
          erased: {
            records: 1,
            context_items: 0,
            outcomes: 0,
            triplets: 0,
            vectors: 0,
            pending_events: 0,
            dataset_versions: 0,
          },
          trained_models: [],
          blocked: false,
        };
      },
    },
    match: {
      match: async () => {
        calls.push('match');
        return emptyMatch;
      },
    },
    domains: {
      tenant: async (id) => tenantId(id),
      publish: async (_, domain) => ({
        domain,
        version: 1,
        schema_version: `${domain}.v1`,
        previous_version: null,
        revalidated_rows: 0,
      }),
      check: async () => ({ faults: [], definition: null, changes: null, results: [] }),
    },
    audit: { page: async () => [] },
    learn: {
      feedback: async (_, { items }) => ({
        accepted: items.length,
        triplets_generated: 0,
        triplets_pending_train: 0,
        errors: [],
      }),
      withdraw: async () => ({
        withdrawn: 0,
        triplets_withdrawn: 0,
        triplets_recomputed: 0,
        remaining: 0,
        run_id: null,
      }),
      train: async () => ({ ...waitingRun, already_running: false }),
      deployIn: async (_, { domain, run_id }) => ({
        domain,
        run_id,
        version: run_id === null ? null : 'tenant-dating.v1@1',
        serving: { tier: 'domain', version: 'prior-dating.v1@1' },
      }),
    },
    datasets: { import: accepted, export: accepted },
    tokenizers: {
      fit: accepted,
      export: accepted,
      assign: async () => [],
    },
    models: { adapt: accepted },
    simulations: { start: accepted },
    inference: { predict: async (_, model_id) => ({ model_id, model_version: 'v1', items: [] }) },
    // All their methods fail.
    ...{ matchBatches: {}, experiments: {}, datasetAppends: {}, modelAliases: {}, messages: {}, refits: {} },
    ...{
      refitSchedules: {},
      modelExports: {},
      modelExperiments: {},
      segments: {},
      batches: {},
      itemVectors: {},
      trending: {},
      webhooks: {},
      documents: {},
    },
    events: { end: () => {}, open: async function* () {} },
    jobs: { cancel: async () => waitingJob },
    artifacts: {
      addressOf: null,
      read: () => {
        throw new Error('no test of these reads files');
      },
    },
    mayBeSent: async () => true,
    secrets: { secret: async () => new Uint8Array(32) },
    accounts: fakeAccounts(),
    schemas: { get: async (_, domain) => fakeSchema(domain), list: async () => [fakeSchema('dating')] },
    idempotency: memoryIdempotency(),
    metrics: createMetrics(undefined, { processFigures: false }),
    people: () => null,
    listConnectors: async () => [],
    settingsInForce: [],
    system: {
      indexes: { stats: () => [] },
      indexLimitBytes: 0,
      tenantName: async () => sampleTenant.name,
      models: () => ({ models: 0, memoryBytes: 0 }),
      startedAtMs: 0,
    },
    readiness: () => ({ ready: true, reason: null }),
    logger,
    limits: fakeLimits,
    console: null,
    publicUrl: null,
    clock: () => 1_700_000_000_000,
  };
  const app = await buildServer(withUnused({ ...parts, ...changes }));
  return { app, logged, calls };
}
