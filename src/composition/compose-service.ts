/**
 * The composition root: the one place (with its steps `open-books.ts` and `open-intake.ts`, and `main.ts`) that picks
 * implementations and puts the rooms together. In three steps, because the operator's commands need less than the
 * server: accounts alone, intake, everything; a command loads no more than its step.
 */
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import { MIB } from '../contract/common.ts';
import { describeEncoders } from '../encoders/describe-encoders.ts';
import { buildServer } from '../http/build-server.ts';
import { createMetrics } from '../http/metrics.ts';
import type { HttpLimits } from '../http/server-dependencies.ts';
import type { IndexRegistry } from '../index/candidate-index.ts';
import { openIndexRegistry } from '../index/follow.ts';
import { openSegmentEngine } from '../index/segments/segment-engine.ts';
import { createJobService } from '../jobs/job-service.ts';
import type { WorkerSupervisor } from '../jobs/process/supervise-worker.ts';
import { createLearnService } from '../learn/create-learn-service.ts';
import { defaultAdmissionLimits } from '../match/admission.ts';
import { createMatchService } from '../match/create-match-service.ts';
import { askForReencoding } from '../profiles/heads/reencode-kind.ts';
import { refuseWhenFull } from '../profiles/intake/refuse-when-full.ts';
import { createCrossEncoderClient } from '../ranking/cross-encoder/cross-encoder-client.ts';
import { createHeadCatalog } from '../ranking/models/head-catalog.ts';
import { loadHead } from '../ranking/models/load-head.ts';
import type { JobStore } from '../storage/job-store.ts';
import { openArtifacts } from './open-artifacts.ts';
import { openDatasetService } from './open-datasets.ts';
import { type Intake, openIntake } from './open-intake.ts';
import { openReranking } from './open-language-models.ts';
import { openModels } from './open-models.ts';
import { openTokenizers } from './open-tokenizers.ts';
import { openWorker } from './open-worker.ts';
import { taskKinds } from './task-kinds.ts';

const clock = Date.now;
const SECOND_MS = 1000;

export interface Service extends Intake {
  readonly indexes: IndexRegistry;
  /** The HTTP server, not yet listening. */
  readonly server: Awaited<ReturnType<typeof buildServer>>;
  /** What does the jobs, not yet started. */
  readonly worker: WorkerSupervisor;
}

