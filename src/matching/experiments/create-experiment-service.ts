/** Implements `ExperimentService` on the store. */

import { tenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import { newId } from '../../contract/new-id.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { experimentState } from '../../platform/storage/experiment-state.ts';
import type { ExperimentPage, StoredExperiment } from '../../platform/storage/experiment-store.ts';
import type { ArmModelParts } from './arms/arm-models.ts';
import { checkExperiment } from './check-experiment.ts';
import { describeExperiment, summarizeExperiment } from './describe-experiment.ts';
import type { ExperimentService } from './experiment-service.ts';
import { type UpdateParts, updateExperiment } from './results/update-experiment.ts';

export interface ExperimentServiceParts extends UpdateParts {
  readonly arms: ArmModelParts;
  /** Throws 404 `not_found`. */
  readonly assertTenant: (id: string) => Promise<unknown>;
}

const DAY_MS = 86_400_000;
const NOT_MEASURED = 'Nothing is measured yet.';

export function createExperimentService(parts: ExperimentServiceParts): ExperimentService {
  const { experiments } = parts;
  const describe = async (experiment: StoredExperiment) => {
    const { tenantId: tenant, experimentId } = experiment;
    const results = await experiments.results(tenant, experimentId);
    return describeExperiment(experiment, await definitionOf(parts, experiment), results);
  };
  const named = async (experimentId: string) => {
    const found = await experiments.find(experimentId);
    if (found === null) throw unknown(experimentId);
    return found;
  };
  const changed = async (experimentId: string, pausedAt: string | null) => {
    const experiment = await named(experimentId);
    if (!(await experiments.pause(experiment.tenantId, experimentId, pausedAt)))
      throw notIn(pausedAt === null ? 'paused' : 'running', await named(experimentId));
    return describe(await named(experimentId));
  };
  return {
    create: async (request) => describe(await create(parts, request)),
    list: ({ tenantId: tenant, before, limit }) =>
      listPage(parts, { tenantId: tenant === null ? null : tenantId(tenant), before, limit }),
    get: async (experimentId) => describe(await named(experimentId)),
    pause: async (experimentId) => changed(experimentId, new Date(parts.clock()).toISOString()),
    resume: async (experimentId) => changed(experimentId, null),
    stop: async (experimentId) => {
      const experiment = await named(experimentId);
      if (!experiment.isRunning) throw ended(experiment);
      await updateExperiment(parts, experiment, true);
      return describe(await named(experimentId));
    },
  };
}

async function create(
  { experiments, arms, assertTenant, domainFor, clock }: ExperimentServiceParts,
  request: Parameters<ExperimentService['create']>[0],
): Promise<StoredExperiment> {
  await assertTenant(request.tenant_id);
  const { tenant_id, domain, name, ...settings } = request;
  const tenant = tenantId(tenant_id);
  const { definition } = await domainFor(tenant, domain);
  await checkExperiment(arms, tenant, definition, request);
  const nowMs = clock();
  const experimentId = newId('exp', nowMs);
  const endsAt = new Date(nowMs + settings.days * DAY_MS).toISOString();
  const inTheWay = await experiments.create({
    ...{ tenantId: tenant, experimentId, domain, name, settings },
    ...{ createdAt: new Date(nowMs).toISOString(), endsAt, decision: NOT_MEASURED },
  });
  if (inTheWay !== null) throw oneAtATime(domain, inTheWay);
  return (await experiments.find(experimentId))!;
}

async function listPage(parts: ExperimentServiceParts, { limit, ...page }: ExperimentPage) {
  const { experiments } = parts;
  const read = await experiments.page({ ...page, limit: limit + 1 });
  const data = await Promise.all(
    read.slice(0, limit).map(async (experiment) => {
      const definition = await definitionOf(parts, experiment);
      const last = await experiments.lastResult(experiment.tenantId, experiment.experimentId);
      return summarizeExperiment(experiment, definition, last);
    }),
  );
  return { data, next: read.length > limit ? data.at(-1)!.id : null };
}

/** null: the tenant has the domain no more. */
async function definitionOf(
  { domainFor }: Pick<ExperimentServiceParts, 'domainFor'>,
  { tenantId: tenant, domain }: StoredExperiment,
): Promise<DomainDefinition | null> {
  return domainFor(tenant, domain).then(
    ({ definition }) => definition,
    () => null,
  );
}

function unknown(experimentId: string) {
  return apiError(
    'not_found',
    `There is no experiment «${experimentId}». GET /v1/experiments lists them with their ids.`,
  );
}

function oneAtATime(domain: string, experimentId: string) {
  return apiError(
    'conflict',
    `${experimentId} runs in ${domain}, and a domain has one running experiment at a time. Wait for its end, or stop it with POST /v1/experiments/${experimentId}/stop.`,
    { experiment_id: experimentId, state: 'running' },
  );
}

/** It would have to be in the state `wanted`. */
function notIn(wanted: 'running' | 'paused', experiment: StoredExperiment) {
  const state = experimentState(experiment);
  return apiError('conflict', `${experiment.experimentId} is not ${wanted}: it is ${state}.`, {
    experiment_id: experiment.experimentId,
    state,
  });
}

function ended({ experimentId, endedAt }: StoredExperiment) {
  return apiError('conflict', `${experimentId} ended at ${endedAt}; it cannot be stopped again.`, {
    experiment_id: experimentId,
    state: 'ended',
  });
}
