/**
 * Any sequence of adaptations, deletions and moves of aliases leaves the models and aliases of the model in
 * memory. There are two tenants, whose models have the same ids.
 */
import fc from 'fast-check';
import { describe } from 'vitest';
import type { ModelMade, NewModel } from './model-store.ts';
import type { Store } from './store.ts';
import type { StoreChange } from './store-change.ts';
import { allPages, isoDay, pick, stepOf, testAgainstModel } from './testing/against-model.ts';
import { type MadeModel, ModelModels } from './testing/model-models.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const tenants = [ALPHA, BETA];
const aliases = ['live', 'next'];
const KIND = 'model_adaptation';
const WORKER = 'worker';
const error = { code: 'internal', message: 'no', details: {} };

const tenant = fc.constantFrom(ALPHA, ALPHA, BETA);
const n = fc.nat({ max: 30 });
const alias = fc.constantFrom(...aliases, aliases[0]!);
const rarely = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, n);
const how = fc.constantFrom<'succeeded' | 'failed' | 'stolen'>('succeeded', 'succeeded', 'failed', 'stolen');
const anyStep = fc.oneof(
  stepOf('begin', 3, { tenant, name: fc.constantFrom('shop', 'feed'), base: fc.option(n) }),
  stepOf('serve', 1, { n, stolen: fc.boolean() }),
  stepOf('end', 3, { n, how }),
  /** Many at once, so that the oldest moves are dropped. */
  stepOf('move', 3, {
    tenant,
    alias,
    to: fc.array(n, { minLength: 1, maxLength: 16, size: 'max' }),
    from: rarely,
  }),
  stepOf('remove', 1, { tenant, alias }),
  stepOf('delete', 3, { tenant, n }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;

describe.each(storesUnderTest)('models and aliases of the $name store', ({ open }) => {
  testAgainstModel(open, {
    ...{ step: anyStep, newModel: () => new ModelModels(), carryOut, stateOf, stateOfModel },
  });
});

async function carryOut(step: Step, model: ModelModels, store: Store, at: number) {
  switch (step.do) {
    case 'begin': {
      const baseModelId =
        step.base === null ? null : (pick(model.of(step.tenant), step.base)?.modelId ?? null);
      await begin({ ...newModel(step, model, at), baseModelId }, model, store);
      return [null, null] as const;
    }
    case 'serve': {
      const unmade = pick(
        model.models.filter(({ isRunning, made }) => isRunning && made === null),
        step.n,
      );
      if (unmade === null) return [null, null] as const;
      const changes = [completed(unmade, { ...madeOf(unmade), isEvaluated: false })];
      const owner = step.stolen ? 'another' : WORKER;
      const found = await store.jobs.report(owner, unmade.jobId, { progress: 0.5, changes });
      if (!step.stolen) model.serve(unmade, { ...madeOf(unmade), isEvaluated: false }, 0.5);
      return [step.stolen ? 'lost' : 'kept', found] as const;
    }
    case 'end':
      return end(step, model, store);
    case 'move': {
      const { tenant: owner, alias: name, to, from } = step;
      const idOf = (nth: number) => `model_${String(1 + (nth % 6)).padStart(3, '0')}`;
      const [expected, found] = [[] as string[], [] as string[]];
      for (const [move, nth] of to.entries()) {
        const made = { modelId: idOf(nth), movedAt: isoDay(at * 10 + move), reason: 'Newer.' };
        const only = from === null ? null : idOf(from);
        expected.push(model.move(owner, name, made, only));
        found.push(await store.modelAliases.move(owner, name, made, only ?? undefined));
      }
      return [expected, found] as const;
    }
    case 'remove': {
      const found = await store.modelAliases.remove(step.tenant, step.alias);
      return [model.remove(step.tenant, step.alias), found] as const;
    }
    case 'delete': {
      const id = pick(idsOf(model), step.n) ?? 'model_none';
      return [model.delete(step.tenant, id), await store.deletions.model(step.tenant, id)] as const;
    }
    default:
      return step satisfies never;
  }
}

function newModel(
  { tenant: tenantId, name }: { readonly tenant: typeof ALPHA; readonly name: string },
  model: ModelModels,
  at: number,
) {
  const rest = { architecture: 'sequential-recommender', datasetId: 'ds_1', tokenizerId: null };
  const jobId = `job_${String(at).padStart(3, '0')}`;
  return { tenantId, modelId: model.newId(tenantId), name, jobId, createdAt: isoDay(at), ...rest };
}

function madeOf({ modelId }: NewModel): ModelMade {
  const file = { part: 'model.onnx', key: `${modelId}.onnx`, bytes: 10, sha256: 'ab' };
  return {
    ...{ tokenizerId: 'tok_1', capabilities: [], itemCount: 3, maxHistoryItems: 50, embeddingDimensions: 16 },
    ...{ evaluation: 'Good.', report: { ndcg: 0.5 }, training: {}, files: [file], readyAt: isoDay(0) },
  };
}

const completed = ({ tenantId, modelId }: NewModel, made: ModelMade) =>
  ({ name: 'completeModel', args: [tenantId, modelId, made] }) as const;

/** Its job is taken at once. */
async function begin(model: NewModel, models: ModelModels, { jobs }: Store): Promise<void> {
  models.create(model);
  const { tenantId, jobId, modelId } = model;
  const resource = { type: 'model', id: modelId } as const;
  await jobs.create(sampleJob(jobId, { tenantId, kind: KIND, resource }), {
    changes: [{ name: 'createModel', args: [model] }],
  });
  await jobs.take(WORKER, { limits: { [KIND]: 100 }, limit: 100, nowMs: 0, leaseMs: 1000 });
}

async function end(step: { readonly n: number; readonly how: string }, models: ModelModels, { jobs }: Store) {
  const model = pick(
    models.models.filter(({ isRunning }) => isRunning),
    step.n,
  );
  if (model === null) return [null, null] as const;
  const { tenantId, modelId, jobId } = model;
  const isFailed = step.how === 'failed';
  const changes: readonly StoreChange[] = isFailed
    ? [{ name: 'failModel', args: [tenantId, modelId, error] }]
    : [completed(model, madeOf(model))];
  const ending = isFailed
    ? ({ status: 'failed', error } as const)
    : ({ status: 'succeeded', result: {} } as const);
  const found = await jobs.finish(step.how === 'stolen' ? 'another' : WORKER, [
    { jobId, end: ending, changes, nowMs: 0 },
  ]);
  if (step.how === 'stolen') return [['lost'], found] as const;
  if (isFailed) models.fail(model, error);
  else models.complete(model, madeOf(model));
  return [['finished'], found] as const;
}

/** Ids of the models of both tenants. */
const idsOf = ({ models }: ModelModels) => [...new Set(models.map(({ modelId }) => modelId))].sort();

async function stateOf({ models, modelAliases }: Store, model: ModelModels) {
  const ofTenant = async (owner: typeof ALPHA) => ({
    byId: await Promise.all(
      idsOf(model).map(async (id) => [await models.get(owner, id), await modelAliases.naming(owner, id)]),
    ),
    list: await allPages(
      (before, limit) => models.list(owner, { before, limit }),
      ({ modelId }) => modelId,
    ),
    aliases: await modelAliases.list(owner),
    served: await Promise.all(aliases.map((name) => models.idOfAlias(owner, name))),
    byName: await Promise.all(aliases.map((name) => modelAliases.get(owner, name))),
  });
  return Promise.all(tenants.map(ofTenant));
}

function stateOfModel(model: ModelModels) {
  const asRead = ({ isRunning: _, ...read }: MadeModel) => read;
  return tenants.map((owner) => {
    const byName = aliases.map((name) => model.alias(owner, name));
    return {
      byId: idsOf(model).map((id) => {
        const found = model.of(owner).find(({ modelId }) => modelId === id);
        return [found === undefined ? null : asRead(found), model.naming(owner, id)];
      }),
      list: model.of(owner).map(asRead),
      aliases: byName.filter((each) => each !== null),
      served: byName.map((each) => each?.moves[0]?.modelId ?? null),
      byName,
    };
  });
}