export async function composeService(settings: Settings, logger: Logger): Promise<Service> {
  // What it asks of the rooms, it asks when it is scraped.
  const metrics = createMetrics(() => indexes.stats(), {
    countJobs: () => countJobs(store.jobs),
    describeEncoders: () => describeEncoders(store.encoders),
    describeModels: () => behaviour.serving.stats(),
  });
  const intake = await openIntake(settings, {
    mayBeginSwitch: true,
    onNotice: (notice) => logger.warn(notice),
    onAsked: metrics.observeQuestion,
    onFailure: (tenant, { reason, message }) => {
      // The others are what limits are for, and are counted.
      if (reason === 'failed' || reason === 'malformed')
        logger.warn({ tenant, reason, message }, 'the language model gave no answer');
    },
    onFallback: metrics.observeFallback,
  });
  const { store, accounts, encoders, gazetteer, profiles, languageModels } = intake;
  const indexes = openIndexRegistry({
    store,
    engine: openSegmentEngine({
      folder: join(settings.data, 'indexes'),
      threads: settings.indexThreads ?? undefined,
      onDamage: ({ tenant, domain, reason }) =>
        logger.warn({ tenant, domain, reason }, 'a kept index cannot be used; it is built from the store'),
    }),
    memoryBytes: settings.indexMemoryMib === null ? halfOfMemory() : settings.indexMemoryMib * MIB,
    onFull: (isFull, bytes) =>
      isFull
        ? logger.error({ bytes }, 'the candidate indexes have all the memory that they may; nobody is added')
        : logger.info({ bytes }, 'the candidate indexes have room again'),
    servingEncoder: async () => (await encoders.active()).serving.encoderId,
    onFailure: (error) => logger.error({ error }, 'an index could not follow the store; it is tried again'),
  });
  let isWarming = true;
  const warming = indexes
    .warm(async (tenant, domain) => {
      const enabled =
        (await accounts.tenant(tenant))?.domains.some((each) => each.domain === domain) ?? false;
      return enabled ? (await accounts.domainFor(tenant, domain)).definition : null;
    })
    .catch((error: unknown) => logger.error({ error }, 'indexes could not be read before they are asked for'))
    .finally(() => {
      isWarming = false;
    });
  const artifacts = openArtifacts(settings);
  const worker = openWorker(settings, logger, metrics.observeJob);
  await askForReencoding(store, clock());
  const reranking = openReranking(settings, (tenant, { reason, message }) => {
    if (reason !== 'circuit_open') logger.warn({ tenant, reason, message }, 'the reranker gave no answer');
  });
  const crossEncoders = createCrossEncoderClient();
  const match = createMatchService({
    store,
    indexes,
    resolvePlace: gazetteer.resolve,
    domainFor: accounts.domainFor,
    ensureHead: profiles.ensureHead,
    judge: { modelFor: languageModels.of, timeoutMs: settings.judgeTimeoutMs },
    crossEncoding: {
      thread: crossEncoders,
      onFailure: (tenant, error) =>
        logger.error({ tenant, error }, 'a trained cross encoder could not be read'),
    },
    ...(reranking !== null && { reranking }),
    remember: (shown) => store.learning.recordShown(shown),
    models: createHeadCatalog({
      headsFor: store.learning.headsFor.bind(store.learning),
      modelsVersion: store.learning.modelsVersion.bind(store.learning),
      load: (head) => loadHead(artifacts, head),
      onFailure: (error, { tenantId, domain, version }) =>
        logger.error({ error, tenantId, domain, version }, 'a head cannot be read; the tier below serves'),
    }),
    clock,
    admission: {
      ...defaultAdmissionLimits,
      inFlight: settings.matchesAtOnce,
      waiting: settings.matchesWaiting,
    },
    observeDegraded: metrics.observeDegraded,
    observeStage: (stage, ms, _in, out) => metrics.observeStage(stage, ms, out),
  });
  const tokenizers = openTokenizers(
    {
      settings,
      store,
      artifacts,
      encoders: async () => encoders,
      clock,
      onNotice: (notice) => logger.warn(notice),
    },
    () => worker.wake(),
  );
  const behaviour = openModels({ settings, store, artifacts, clock }, () => worker.wake());
  const server = await buildServer({
    profiles: refuseWhenFull(profiles, {
      assertRoom: () => indexes.assertRoom(),
      isKnown: async (tenant, domain, userId) => (await store.profiles.get(tenant, domain, userId)) !== null,
    }),
    match,
    learn: createLearnService({
      learning: store.learning,
      domainFor: accounts.domainFor,
      wake: () => worker.wake(),
      clock,
    }),
    tokenizers: tokenizers.service,
    datasets: openDatasetService({ settings, store, artifacts, clock }, () => worker.wake()),
    models: behaviour.models,
    inference: behaviour.inference,
    simulations: behaviour.simulations,
    jobs: createJobService({ jobs: store.jobs, kinds: taskKinds, wake: () => worker.wake(), clock }),
    artifacts,
    secrets: store.secrets,
    accounts,
    idempotency: store.idempotency,
    metrics,
    readiness: async () => {
      if (!(await store.ping())) return { ready: false, reason: 'the store does not answer' };
      if (isWarming) return { ready: false, reason: 'candidate indexes are being read' };
      return { ready: true, reason: null, encoder: await describeEncoders(store.encoders) };
    },
    logger,
    limits: httpLimits(settings),
    publicUrl: settings.publicUrl,
    clock,
  });
  const close = async () => {
    await server.close();
    await worker.stop();
    await crossEncoders.close();
    await behaviour.serving.close();
    await tokenizers.close();
    await warming;
    await indexes.close();
    await intake.close();
  };
  return { ...intake, indexes, server, worker, close };
}

function httpLimits(settings: Settings): HttpLimits {
  return {
    bodyBytes: settings.bodyLimitBytes,
    inFlight: settings.maxInFlight,
    openBodies: settings.maxOpenBodies,
    bodiesPerKey: settings.bodiesPerKey,
    minBytesPerSecond: settings.bodyMinRate,
    graceMs: settings.bodyGraceSeconds * SECOND_MS,
    answerStallMs: settings.answerStallSeconds * SECOND_MS,
  };
}

/** Of the machine, or of what this process may have of it. */
function halfOfMemory(): number {
  const allowed = process.constrainedMemory();
  const total = totalmem();
  return Math.floor((allowed > 0 && allowed < total ? allowed : total) / 2);
}

const unfinished = ['queued', 'running'] as const;

async function countJobs(jobs: JobStore) {
  const now = clock();
  return (await jobs.statistics(now, unfinished)).map(({ oldestDueMs, ...counted }) => ({
    ...counted,
    oldestDueAgeMs: oldestDueMs === null ? null : now - oldestDueMs,
  }));
}
