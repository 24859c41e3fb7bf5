/**
 * The composition root: with the `open-*.ts` files here and `main.ts`, the one place that chooses
 * implementations and connects them. It has three steps, because the operator's commands need less than the
 * server: store and accounts, intake, everything. A command loads no more than its step.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createMayBeSent } from '../behaviour/batches/erased-from-files.ts';
import { createIdIndexes } from '../behaviour/datasets/ids/read-id-index.ts';
import { tenantId } from '../contract/brands.ts';
import { MIB } from '../contract/common.ts';
import { describeEncoders } from '../engines/encoders/describe-encoders.ts';
import type { IndexRegistry } from '../matching/index/candidate-index.ts';
import { noteUses } from '../matching/index/note-uses.ts';
import { createLearnService } from '../matching/learn/create-learn-service.ts';
import { createCandidateTexts } from '../matching/match/candidate-texts.ts';
import { createMatchRecords } from '../matching/match/match-record.ts';
import { createCrossEncoderClient } from '../matching/ranking/cross-encoder/cross-encoder-client.ts';
import { createStatisticsService } from '../matching/statistics/create-statistics-service.ts';
import type { DriftWatch } from '../matching/statistics/drift/watch-drift.ts';
import { createDomainService } from '../outside/accounts/domain-service.ts';
import { buildServer } from '../outside/http/build-server.ts';
import { createMetrics, type Metrics } from '../outside/http/metrics/metrics.ts';
import type { HttpLimits, ServerDependencies } from '../outside/http/server-dependencies.ts';
import { refuseWhenFull } from '../people/profiles/intake/refuse-when-full.ts';
import { askForReencoding } from '../people/profiles/vectors/reencode-kind.ts';
import { createCheckClient } from '../people/reading/check/check-client.ts';
import type { Settings } from '../platform/config/settings.ts';
import { type SettingSources, settingsInForce } from '../platform/config/settings-in-force.ts';
import { createJobService } from '../platform/jobs/job-service.ts';
import type { WorkerSupervisor } from '../platform/jobs/process/supervise-worker.ts';
import type { JobStore } from '../platform/storage/job-store.ts';
import type { Store } from '../platform/storage/store.ts';
import { openArtifacts } from './open-artifacts.ts';
import { openBehaviour } from './open-behaviour.ts';
import { openCandidates } from './open-candidates.ts';
import { openDriftWatch } from './open-drift-watch.ts';
import { erasedFilesParts } from './open-erased-files.ts';
import { openExperimentService, openMatchExperiments } from './open-experiments.ts';
import {
  enabledDefinitions,
  indexMemoryBytes,
  openIndexes,
  startWarming,
  type Warming,
} from './open-indexes.ts';
import { type Intake, type IntakeEvents, openIntake } from './open-intake.ts';
import { bothWorkers, openMatchBatchRunner, openMatchBatchService } from './open-match-batches.ts';
import { openMatching, openRankingModels } from './open-matching.ts';
import { openReplicas } from './open-replicas.ts';
import { openSchemas } from './open-schemas.ts';
import { openTracing } from './open-tracing.ts';
import { openWorker } from './open-worker.ts';
import { notingDefinitions, prepareRules } from './prepare-rules.ts';
import { taskKinds } from './task-kinds.ts';
import { warmMatches } from './warm-matches.ts';

const builtConsole = fileURLToPath(new URL('../../console/dist/', import.meta.url));
const checkScript = new URL('../processes/definition-check-worker.ts', import.meta.url);
const SECOND_MS = 1000;
const MAX_LINES_PER_BODY = 1_000_000;

export interface Service extends Intake {
  readonly indexes: IndexRegistry;
  readonly drift: DriftWatch;
  /** The HTTP server, not yet listening. */
  readonly server: Awaited<ReturnType<typeof buildServer>>;
  /** The supervisor of the job worker, not yet started. */
  readonly worker: WorkerSupervisor;
  /** Other servers and load balancers learn that this one stops; resolves when they have had the time to. */
  drain(): Promise<void>;
}

/** Dependencies from outside the settings; tests replace them. */
export interface Surroundings {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The output of the build of the console. */
  readonly consoleFolder: string;
  /** Where the settings were read from. */
  readonly settingSources: SettingSources;
}

