/**
 * Part of the composition root: the services of matching, as the server takes them. Other servers on the same
 * database answer a part of the matches.
 */
import type { Logger } from 'pino';
import { MIB } from '../contract/common.ts';
import type { IndexRegistry } from '../matching/index/candidate-index.ts';
import { noteUses } from '../matching/index/note-uses.ts';
import { type CandidateTexts, createCandidateTexts } from '../matching/match/candidate-texts.ts';
import { createMatchRecords } from '../matching/match/match-record.ts';
import { createCrossEncoderClient } from '../matching/ranking/cross-encoder/cross-encoder-client.ts';
import type { ModelCatalog } from '../matching/ranking/models/model-catalog.ts';
import type { Metrics } from '../outside/http/metrics/metrics.ts';
import type { ServerDependencies } from '../outside/http/server-dependencies.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { WorkerSupervisor } from '../platform/jobs/process/supervise-worker.ts';
import { type Candidates, openCandidates } from './open-candidates.ts';
import { openExperimentService, openMatchExperiments } from './open-experiments.ts';
import { openIndexes } from './open-indexes.ts';
import type { Intake } from './open-intake.ts';
import { openMatchBatchRunner, openMatchBatchService } from './open-match-batches.ts';
import { openMatchService, openRankingModels } from './open-match-service.ts';
import { openReplicas } from './open-replicas.ts';
import { enabledDefinitions, openWarming, type Warming } from './open-warming.ts';

/** Parts that every slice of the service is made of. */
export interface CommonParts {
  readonly settings: Settings;
  readonly intake: Intake;
  readonly artifacts: ArtifactStore;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Makes workers look for jobs at once. */
  readonly wake: () => void;
}

export interface Matching {
  readonly services: Pick<ServerDependencies, 'match' | 'matchRecords' | 'matchBatches' | 'experiments'>;
  readonly indexes: IndexRegistry;
  readonly texts: CandidateTexts;
  readonly candidates: Candidates;
  readonly models: ModelCatalog;
  readonly warming: Warming;
  /** Runs the batches of matches in this process; not yet started. */
  readonly batches: WorkerSupervisor;
  /** This server takes its share of the matches of all servers. */
  join(): Promise<void>;
  /** The other servers give this one no more work. */
  leave(): Promise<void>;
}

/** Registers in `opened` how each part is closed. */
export async function openMatching(
  { settings, intake, artifacts, metrics, logger, clock, wake }: CommonParts,
  opened: AsyncDisposableStack,
): Promise<Matching> {
  const { store, accounts, encoders } = intake;
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
  const noted = noteUses(indexes, store.indexUses, {
    clock,
    onFailure: (error) => logger.warn({ error }, 'the use of indexes could not be noted'),
  });
  opened.defer(() => noted.close());
  const crossEncoders = createCrossEncoderClient();
  opened.defer(() => crossEncoders.close());
  const models = openRankingModels(store, artifacts, logger);
  const experimenting = { store, accounts, artifacts, models, clock };
  const experiments = await openMatchExperiments({ ...experimenting, logger });
  const local = openMatchService({
    ...{ settings, intake, indexes, texts, crossEncoders, models, experiments, metrics, logger, clock },
    candidates: candidates.engine,
  });
  const definitionOf = enabledDefinitions(accounts);
  const warming = openWarming(
    {
      ...{ settings, store, indexes, definitionOf, models, logger, clock },
      ...{ owns: replicas.owns, match: local, rulesFor: intake.rulesFor },
    },
    opened,
  );
  const replays = experiments.startReplays(local, replicas.owns);
  opened.defer(() => replays.close());
  const match = replicas.forwarding(local, indexes);
  const resolvePlace = intake.gazetteer.resolveGiven;
  const batching = { settings, store, artifacts, accounts, resolvePlace, clock };
  return {
    services: {
      match,
      matchRecords: createMatchRecords(store.learning, accounts.domainFor),
      matchBatches: openMatchBatchService(batching, models, wake),
      experiments: openExperimentService(experimenting),
    },
    ...{ indexes, texts, candidates, models, warming },
    batches: openMatchBatchRunner({
      ...{ ...batching, match, logger, onEnded: metrics.observeJob },
      servingEncoder: async () => (await encoders.active()).serving.encoderId,
    }),
    join: () => replicas.start(local, indexes, definitionOf, warming.done),
    leave: () => replicas.drain(),
  };
}
