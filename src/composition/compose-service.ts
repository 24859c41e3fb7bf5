/**
 * The composition root: the one place (with the other `open-*.ts` files here, and `main.ts`) that chooses
 * implementations and connects them. It has three steps, because the operator's commands need less than the
 * server: store and accounts, intake, everything. A command loads no more than its step.
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
import { refuseWhenFull } from '../profiles/intake/refuse-when-full.ts';
import { askForReencoding } from '../profiles/vectors/reencode-kind.ts';
import { createCrossEncoderClient } from '../ranking/cross-encoder/cross-encoder-client.ts';
import { loadRankingModel } from '../ranking/models/load-ranking-model.ts';
import { createTrainedModelCatalog } from '../ranking/models/trained-model-catalog.ts';
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
  /** The supervisor of the job worker, not yet started. */
  readonly worker: WorkerSupervisor;
}

/** A composition that fails closes everything that it had opened. */
export async function composeService(settings: Settings, logger: Logger): Promise<Service> {
  const opened = new AsyncDisposableStack();
  try {
    return await compose(settings, logger, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Registers in `opened` how each part is closed; parts are closed in the reverse order of opening. */
async function compose(settings: Settings, logger: Logger, opened: AsyncDisposableStack): Promise<Service> {
  // The callbacks run when metrics are scraped.
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
      // The other reasons are ordinary limits, and are counted in metrics.
      if (reason === 'failed' || reason === 'malformed')
        logger.warn({ tenant, reason, message }, 'the language model gave no answer');
    },
    onFallback: metrics.observeFallback,
  });
  opened.defer(() => intake.close());
  const { store, accounts, encoders, gazetteer, profiles, languageModels } = intake;
  const indexes = openIndexRegistry({
    store,
    engine: openSegmentEngine({
      folder: join(settings.data, 'indexes'),
      threads: settings.indexThreads ?? undefined,
      onDamage: ({ tenant, domain, reason }) =>
        logger.warn({ tenant, domain, reason }, 'a saved index cannot be used; it is rebuilt from the store'),
    }),
    memoryBytes: settings.indexMemoryMib === null ? halfOfMemory() : settings.indexMemoryMib * MIB,
    onFull: (isFull, bytes) =>
      isFull
        ? logger.error(
            { bytes },
            'the candidate indexes have reached their memory limit; no profile is added',
          )
        : logger.info({ bytes }, 'the candidate indexes are below their memory limit again'),
    servingEncoder: async () => (await encoders.active()).serving.encoderId,
    onFailure: (error) => logger.error({ error }, 'an index could not follow the store; it will be retried'),
  });
  opened.defer(() => indexes.close());
  let isWarming = true;
  const warming = indexes
    .warm(async (tenant, domain) => {
      const enabled =
        (await accounts.tenant(tenant))?.domains.some((each) => each.domain === domain) ?? false;
      return enabled ? (await accounts.domainFor(tenant, domain)).definition : null;
    })
    .catch((error: unknown) => logger.error({ error }, 'indexes could not be loaded in advance'))
    .finally(() => {
      isWarming = false;
    });
  opened.defer(() => warming);
  const artifacts = openArtifacts(settings);
  const worker = openWorker(settings, logger, metrics.observeJob);
  await askForReencoding(store, clock());
  const reranking = openReranking(settings, (tenant, { reason, message }) => {
    if (reason !== 'circuit_open') logger.warn({ tenant, reason, message }, 'the reranker gave no answer');
  });
  const crossEncoders = createCrossEncoderClient();
  opened.defer(() => crossEncoders.close());
  const match = createMatchService({
    store,
    indexes,
    resolvePlace: gazetteer.resolve,
    domainFor: accounts.domainFor,
    ensureVector: profiles.ensureVector,
    judge: { modelFor: languageModels.of, timeoutMs: settings.judgeTimeoutMs },
    crossEncoding: {
      client: crossEncoders,
      onFailure: (tenant, error) =>
        logger.error({ tenant, error }, 'a trained cross encoder could not be read'),
    },
    ...(reranking !== null && { reranking }),
    remember: (shown) => store.learning.recordShown(shown),
    models: createTrainedModelCatalog({
      rankingModelsFor: store.learning.rankingModelsFor.bind(store.learning),
      modelsVersion: store.learning.modelsVersion.bind(store.learning),
      load: (model) => loadRankingModel(artifacts, model),
      onFailure: (error, { tenantId, domain, version }) =>
        logger.error(
          { error, tenantId, domain, version },
          'a ranking model cannot be read; the tier below serves',
        ),
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
  opened.defer(() => tokenizers.close());
  const behaviour = openModels({ settings, store, artifacts, clock }, () => worker.wake());
  opened.defer(() => behaviour.serving.close());
  // The worker is stopped before the parts that its wake-up calls reach.
  opened.defer(() => worker.stop());
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
  opened.defer(async () => {
    await server.close();
  });
  return { ...intake, indexes, server, worker, close: () => opened.disposeAsync() };
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

/** Half of the memory of the machine, or of the limit of this process. */
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
