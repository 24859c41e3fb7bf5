/**
 * The OpenAPI document without a store, services or a port, for the committed copy and for generated clients.
 */

import { buildServer } from './build-server.ts';
import { createLogger } from './create-logger.ts';
import { createMetrics } from './metrics.ts';

async function noService(): Promise<never> {
  throw new Error('the document is made without services, and nothing is carried out');
}

export async function interfaceDocument(): Promise<unknown> {
  const app = await buildServer({
    profiles: {
      upsert: noService,
      upsertMany: noService,
      patch: noService,
      append: noService,
      get: noService,
      getAll: noService,
      list: noService,
      samples: noService,
      export: noService,
      erase: noService,
      liftBlock: noService,
    },
    domains: { tenant: noService, list: noService, source: noService, check: noService, publish: noService },
    match: { match: noService },
    matchRecords: { get: noService },
    matchBatches: { start: noService },
    audit: { page: noService },
    experiments: { create: noService, list: noService, get: noService, stop: noService },
    learn: {
      feedback: noService,
      withdraw: noService,
      train: noService,
      runs: noService,
      run: noService,
      deploy: noService,
      deployIn: noService,
      cancel: noService,
    },
    statistics: { outcomes: noService, matches: noService, exposure: noService, fields: noService },
    datasets: { import: noService, export: noService, get: noService, list: noService },
    tokenizers: {
      fit: noService,
      export: noService,
      get: noService,
      list: noService,
      codes: noService,
      assign: noService,
    },
    datasetStatistics: { get: noService },
    datasetAppends: { events: noService, items: noService, cut: noService },
    deletions: { dataset: noService, model: noService, tokenizer: noService },
    models: { adapt: noService, get: noService, list: noService },
    modelAliases: { get: noService, list: noService, move: noService, remove: noService },
    modelItems: { list: noService },
    refits: { refit: noService },
    refitSchedules: { get: noService, put: noService, remove: noService },
    modelExports: { export: noService },
    batches: { start: noService },
    inference: { predict: noService, embed: noService, generate: noService },
    itemVectors: { similar: noService, read: noService },
    simulations: { start: noService, list: noService, get: noService },
    jobs: { get: noService, log: noService, list: noService, cancel: noService },
    artifacts: {
      addressOf: null,
      stat: noService,
      read: () => {
        throw new Error('the document is made without files');
      },
    },
    mayBeSent: noService,
    secrets: { secret: async () => new Uint8Array(32) },
    accounts: {
      authenticate: noService,
      rateLimiter: {
        take: () => ({ allowed: false, remaining: 0, fullInMs: 0, retryAfterMs: 0 }),
        peek: () => ({ allowed: false, remaining: 0, fullInMs: 0, retryAfterMs: 0 }),
      },
      sessions: { signIn: noService, authenticate: noService, describe: noService, signOut: noService },
      defaultDomain: noService,
      administration: {
        tenants: noService,
        tenant: noService,
        createTenant: noService,
        changeTenant: noService,
        keys: noService,
        createKey: noService,
        revokeKey: noService,
      },
    },
    people: () => null,
    settingsInForce: [],
    system: {
      indexes: { stats: () => [] },
      indexLimitBytes: 0,
      lastSequences: noService,
      tenantName: noService,
      encoders: noService,
      jobs: noService,
      models: () => ({ models: 0, memoryBytes: 0 }),
      startedAtMs: 0,
    },
    schemas: { get: noService, list: noService },
    idempotency: {
      find: noService,
      findMany: noService,
      claim: noService,
      renew: noService,
      finish: noService,
      release: noService,
    },
    metrics: createMetrics(undefined, { processFigures: false }),
    readiness: () => ({ ready: false, reason: 'no service' }),
    logger: createLogger('silent'),
    limits: {
      bodyBytes: 1,
      linesPerBody: 1,
      inFlight: 1,
      openBodies: 1,
      bodiesPerKey: 1,
      minBytesPerSecond: 1,
      graceMs: 1000,
      answerStallMs: 1000,
      slowRequestMs: 0,
    },
    console: null,
    publicUrl: null,
    clock: () => 0,
  });
  const document = app.swagger();
  await app.close();
  return document;
}
