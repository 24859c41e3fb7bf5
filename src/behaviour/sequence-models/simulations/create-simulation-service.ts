/** Creates the simulation service. Requests are validated at once; the simulation itself is a job. */

import { isDeepStrictEqual } from 'node:util';
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import type { SimulationFields, SimulationRequest } from '../../../contract/simulation.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { stageJson } from '../../../platform/artifacts/stage-json.ts';
import { type AcceptedJob, acceptJob, type RequestClaim } from '../../../platform/jobs/accept-job.ts';
import { acceptStagedJob } from '../../../platform/jobs/accept-staged-job.ts';
import { resourceJob } from '../../../platform/jobs/resource-job.ts';
import type { NewJob } from '../../../platform/storage/job.ts';
import type { NewSimulation } from '../../../platform/storage/simulation-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { learnedFrom } from '../adaptation/learned-from.ts';
import { modelFor } from '../serving/inference-service.ts';
import { assertDistinct } from '../serving/item-id-errors.ts';
import type { ModelServing } from '../serving/model-serving.ts';
import { assertHistory } from '../serving/read-request.ts';
import { simulationFields } from './simulation-fields.ts';
import { type SimulationInput, type SimulationParameters, simulationKind } from './simulation-kind.ts';
import { learnedFromAll, noPeopleToSimulate, trainingDataUnknown } from './simulation-refusals.ts';

export interface SimulationService {
  /**
   * 404 `model_not_found`, `dataset_not_found`; 409 `model_not_ready`; 422 `capability_missing`,
   * `history_too_long`, `duplicate_id`, `unknown_item`, `nothing_to_judge`, `unresolved_reference`.
   */
  start(tenant: TenantId, request: SimulationRequest, claim: RequestClaim): Promise<AcceptedJob>;
  /** Newest first. `next` is the `before` of the next page, null on the last page. */
  list(
    tenant: TenantId,
    page: { readonly before: string | null; readonly limit: number },
  ): Promise<{ readonly data: readonly SimulationFields[]; readonly next: string | null }>;
  /** 404 `simulation_not_found`. */
  get(tenant: TenantId, simulationId: string): Promise<SimulationFields>;
}

export interface SimulationServiceParts {
  readonly store: Pick<Store, 'models' | 'simulations' | 'datasets' | 'jobs'>;
  readonly artifacts: ArtifactStore;
  readonly serving: ModelServing;
  /** Notifies the worker of new work. */
  readonly wake: () => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** `<prefix>_<lower-case ULID>` */
  readonly newId: (prefix: 'sim' | 'job') => string;
}

export function createSimulationService(parts: SimulationServiceParts): SimulationService {
  const { store } = parts;
  return {
    async start(tenant, request, claim) {
      const model = await modelFor(store.models, tenant, request.model_id, 'predict');
      await validate(parts, model, request);
      // An alias may move before the job begins: the simulation is of the model that it names now.
      return begin(parts, tenant, { ...request, model_id: model.modelId }, claim);
    },
    async list(tenant, { before, limit }) {
      const found = await store.simulations.list(tenant, { before, limit: limit + 1 });
      const page = found.slice(0, limit);
      return {
        data: page.map(simulationFields),
        next: found.length > limit ? page.at(-1)!.simulationId : null,
      };
    },
    async get(tenant, simulationId) {
      const simulation = await store.simulations.get(tenant, simulationId);
      if (simulation !== null) return simulationFields(simulation);
      throw apiError(
        'simulation_not_found',
        `There is no simulation ${simulationId} in this workspace; POST /v1/simulations makes one.`,
        { simulation_id: simulationId },
      );
    },
  };
}

async function validate(
  { store, serving }: SimulationServiceParts,
  model: ReadyModel,
  request: SimulationRequest,
): Promise<void> {
  const candidates = typeof request.policy === 'string' ? [] : request.policy.candidate_item_ids;
  assertDistinct(candidates);
  if ('dataset_id' in request) await validateDataset(store, model, request.dataset_id);
  else for (const history of request.histories) assertHistory(model, history);
  const named = new Set([...candidates, ...('histories' in request ? request.histories.flat() : [])]);
  if (named.size > 0) await serving.query(model, { kind: 'check', itemIds: [...named] });
}

/** Checks the dataset without reading its events; the job checks the rest. */
async function validateDataset(
  { datasets, models }: SimulationServiceParts['store'],
  model: ReadyModel,
  datasetId: string,
): Promise<void> {
  const dataset = await datasets.get(model.tenantId, datasetId);
  if (dataset === null) {
    throw apiError('dataset_not_found', `There is no dataset ${datasetId} in this workspace.`, {
      dataset_id: datasetId,
    });
  }
  const learned = await learnedFrom(models, model);
  if (learned === null) throw trainingDataUnknown({ modelId: model.modelId, datasetId });
  // Events are selected as for the model's training.
  const { events } = learned[0]!;
  if (learned.some((data) => data.datasetId === datasetId && isDeepStrictEqual(data.events, events)))
    throw learnedFromAll({ modelId: model.modelId, datasetId });
  if (dataset.eventCount === 0) throw noPeopleToSimulate(dataset, model);
}

/** Creates the simulation and its job. */
async function begin(
  parts: SimulationServiceParts,
  tenant: TenantId,
  request: SimulationRequest,
  claim: RequestClaim,
): Promise<AcceptedJob> {
  const simulation = newSimulation(parts, tenant, request);
  const { simulationId } = simulation;
  const changes = [{ name: 'createSimulation', args: [simulation] }] as const;
  const accept = (input: SimulationInput) =>
    acceptJob(
      { jobs: parts.store.jobs, wake: parts.wake },
      newJob(simulation, input, parts.clock()),
      claim,
      changes,
    );
  if ('dataset_id' in request) return accept({ from: 'dataset', datasetId: request.dataset_id });
  const key = artifactKey(tenant, 'staging', simulationId, 'histories.json');
  return acceptStagedJob({
    stage: () => stageJson(parts.artifacts, key, request.histories),
    accept: () => accept({ from: 'staged', key }),
    isReader: (job) => job.resource?.id === simulationId,
    unstage: () => parts.artifacts.removeAll(tenant, 'staging', simulationId),
  });
}

function newSimulation(
  { newId, clock }: SimulationServiceParts,
  tenantId: TenantId,
  { model_id: modelId, policy, steps, seed }: SimulationRequest,
): NewSimulation {
  const parameters: SimulationParameters = { policy, steps, seed };
  const createdAt = new Date(clock()).toISOString();
  return { tenantId, simulationId: newId('sim'), modelId, asked: parameters, jobId: newId('job'), createdAt };
}

function newJob(
  { tenantId, simulationId, jobId, createdAt }: NewSimulation,
  input: SimulationInput,
  nowMs: number,
): NewJob {
  const resource = { type: 'simulation', id: simulationId } as const;
  return resourceJob({ jobId, tenantId, kind: simulationKind.kind, resource, input, createdAt }, nowMs);
}
