/** Implements `LearnService`: feedback, training runs and roll-back. */

import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { ModelTerm } from '../../contract/training-run.ts';
import type { DomainFor } from '../../domains/active-domain.ts';
import { schemaVersion } from '../../domains/definition.ts';
import type { BlockStore } from '../../platform/storage/block-store.ts';
import type { JobStore } from '../../platform/storage/job-store.ts';
import { type LearningStore, SHARED_OWNER, type TrainingRun } from '../../platform/storage/learning-store.ts';
import type { AccountStore } from '../../platform/storage/store.ts';
import type { LearnService } from './learn-service.ts';
import { takeFeedback } from './outcomes/take-feedback.ts';
import { withdrawOutcomes } from './outcomes/withdraw-outcomes.ts';
import { cancelRun } from './runs/cancel-run.ts';
import { describeRun } from './runs/describe-run.ts';
import { describeTerms } from './runs/describe-terms.ts';
import { createRunMaker } from './runs/run-maker.ts';
import { servingVersion } from './runs/serving-version.ts';
import { startTraining } from './runs/start-training.ts';

export interface LearnDependencies {
  readonly learning: LearningStore;
  readonly blocks: Pick<BlockStore, 'among'>;
  readonly jobs: Pick<JobStore, 'get' | 'cancel'>;
  readonly keys: Pick<AccountStore, 'key'>;
  readonly domainFor: DomainFor;
  /** Wakes the worker after a job was added. */
  readonly wake: () => void;
  /** Epoch ms. */
  readonly clock: () => number;
}

export function createLearnService(dependencies: LearnDependencies): LearnService {
  const { learning, clock } = dependencies;
  const deps = { ...dependencies, makeRun: createRunMaker(learning, clock) };
  return {
    feedback: (tenant, request, keyId = null, claims = new Map()) =>
      takeFeedback(deps, tenant, request, { keyId, claims }),
    withdraw: (tenant, request) => withdrawOutcomes(deps, tenant, request),
    async train(tenant, { domain, force, min_triplets: minTriplets }) {
      const active = await deps.domainFor(tenant, domain);
      const { run, isNew } = await startTraining(deps, tenant, active, { force, minTriplets });
      return { ...describeRun(run), already_running: !isNew };
    },
    async runs(tenant, { domain, before, limit }) {
      if (domain !== undefined) await deps.domainFor(tenant, domain);
      const query = { ...(domain !== undefined && { domain }), before, limit: limit + 1 };
      const found = await learning.listRuns(tenant, query);
      const data = found.slice(0, limit);
      return {
        data: data.map(describeRun),
        next: found.length > limit ? data.at(-1)!.runId : null,
      };
    },
    async run(tenant, runId) {
      const run = await findRun(learning, tenant, runId);
      const terms = await termsOf(deps, tenant, run);
      return { ...describeRun(run), ...(terms !== null && { terms }) };
    },
    async deploy(tenant, runId) {
      await deployRun(deps, tenant, await findRun(learning, tenant, runId));
      return describeRun(await findRun(learning, tenant, runId));
    },
    async deployIn(tenant, { domain, run_id: runId }) {
      const { definition } = await deps.domainFor(tenant, domain);
      if (runId === null) await learning.withdrawModel(tenant, domain);
      else await deployRun(deps, tenant, await findRunOf(learning, tenant, domain, runId));
      return servingVersion(learning, tenant, definition);
    },
    async cancel(tenant, runId) {
      await cancelRun(deps, tenant, await findRun(learning, tenant, runId));
      return describeRun(await findRun(learning, tenant, runId));
    },
  };
}

async function findRun(learning: LearningStore, tenant: TenantId, runId: string): Promise<TrainingRun> {
  const run = await learning.run(tenant, runId);
  if (run !== null) return run;
  throw apiError('run_not_found', `There is no training run «${runId}». GET /v1/train/runs lists yours.`, {
    run_id: runId,
  });
}

async function findRunOf(
  learning: LearningStore,
  tenant: TenantId,
  domain: string,
  runId: string,
): Promise<TrainingRun> {
  const run = await findRun(learning, tenant, runId);
  if (run.domain === domain) return run;
  const message = `The run ${runId} is of ${run.domain}, not of ${domain}. GET /v1/train/runs?domain= lists the runs of a domain.`;
  throw apiError('run_not_found', message, { run_id: runId });
}

async function deployRun(deps: LearnDependencies, tenant: TenantId, run: TrainingRun): Promise<void> {
  if (run.status !== 'deployed') throw neverDeployed(run);
  await refuseOtherSchema(deps, tenant, run);
  const at = new Date(deps.clock()).toISOString();
  if ((await deps.learning.deployRun(tenant, run.runId, at)) === 'no_model') throw neverDeployed(run);
}

/** null: the run has no model, or one of another version of the domain. */
async function termsOf(
  { learning, domainFor }: LearnDependencies,
  tenant: TenantId,
  { version, domain }: TrainingRun,
): Promise<ModelTerm[] | null> {
  const model = version === null ? null : await learning.rankingModel(tenant, version);
  if (model === null) return null;
  // A domain that is not enabled any more has runs too.
  const active = await domainFor(tenant, domain).catch(() => null);
  return active === null ? null : describeTerms(active.definition, model);
}

function neverDeployed({ runId, status }: TrainingRun): Error {
  return apiError(
    'conflict',
    `The run ${runId} was never deployed (its status is ${status}), so there is nothing to go back to. Choose a run with the status deployed.`,
    { run_id: runId, status },
  );
}

/** A model of another schema version would be skipped by every match, so deploying it is refused. */
async function refuseOtherSchema(
  { learning, domainFor }: LearnDependencies,
  owner: TenantId,
  { runId, domain, version }: TrainingRun,
): Promise<void> {
  if (owner === SHARED_OWNER) return;
  const { definition } = await domainFor(owner, domain);
  const model = version === null ? null : await learning.rankingModel(owner, version);
  const trainedFor = model?.card.schema_version;
  if (trainedFor === undefined || trainedFor === schemaVersion(definition)) return;
  throw apiError(
    'conflict',
    `The run ${runId} was trained for ${trainedFor}, and the domain is ${schemaVersion(definition)} now. Train anew with POST /v1/train.`,
    { run_id: runId, trained_for: trainedFor, in_force: schemaVersion(definition) },
  );
}
