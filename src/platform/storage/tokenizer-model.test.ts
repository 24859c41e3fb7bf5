/**
 * Any sequence of fits, imports, adaptations, simulations, their ends and deletions leaves the tokenizers and
 * simulations of the model, and resources in use stay. There are two tenants, whose tokenizers, models and
 * simulations have the same ids.
 */
import fc from 'fast-check';
import { describe } from 'vitest';
import type { Deletion } from './deletion-store.ts';
import type { Store } from './store.ts';
import type { StoreChange } from './store-change.ts';
import { isoDay, pick, stepOf, testAgainstModel } from './testing/against-model.ts';
import { type ModelJob, ModelTokenizers } from './testing/model-tokenizers.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import { datasets, idsOf, stateOf, stateOfModel, usersInOrder } from './testing/state-of-tokenizers.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';
import { changesOf, end, error, type How, jobEnds, madeOf } from './testing/tokenizer-jobs.ts';

const KIND = 'work';
const WORKER = 'worker';

const tenant = fc.constantFrom(ALPHA, ALPHA, BETA);
const n = fc.nat({ max: 20 });
const name = fc.constantFrom('shop', 'feed');
const dataset = fc.constantFrom(...datasets);
const how = fc.constantFrom<How>('succeeded', 'succeeded', 'failed', 'cancelled');
const anyStep = fc.oneof(
  stepOf('fit', 5, { tenant, name, dataset }),
  stepOf('import', 2, { tenant, name }),
  stepOf('adapt', 3, { tenant, n, dataset }),
  stepOf('simulate', 3, { tenant, n, dataset }),
  stepOf('take', 3, {}),
  stepOf('end', 7, { n, how, isLost: fc.constantFrom(false, false, false, true) }),
  stepOf('cancel', 1, { n }),
  /** In any state. */
  stepOf('fail tokenizer', 1, { tenant, n }),
  stepOf('delete tokenizer', 3, { tenant, n }),
  stepOf('delete model', 2, { tenant, n }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;
type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

describe.each(storesUnderTest)('tokenizers and simulations of the $name store', ({ open }) => {
  testAgainstModel(open, {
    ...{ step: anyStep, newModel: () => new ModelTokenizers(), carryOut, stateOf, stateOfModel },
  });
});

async function carryOut(step: Step, model: ModelTokenizers, store: Store, at: number) {
  const { tokenizers, jobs, deletions } = store;
  switch (step.do) {
    case 'fit': {
      const tokenizer = { ...newTokenizer(step, model, at), datasetId: step.dataset, jobId: jobIdOf(at) };
      model.create(tokenizer);
      const created: StoreChange = { name: 'createTokenizer', args: [tokenizer] };
      return beginJob({ type: 'tokenizer', id: tokenizer.tokenizerId }, step, created, [model, store], at);
    }
    case 'import': {
      const tokenizer = newTokenizer(step, model, at);
      const made = madeOf(tokenizer.tokenizerId);
      model.create(tokenizer, made);
      const found = await tokenizers.add(tokenizer, made);
      return [model.read(step.tenant)[0], found] as const;
    }
    case 'adapt':
      return adapt(step, model, store, at);
    case 'simulate':
      return simulate(step, model, store, at);
    case 'take': {
      const take = { limits: { [KIND]: 99 }, limit: 99, nowMs: 0, leaseMs: 1000 };
      await jobs.take(WORKER, take);
      for (const job of model.jobs.filter(({ status }) => status === 'queued'))
        model.setStatus(job, 'running');
      return [null, null] as const;
    }
    case 'end': {
      const job = pick(withStatus(model, 'running'), step.n);
      if (job === null) return [null, null] as const;
      const changes = changesOf(job, step.how, model, at);
      const found = await jobs.finish(step.isLost ? 'another' : WORKER, [
        { jobId: job.jobId, end: jobEnds[step.how], changes, nowMs: 0 },
      ]);
      if (step.isLost) return [['lost'], found] as const;
      end(job, step.how, changes, model);
      return [['finished'], found] as const;
    }
    case 'cancel': {
      const job = pick(withStatus(model, 'queued'), step.n);
      if (job === null) return [null, null] as const;
      const changes = changesOf(job, 'cancelled', model, at);
      end(job, 'cancelled', changes, model);
      const found = await jobs.cancel(job.tenantId, job.jobId, { nowMs: 0, changes });
      return ['cancelled', found?.status] as const;
    }
    case 'fail tokenizer': {
      const id = pick(idsOf(model.tokenizers, 'tokenizerId'), step.n) ?? 'tok_none';
      model.end(step.tenant, id, error);
      const changes = [{ name: 'failTokenizer', args: [step.tenant, id, error] } as const];
      await jobs.create(sampleJob(jobIdOf(at), { kind: 'other', resource: null }), { changes });
      return [null, null] as const;
    }
    case 'delete tokenizer': {
      const id = pick(idsOf(model.tokenizers, 'tokenizerId'), step.n) ?? 'tok_none';
      const found = await deletions.tokenizer(step.tenant, id);
      return [inOrder(model.deleteTokenizer(step.tenant, id)), inOrder(found)] as const;
    }
    case 'delete model': {
      const id = pick(idsOf(model.models, 'modelId'), step.n) ?? 'model_none';
      const found = await deletions.model(step.tenant, id);
      return [inOrder(model.deleteModel(step.tenant, id)), inOrder(found)] as const;
    }
    default:
      return step satisfies never;
  }
}

const jobIdOf = (at: number) => `job_${String(at).padStart(3, '0')}`;
const withStatus = ({ jobs }: ModelTokenizers, status: ModelJob['status']) =>
  jobs.filter((job) => job.status === status);
/** The users of a resource come in any order. */
const inOrder = (deletion: Deletion<object>) =>
  deletion.state === 'used' ? { ...deletion, by: usersInOrder(deletion.by) } : deletion;

function newTokenizer(
  { tenant: tenantId, name: named }: Omit<Of<'import'>, 'do'>,
  model: ModelTokenizers,
  at: number,
) {
  const asked = { modalities: ['text'], layout: null, progressiveMasking: at % 2 === 0 } as const;
  const unfitted = { datasetId: null, jobId: null, createdAt: isoDay(at) };
  return { tenantId, tokenizerId: model.newId(tenantId, 'tok'), name: named, ...asked, ...unfitted };
}

async function adapt(step: Of<'adapt'>, model: ModelTokenizers, store: Store, at: number) {
  const { tenant: tenantId, dataset: datasetId } = step;
  const tokenizerId = pick(model.read(tenantId), step.n)?.tokenizerId ?? null;
  const rest = { name: 'next', architecture: 'sequential-recommender', baseModelId: null };
  const named = { tenantId, modelId: model.newId(tenantId, 'model'), jobId: jobIdOf(at) };
  const adapted = { ...named, ...rest, datasetId, tokenizerId, createdAt: isoDay(at) };
  model.models = [...model.models, { ...adapted, ended: null }];
  const created: StoreChange = { name: 'createModel', args: [adapted] };
  return beginJob({ type: 'model', id: adapted.modelId }, step, created, [model, store], at);
}

async function simulate(step: Of<'simulate'>, model: ModelTokenizers, store: Store, at: number) {
  const { tenant: tenantId } = step;
  const found = pick(
    model.models.filter((each) => each.tenantId === tenantId),
    step.n,
  );
  if (found === null) return [null, null] as const;
  const named = { tenantId, simulationId: model.newId(tenantId, 'sim'), modelId: found.modelId };
  const simulation = { ...named, asked: { steps: at }, jobId: jobIdOf(at), createdAt: isoDay(at) };
  model.simulations = [...model.simulations, { ...simulation, datasetId: step.dataset, ending: null }];
  const created: StoreChange = { name: 'createSimulation', args: [simulation] };
  return beginJob({ type: 'simulation', id: simulation.simulationId }, step, created, [model, store], at);
}

/** Queues the job, which waits for a worker. */
async function beginJob(
  resource: ModelJob['resource'],
  { tenant: tenantId, dataset: datasetId }: { readonly tenant: typeof ALPHA; readonly dataset: string },
  change: StoreChange,
  [model, { jobs }]: readonly [ModelTokenizers, Store],
  at: number,
) {
  model.jobs = [...model.jobs, { tenantId, jobId: jobIdOf(at), resource, status: 'queued' }];
  const job = sampleJob(jobIdOf(at), { tenantId, kind: KIND, resource, input: { datasetId } });
  const { state } = await jobs.create(job, { changes: [change] });
  return ['created', state] as const;
}
