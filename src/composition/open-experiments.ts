/** Part of the composition root: experiments, for matches that take part, for callers and for the worker. */
import type { Logger } from 'pino';
import type { MatchRequest } from '../contract/match.ts';
import type { ArmModelParts } from '../matching/experiments/arms/arm-models.ts';
import { EXPERIMENT_SECRET } from '../matching/experiments/assignment/assign-unit.ts';
import { createExperimentService } from '../matching/experiments/create-experiment-service.ts';
import type { ExperimentService } from '../matching/experiments/experiment-service.ts';
import { measureSchedule } from '../matching/experiments/results/measure-schedule.ts';
import { createRunningExperiments } from '../matching/experiments/running-experiments.ts';
import { createRequestSampler } from '../matching/experiments/shadow/sample-requests.ts';
import { type ReplayParts, startReplays } from '../matching/experiments/shadow/start-replays.ts';
import { createTakePart, resolveArm } from '../matching/experiments/take-part.ts';
import type { ReplayingMatchService } from '../matching/match/create-match-service.ts';
import type { MatchExperiments } from '../matching/match/experiments/participation.ts';
import { createFindVersion } from '../matching/ranking/models/find-version.ts';
import { loadRankingModel } from '../matching/ranking/models/load-ranking-model.ts';
import type { ModelCatalog } from '../matching/ranking/models/model-catalog.ts';
import { createReadWordCounts } from '../matching/ranking/models/read-word-counts.ts';
import { createTrainedModelCatalog } from '../matching/ranking/models/trained-model-catalog.ts';
import type { Accounts } from '../outside/accounts/create-accounts.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Schedule } from '../platform/jobs/schedule.ts';
import type { StoredExperiment } from '../platform/storage/experiment-store.ts';
import type { Store } from '../platform/storage/store.ts';
import { openArtifacts } from './open-artifacts.ts';
import type { TaskParts } from './open-task-parts.ts';

interface ExperimentParts {
  readonly store: Store;
  readonly accounts: Pick<Accounts, 'domainFor' | 'administration'>;
  readonly artifacts: ArtifactStore;
  readonly models: ModelCatalog;
  /** Epoch ms. */
  readonly clock: () => number;
}

const MINUTE_MS = 60_000;

function armModels({ store, artifacts, models }: ExperimentParts): ArmModelParts {
  const { learning } = store;
  const findVersion = createFindVersion({
    rankingModel: learning.rankingModel.bind(learning),
    wordsFor: createReadWordCounts(store.words),
    modelsVersion: learning.modelsVersion.bind(learning),
    load: (model) => loadRankingModel(artifacts, model),
  });
  return { models, findVersion };
}

export function openExperimentService(parts: ExperimentParts): ExperimentService {
  const { store, accounts, clock } = parts;
  return createExperimentService({
    experiments: store.experiments,
    domainFor: accounts.domainFor,
    assertTenant: (id) => accounts.administration.tenant(id),
    arms: armModels(parts),
    clock,
  });
}

/** The server's service on a data folder, for the commands. */
export function openExperimentsHere({
  store,
  accounts,
  settings,
}: Pick<ExperimentParts, 'store' | 'accounts'> & { readonly settings: Settings }): ExperimentService {
  const { learning, calibrations } = store;
  const artifacts = openArtifacts(settings);
  const models = createTrainedModelCatalog({
    rankingModelsFor: learning.rankingModelsFor.bind(learning),
    calibrationsFor: calibrations.calibrations.bind(calibrations),
    wordsFor: createReadWordCounts(store.words),
    modelsVersion: learning.modelsVersion.bind(learning),
    load: (model) => loadRankingModel(artifacts, model),
    // The server reports it; here the tier below is checked in its place, as matches would use it.
    onFailure: () => undefined,
  });
  return openExperimentService({ store, accounts, artifacts, models, clock: Date.now });
}

interface Matching extends ExperimentParts {
  readonly logger: Logger;
}

/** How matches take part in experiments. */
export interface OpenMatchExperiments extends MatchExperiments {
  /** Begins to replay what shadow experiments have sampled. */
  startReplays(
    match: Pick<ReplayingMatchService, 'replay'>,
    owns: ReplayParts['owns'],
  ): { close(): Promise<void> };
}

export async function openMatchExperiments(parts: Matching): Promise<OpenMatchExperiments> {
  const { store, accounts, logger, clock } = parts;
  const { experiments, learning } = store;
  const secret = await store.secrets.secret(EXPERIMENT_SECRET);
  const running = createRunningExperiments({
    experiments,
    modelsVersion: learning.modelsVersion.bind(learning),
  });
  const resolving = {
    arms: armModels(parts),
    onUnfit: ({ tenantId, experimentId }: StoredExperiment, arm: string, error: unknown) =>
      logger.warn({ tenant: tenantId, experiment: experimentId, arm, error }, 'an arm cannot be carried out'),
  };
  const onError = (error: unknown) => logger.error({ error }, 'a shadow experiment met a fault');
  return {
    participation: createTakePart({ running, secret, profiles: store.profiles, ...resolving }),
    answered: createRequestSampler({ running, experiments, secret, clock, onError }),
    startReplays: (match, owns) =>
      startReplays({
        ...{ experiments, owns, onError },
        rank: (experiment, request, signal) =>
          rankBoth(resolving, accounts, match, experiment, request, signal),
      }),
  };
}

async function rankBoth(
  resolving: Parameters<typeof resolveArm>[0],
  { domainFor }: ExperimentParts['accounts'],
  match: Pick<ReplayingMatchService, 'replay'>,
  experiment: StoredExperiment,
  ...[request, signal]: readonly [MatchRequest, AbortSignal]
): ReturnType<ReplayParts['rank']> {
  const { tenantId, domain, settings } = experiment;
  const { definition } = await domainFor(tenantId, domain);
  const arm = (index: 0 | 1) => resolveArm(resolving, experiment, definition, index, settings.arms[index]!);
  const [control, treatment] = [await arm(0), await arm(1)];
  if (control === null || treatment === null) return null;
  const [before, after] = await match.replay(tenantId, request, [control, treatment], signal);
  return [before!, after!];
}

export function experimentSchedules({
  settings,
  store,
  accounts,
  clock,
  onError,
}: TaskParts & { readonly settings: Pick<Settings, 'experimentMinutes'> }): readonly Schedule[] {
  return [
    measureSchedule({
      experiments: store.experiments,
      domainFor: accounts.domainFor,
      everyMs: settings.experimentMinutes * MINUTE_MS,
      clock,
      onError,
    }),
  ];
}