/** A composition that fails closes everything that it had opened. */
export async function composeService(
  settings: Settings,
  logger: Logger,
  surroundings: Partial<Surroundings> = {},
): Promise<Service> {
  const opened = new AsyncDisposableStack();
  try {
    const around = {
      clock: Date.now,
      consoleFolder: builtConsole,
      settingSources: { environment: {}, argv: [] },
      ...surroundings,
    };
    return await compose(settings, logger, around, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Registers in `opened` how each part is closed; parts are closed in the reverse order of opening. */
async function compose(
  settings: Settings,
  logger: Logger,
  { clock, consoleFolder, settingSources }: Surroundings,
  opened: AsyncDisposableStack,
): Promise<Service> {
  opened.defer(await openTracing(settings, (notice) => logger.warn(notice)));
  // The callbacks run when metrics are scraped.
  const metrics = createMetrics(() => indexes.stats(), {
    countJobs: () => countJobs(store.jobs, clock()),
    describeEncoders: () => describeEncoders(store.encoders),
    describeModels: () => behaviour.modelStats(),
    candidateTextBytes: () => texts.bytes,
    describeDrift: () => drift.latest(),
    describeSearchIndexes: () => candidates.figures(),
  });
  const artifacts = openArtifacts(settings);
  const datasetIds = createIdIndexes(artifacts);
  const intake = await openIntake(settings, intakeEvents(logger, metrics), { clock, datasetIds });
  opened.defer(() => intake.close());
  const { store, accounts, encoders, profiles } = intake;
  const texts = createCandidateTexts(store.profiles, settings.candidateTextsMib * MIB);
  const indexes = openIndexes({ settings, store, encoders, artifacts, texts, logger });
  opened.defer(() => indexes.close());
  const candidates = await openCandidates({
    ...{ settings, store, indexes, encoders, texts, logger, clock },
    observeSearch: metrics.observeSearch,
  });
  opened.defer(() => candidates.close());
  const replicas = await openReplicas({ settings, store, metrics, logger, clock });
  opened.defer(() => replicas.close());
  const drift = openDriftWatch({ settings, store, accounts, logger, clock });
  opened.defer(() => drift.close());
  const definitionOf = enabledDefinitions(accounts);
  const warm = notingDefinitions(definitionOf);
  const noted = noteUses(indexes, store.indexUses, {
    clock,
    onFailure: (error) => logger.warn({ error }, 'the use of indexes could not be noted'),
  });
  opened.defer(() => noted.close());
  await askForReencoding(store, clock());
  const checks = createCheckClient(checkScript);
  opened.defer(() => checks.close());
  const crossEncoders = createCrossEncoderClient();
  opened.defer(() => crossEncoders.close());
  const ranking = openRankingModels(store, artifacts, logger);
  const experimenting = { store, accounts, artifacts, models: ranking, clock };
  const matchExperiments = await openMatchExperiments({ ...experimenting, logger });
  const localMatch = openMatching({
    ...{ settings, intake, indexes, texts, crossEncoders, metrics, logger, clock },
    candidates: candidates.engine,
    models: ranking,
    experiments: matchExperiments,
  });
  const warming = startWarming({
    ...{ indexes, store, settings, logger, clock },
    definitionOf: warm.definitionOf,
    owns: replicas.owns,
    warmUp: (uses, signal) =>
      warmMatches({ store, indexes, match: localMatch, models: ranking }, uses, signal),
  });
  opened.defer(() => warming.done);
  const closing = new AbortController();
  const prepared = warming.done.then(() => prepareRules(warm.noted, intake.rulesFor, closing.signal));
  opened.defer(() => prepared);
  opened.defer(() => closing.abort());
  opened.defer(() => warming.stop());
  const match = replicas.forwarding(localMatch, indexes);
  const batchRooms = {
    settings,
    store,
    artifacts,
    accounts,
    resolvePlace: intake.gazetteer.resolveGiven,
    clock,
  };
  const worker = bothWorkers(
    openWorker(settings, logger, metrics.observeJob),
    openMatchBatchRunner({
      ...{ ...batchRooms, match, logger, onEnded: metrics.observeJob },
      servingEncoder: async () => (await encoders.active()).serving.encoderId,
    }),
  );
  const wake = () => {
    worker.wake();
    store.jobSignals?.notify();
  };
  const replays = matchExperiments.startReplays(localMatch, replicas.owns);
  opened.defer(() => replays.close());
  let isLeaving = false;
  const behaviour = openBehaviour(
    {
      ...{ settings, store, artifacts, datasetIds, encoders, clock, wake },
      onNotice: (notice) => logger.warn(notice),
    },
    opened,
  );
  // The worker is stopped before the parts that its wake-up calls reach.
  opened.defer(() => worker.stop());
  const server = await buildServer({
    profiles: refuseWhenFull(profiles, {
      assertRoom: () => indexes.assertRoom(),
      isKnown: async (tenant, domain, userId) => (await store.profiles.get(tenant, domain, userId)) !== null,
    }),
    domains: createDomainService({ accounts, checks, clock }),
    match,
    matchRecords: createMatchRecords(store.learning),
    matchBatches: openMatchBatchService(batchRooms, ranking, wake),
    experiments: openExperimentService(experimenting),
    learn: createLearnService({
      learning: store.learning,
      blocks: store.blocks,
      jobs: store.jobs,
      keys: store.accounts,
      domainFor: accounts.domainFor,
      wake,
      clock,
    }),
    statistics: createStatisticsService({
      statistics: store.statistics,
      exposure: store.exposure,
      domainFor: accounts.domainFor,
      clock,
    }),
    ...behaviour.services,
    jobs: createJobService({ jobs: store.jobs, kinds: taskKinds, wake, artifacts, clock }),
    artifacts: {
      ...artifacts,
      addressOf: settings.downloadRedirects === 'on' ? artifacts.addressOf : null,
    },
    mayBeSent: createMayBeSent(erasedFilesParts({ store, artifacts })),
    secrets: store.secrets,
    accounts,
    audit: store.audit,
    schemas: openSchemas(accounts, { models: ranking, judge: { modelFor: intake.languageModels.of } }),
    idempotency: store.idempotency,
    metrics,
    people: (tenant, domain) => indexes.rowsOf(tenant, domain),
    settingsInForce: settingsInForce(settings, settingSources),
    system: {
      indexes,
      indexLimitBytes: indexMemoryBytes(settings),
      lastSequences: () => store.profiles.lastSequences(),
      tenantName: async (tenant) => (await accounts.tenant(tenantId(tenant)))?.name ?? null,
      encoders: () => describeEncoders(store.encoders),
      jobs: () => countJobs(store.jobs, clock()),
      models: () => behaviour.modelStats(),
      startedAtMs: clock(),
    },
    readiness: () => (isLeaving ? leaving : readiness(store, warming)),
    logger,
    limits: httpLimits(settings),
    console: settings.console === 'on' ? { folder: consoleFolder } : null,
    publicUrl: settings.publicUrl,
    clock,
  });
  opened.defer(async () => {
    await server.close();
  });
  await replicas.start(localMatch, indexes, definitionOf, warming.done);
  const drain = async () => {
    isLeaving = true;
    await replicas.drain();
    await sleep(settings.stopDelaySeconds * SECOND_MS);
  };
  return { ...intake, indexes, drift, server, worker, drain, close: () => opened.disposeAsync() };
}

function intakeEvents(logger: Logger, metrics: Metrics): IntakeEvents {
  return {
    mayBeginSwitch: true,
    onNotice: (notice) => logger.warn(notice),
    onQuestion: metrics.observeQuestion,
    onFailure: (tenant, { reason, message }) => {
      // The other reasons are ordinary limits, and are counted in metrics.
      if (reason === 'failed' || reason === 'malformed')
        logger.warn({ tenant, reason, message }, 'the language model gave no answer');
    },
    onFallback: metrics.observeFallback,
  };
}

const leaving = { ready: false, reason: 'the server is stopping; use another one' } as const;

async function readiness(
  store: Store,
  warming: Warming,
): Promise<Awaited<ReturnType<ServerDependencies['readiness']>>> {
  if (!(await store.ping())) return { ready: false, reason: 'the store does not answer' };
  if (!warming.isDone()) return { ready: false, reason: 'candidate indexes are being read' };
  return { ready: true, reason: null, encoder: await describeEncoders(store.encoders) };
}

function httpLimits(settings: Settings): HttpLimits {
  return {
    bodyBytes: settings.bodyLimitBytes,
    linesPerBody: MAX_LINES_PER_BODY,
    inFlight: settings.maxInFlight,
    openBodies: settings.maxOpenBodies,
    bodiesPerKey: settings.bodiesPerKey,
    minBytesPerSecond: settings.bodyMinRate,
    graceMs: settings.bodyGraceSeconds * SECOND_MS,
    answerStallMs: settings.answerStallSeconds * SECOND_MS,
    slowRequestMs: settings.slowRequestMs,
  };
}

const unfinished = ['queued', 'running'] as const;

async function countJobs(jobs: JobStore, now: number) {
  return (await jobs.statistics(now, unfinished)).map(({ oldestDueMs, ...counted }) => ({
    ...counted,
    oldestDueAgeMs: oldestDueMs === null ? null : now - oldestDueMs,
  }));
}
