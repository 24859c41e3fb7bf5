/**
 * The composition root: the one place (with its steps `open-books.ts` and `open-intake.ts`, and `main.ts`) that picks
 * implementations and puts the rooms together. In three steps, because the operator's commands need less than the
 * server: accounts alone, intake, everything; a command loads no more than its step.
 */
import type { Logger } from 'pino';
import type { DatasetService } from './behaviour/datasets/dataset-service.ts';
import type { Settings } from './config.ts';
import { retryLater } from './contract/errors.ts';
import { buildServer } from './http/build-server.ts';
import { createMetrics } from './http/metrics.ts';
import type { IndexRegistry } from './index/candidate-index.ts';
import { openIndexRegistry } from './index/follow.ts';
import { ReferenceIndex } from './index/reference/reference-index.ts';
import { createJobService } from './jobs/job-service.ts';
import { createMatchService } from './match/create-match-service.ts';
import { type Intake, openIntake } from './open-intake.ts';

const clock = Date.now;

export interface Service extends Intake {
  readonly indexes: IndexRegistry;
  /** The HTTP server, not yet listening. */
  readonly server: Awaited<ReturnType<typeof buildServer>>;
}

const missing = async () => {
  throw retryLater('dependency_unavailable', 'Datasets are not served by this build.', 60_000);
};
const notYet: DatasetService = { import: missing, export: missing, get: missing, list: missing };
const noFiles = { stat: async () => null, read: () => (async function* () {})() };

export async function composeService(settings: Settings, logger: Logger): Promise<Service> {
  const intake = await openIntake(
    settings,
    (error) => logger.error({ error }, 'an owed vector refresh failed; it is tried again'),
    { mayBeginSwitch: true, onNotice: (notice) => logger.warn(notice) },
  );
  const { store, accounts, encoders, gazetteer, profiles } = intake;
  const indexes = openIndexRegistry({
    store,
    indexFor: (definition, sequence, encoderId) => new ReferenceIndex(definition, sequence, encoderId),
    servingEncoder: async () => (await encoders.inForce()).serving.encoderId,
    onFailure: (error) => logger.error({ error }, 'an index could not follow the store; it is tried again'),
  });
  const metrics = createMetrics(() => indexes.stats());
  const match = createMatchService({
    store,
    indexes,
    resolvePlace: gazetteer.resolve,
    domainFor: accounts.domainFor,
    ensureHead: profiles.ensureHead,
    clock,
    observeStage: (stage, ms, _in, out) => metrics.observeStage(stage, ms, out),
  });
  const server = await buildServer({
    profiles,
    match,
    datasets: notYet,
    jobs: createJobService({ jobs: store.jobs, kinds: [], wake: () => {}, clock }),
    artifacts: noFiles,
    secrets: store.secrets,
    accounts,
    idempotency: store.idempotency,
    metrics,
    readiness: async () =>
      (await store.ping())
        ? { ready: true, reason: null }
        : { ready: false, reason: 'the store does not answer' },
    logger,
    limits: { bodyBytes: settings.bodyLimitBytes, inFlight: settings.maxInFlight },
    publicUrl: settings.publicUrl,
    clock,
  });
  const close = async () => {
    await server.close();
    await indexes.close();
    await intake.close();
  };
  return { ...intake, indexes, server, close };
}
