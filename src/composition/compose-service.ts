/**
 * The composition root: with the `open-*.ts` files here and `main.ts`, the one place that chooses
 * implementations and connects them. It has three steps, because the operator's commands need less than the
 * server: store and accounts, intake, everything. A command loads no more than its step.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createIdIndexes } from '../behaviour/datasets/ids/read-id-index.ts';
import { describeEncoders } from '../engines/encoders/describe-encoders.ts';
import type { IndexRegistry } from '../matching/index/candidate-index.ts';
import type { DriftWatch } from '../matching/statistics/drift/watch-drift.ts';
import type { buildServer } from '../outside/http/build-server.ts';
import { createMetrics, type Metrics } from '../outside/http/metrics/metrics.ts';
import { describeConnectors } from '../outside/ingest/describe-connectors.ts';
import { askForReencoding } from '../people/profiles/vectors/reencode-kind.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { SettingSources } from '../platform/config/settings-in-force.ts';
import type { WorkerSupervisor } from '../platform/jobs/process/supervise-worker.ts';
import { openArtifacts } from './open-artifacts.ts';
import { openBehaviour } from './open-behaviour.ts';
import { openDriftWatch } from './open-drift-watch.ts';
import { type Intake, type IntakeEvents, openIntake } from './open-intake.ts';
import { bothWorkers } from './open-match-batches.ts';
import { openMatching } from './open-matching.ts';
import { countJobs, openServer } from './open-server.ts';
import { openTracing } from './open-tracing.ts';
import { openWorker } from './open-worker.ts';

const builtConsole = fileURLToPath(new URL('../../console/dist/', import.meta.url));
const SECOND_MS = 1000;

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
  const onNotice = (notice: string) => logger.warn(notice);
  opened.defer(await openTracing(settings, onNotice));
  // The callbacks run when metrics are scraped.
  const metrics = createMetrics(() => matching.indexes.stats(), {
    countJobs: () => countJobs(store.jobs, clock()),
    countDeliveries: () => store.webhooks.counts(),
    describeEncoders: () => describeEncoders(store.encoders),
    describeModels: () => behaviour.modelStats(),
    candidateTextBytes: () => matching.texts.bytes,
    describeDrift: () => drift.latest(),
    describeSearchIndexes: () => matching.candidates.figures(),
    describeConnectors: () => describeConnectors(store.connectors, clock()),
  });
  const artifacts = openArtifacts(settings);
  const datasetIds = createIdIndexes(artifacts);
  const intake = await openIntake(settings, intakeEvents(logger, metrics), { clock, datasetIds });
  opened.defer(() => intake.close());
  const { store, accounts, encoders } = intake;
  const wake = () => {
    worker.wake();
    store.jobSignals?.notify();
  };
  const common = { settings, intake, artifacts, metrics, logger, clock, wake };
  const matching = await openMatching(common, opened);
  const drift = openDriftWatch({ settings, store, accounts, logger, clock });
  opened.defer(() => drift.close());
  await askForReencoding(store, clock());
  const worker = bothWorkers(openWorker(settings, logger, metrics.observeJob), matching.batches);
  const behaviour = openBehaviour(
    { settings, store, artifacts, datasetIds, encoders, clock, wake, onNotice },
    opened,
  );
  // The worker is stopped before the parts that its wake-up calls reach.
  opened.defer(() => worker.stop());
  let isLeaving = false;
  const server = await openServer(
    { ...common, matching, behaviour, settingSources, consoleFolder, isLeaving: () => isLeaving },
    opened,
  );
  await matching.join();
  const drain = async () => {
    isLeaving = true;
    await matching.leave();
    await sleep(settings.stopDelaySeconds * SECOND_MS);
  };
  const close = () => opened.disposeAsync();
  return { ...intake, indexes: matching.indexes, drift, server, worker, drain, close };
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
