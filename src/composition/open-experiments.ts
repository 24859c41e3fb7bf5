/** Part of the composition root: experiments, for the matches that take part, for callers and for the worker. */
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/create-accounts.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { Settings } from '../config/settings.ts';
import type { ArmModelParts } from '../experiments/arms/arm-models.ts';
import { EXPERIMENT_SECRET } from '../experiments/assignment/assign-unit.ts';
import { createExperimentService } from '../experiments/create-experiment-service.ts';
import type { ExperimentService } from '../experiments/experiment-service.ts';
import { measureSchedule } from '../experiments/results/measure-schedule.ts';
import { createTakePart } from '../experiments/take-part.ts';
import type { Schedule } from '../jobs/schedule.ts';
import type { MatchExperiments } from '../match/experiments/participation.ts';
import { createFindVersion } from '../ranking/models/find-version.ts';
import { loadRankingModel } from '../ranking/models/load-ranking-model.ts';
import type { ModelCatalog } from '../ranking/models/model-catalog.ts';
import type { Store } from '../storage/store.ts';
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

export async function openMatchExperiments(
  parts: ExperimentParts & { readonly logger: Logger },
): Promise<MatchExperiments> {
  const { store, logger } = parts;
  const participation = createTakePart({
    experiments: store.experiments,
    modelsVersion: store.learning.modelsVersion.bind(store.learning),
    secret: await store.secrets.secret(EXPERIMENT_SECRET),
    arms: armModels(parts),
    profiles: store.profiles,
    onUnfit: ({ tenantId, experimentId }, arm, error) =>
      logger.warn({ tenant: tenantId, experiment: experimentId, arm, error }, 'an arm cannot be carried out'),
  });
  return { participation };
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
