/** Implements `ModelExperimentService` on the store. */

import type { TenantId } from '../../../contract/brands.ts';
import { apiError, invalidRequest } from '../../../contract/errors.ts';
import type { CreateModelExperimentRequest } from '../../../contract/model-experiment.ts';
import { newId } from '../../../contract/new-id.ts';
import { experimentState } from '../../../platform/storage/experiment-state.ts';
import type { StoredModelExperiment } from '../../../platform/storage/model-experiment-store.ts';
import { noAlias, readyModel } from '../adaptation/find-model.ts';
import { type CheckArmsParts, checkArms } from './check-arms.ts';
import { describeModelExperiment, summarizeModelExperiment } from './describe-model-experiment.ts';
import type { ModelExperimentService } from './model-experiment-service.ts';
import { type UpdateParts, updateModelExperiment } from './update-model-experiment.ts';

export interface ModelExperimentServiceParts extends CheckArmsParts, UpdateParts {}

const DAY_MS = 86_400_000;
const NOT_MEASURED = 'Nothing is measured yet.';

export function createModelExperimentService(parts: ModelExperimentServiceParts): ModelExperimentService {
  const { experiments, clock } = parts;
  const now = () => new Date(clock()).toISOString();
  async function named(tenant: TenantId, experimentId: string): Promise<StoredModelExperiment> {
    const found = await experiments.find(tenant, experimentId);
    if (found === null) throw unknown(experimentId);
    return found;
  }
  async function describe(tenant: TenantId, experimentId: string) {
    const experiment = await named(tenant, experimentId);
    return describeModelExperiment(experiment, await experiments.results(tenant, experimentId));
  }
  async function changed(tenant: TenantId, experimentId: string, pausedAt: string | null) {
    await named(tenant, experimentId);
    if (!(await experiments.pause(tenant, experimentId, pausedAt)))
      throw notIn(pausedAt === null ? 'paused' : 'running', await named(tenant, experimentId));
    return describe(tenant, experimentId);
  }
  return {
    create: async (tenant, request) => describe(tenant, await create(parts, tenant, request)),
    list: (tenant, page) => listPage(parts, tenant, page),
    get: describe,
    pause: (tenant, experimentId) => changed(tenant, experimentId, now()),
    resume: (tenant, experimentId) => changed(tenant, experimentId, null),
    async stop(tenant, experimentId) {
      const experiment = await named(tenant, experimentId);
      if (!experiment.isRunning) throw ended(experiment);
      await updateModelExperiment(parts, experiment, 'operator');
      return describe(tenant, experimentId);
    },
    async promote(tenant, experimentId, arm) {
      await promote(parts, await named(tenant, experimentId), arm);
      return describe(tenant, experimentId);
    },
  };
}

/** The id of the new experiment. */
async function create(
  parts: ModelExperimentServiceParts,
  tenant: TenantId,
  request: CreateModelExperimentRequest,
): Promise<string> {
  const { arms, datasetName } = await checkArms(parts, tenant, request);
  const { alias, name, ...settings } = request;
  const nowMs = parts.clock();
  const experimentId = newId('mexp', nowMs);
  const endsAt = new Date(nowMs + settings.days * DAY_MS).toISOString();
  const inTheWay = await parts.experiments.create({
    ...{ tenantId: tenant, experimentId, alias, datasetName, name, settings: { ...settings, arms } },
    ...{ createdAt: new Date(nowMs).toISOString(), endsAt, decision: NOT_MEASURED },
  });
  if (inTheWay !== null) throw oneAtATime(alias, inTheWay);
  return experimentId;
}

async function listPage(
  { experiments }: ModelExperimentServiceParts,
  tenant: TenantId,
  { limit, ...page }: Parameters<ModelExperimentService['list']>[1],
) {
  const read = await experiments.page({ tenantId: tenant, ...page, limit: limit + 1 });
  const data = await Promise.all(
    read
      .slice(0, limit)
      .map(async (experiment) =>
        summarizeModelExperiment(experiment, await experiments.lastResult(tenant, experiment.experimentId)),
      ),
  );
  return { data, next: read.length > limit ? data.at(-1)!.id : null };
}

async function promote(
  parts: ModelExperimentServiceParts,
  experiment: StoredModelExperiment,
  given: string | null,
): Promise<void> {
  const { experiments, models, clock } = parts;
  const { tenantId, experimentId, alias, isRunning, settings } = experiment;
  if ((await models.idOfAlias(tenantId, alias)) === null) throw noAlias(alias);
  const result = isRunning
    ? await updateModelExperiment(parts, experiment)
    : await experiments.lastResult(tenantId, experimentId);
  const name = given ?? result?.winner ?? null;
  if (name === null) throw noWinner(experiment);
  const arm = settings.arms.find((each) => each.name === name);
  if (arm === undefined) throw unknownArm(experiment);
  const { modelId } = await readyModel(models, tenantId, arm.model_id);
  const at = new Date(clock()).toISOString();
  const to = { modelId, movedAt: at, reason: `arm «${name}» of experiment ${experimentId} promoted` };
  await experiments.promote(tenantId, experimentId, name, to);
  await experiments.end(tenantId, experimentId, { at, by: 'promotion' });
}

function unknown(experimentId: string) {
  return apiError(
    'not_found',
    `There is no experiment «${experimentId}». GET /v1/model-experiments lists them with their ids.`,
  );
}

function oneAtATime(alias: string, experimentId: string) {
  return apiError(
    'conflict',
    `${experimentId} runs behind alias:${alias}, and an alias has one running experiment at a time. Wait for its end, or stop it with POST /v1/model-experiments/${experimentId}/stop.`,
    { experiment_id: experimentId, state: 'running' },
  );
}

/** It would have to be in the state `wanted`. */
function notIn(wanted: 'running' | 'paused', experiment: StoredModelExperiment) {
  const state = experimentState(experiment);
  return apiError('conflict', `${experiment.experimentId} is not ${wanted}: it is ${state}.`, {
    experiment_id: experiment.experimentId,
    state,
  });
}

function ended({ experimentId, endedAt }: StoredModelExperiment) {
  return apiError('conflict', `${experimentId} ended at ${endedAt}; it cannot be stopped again.`, {
    experiment_id: experimentId,
    state: 'ended',
  });
}

function noWinner(experiment: StoredModelExperiment) {
  const { experimentId } = experiment;
  return apiError(
    'conflict',
    `${experimentId} has no winner: no arm is known to be the best. Wait for more events, or name an \`arm\`.`,
    { experiment_id: experimentId, state: experimentState(experiment) },
  );
}

function unknownArm({ settings }: StoredModelExperiment) {
  const names = settings.arms.map(({ name }) => name).join(', ');
  return invalidRequest([{ path: 'arm', message: `must be one of ${names}` }]);
}
