/**
 * Any sequence of imports, appends, cuts, exports, deletions and erasures leaves the datasets and waiting
 * rows of the model. There are two tenants, whose datasets have the same ids and names.
 */
import fc from 'fast-check';
import { describe } from 'vitest';
import { noFeatures } from '../../contract/dataset-features.ts';
import type { Store } from './store.ts';
import { isoDay, pick, stepOf, testAgainstModel } from './testing/against-model.ts';
import { begin, end, fileOf, madeOf } from './testing/dataset-jobs.ts';
import { type DatasetJob, ModelDatasets } from './testing/model-datasets.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import { idsOf, names, people, stateOf, stateOfModel } from './testing/state-of-datasets.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const tenants = [ALPHA, BETA];

const places = tenants.flatMap((tenant) => names.map((name) => ({ tenant, name })));

const place = { tenant: fc.constantFrom(ALPHA, ALPHA, BETA), name: fc.constantFrom(...names, names[0]!) };
const rarely = fc.nat({ max: 7 }).map((each) => each === 0);
const tenant = fc.constantFrom(...tenants);
const n = fc.nat({ max: 30 });
const line = fc.nat({ max: 1 });
/** Few ids, so that rows meet those that wait. */
const id = fc.nat({ max: 9 });
const row = fc.oneof(
  fc.record({ kind: fc.constant('item' as const), id, personId: fc.constant(null), line }),
  fc.record({ kind: fc.constant('event' as const), id, personId: fc.constantFrom(...people), line }),
);
const rows = fc.uniqueArray(row, { maxLength: 5, selector: ({ kind, id: of }) => `${kind} ${of}` });
const anyStep = fc.oneof(
  stepOf('add', 1, { ...place, part: fc.constantFrom('items', 'events', 'people') }),
  stepOf('import', 1, place),
  stepOf('cut', 2, { ...place, n }),
  stepOf('export', 1, { tenant, n }),
  stepOf('end', 3, {
    n,
    how: fc.constantFrom<'succeeded' | 'failed' | 'stolen'>('succeeded', 'succeeded', 'failed', 'stolen'),
  }),
  stepOf('append', 5, {
    ...{ ...place, rows, isStale: rarely },
    missing: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.uniqueArray(id, { maxLength: 2 })),
  }),
  stepOf('delete', 1, { tenant, n }),
  stepOf('erase', 1, {
    ...{ tenant, person: fc.constantFrom(...people), domain: fc.constantFrom(null, null, 'dating') },
  }),
  stepOf('finish erasure', 1, { tenant, n, all: fc.boolean(), named: fc.boolean() }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;
type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

describe.each(storesUnderTest)('datasets of the $name store', ({ open }) => {
  testAgainstModel(open, {
    ...{ step: anyStep, newModel: () => new ModelDatasets(), carryOut, stateOf, stateOfModel },
  });
});

async function carryOut(step: Step, model: ModelDatasets, store: Store, at: number) {
  switch (step.do) {
    case 'add': {
      const [dataset, made] = [newDataset(step, model), madeOf(step.part)];
      model.create(dataset);
      model.complete(step.tenant, dataset.datasetId, made);
      const expected = model.of(step.tenant).at(-1);
      return [expected, await store.datasets.add(dataset, made)] as const;
    }
    case 'import': {
      await beginNew('dataset_import', step, at, model, store);
      return [null, null] as const;
    }
    case 'cut': {
      // Prefers a dataset with waiting rows.
      const waiting = places.filter((where) => model.waiting(where.tenant, where.name).length > 0);
      await beginNew('dataset_snapshot', pick(waiting, step.n) ?? step, at, model, store);
      return [null, null] as const;
    }
    case 'export': {
      const dataset = pick(model.ready(step.tenant), step.n);
      if (dataset !== null) await begin('dataset_export', dataset, at, model, store);
      return [null, null] as const;
    }
    case 'end':
      return end(step, model, store);
    case 'append': {
      const { tenant: tenantId, name, missing, isStale } = step;
      const append = {
        ...{ tenantId, name, missingItems: missing.map(String) },
        rows: step.rows.map((each) => ({
          ...each,
          id: String(each.id),
          line: `${each.personId} ${each.line}`,
        })),
        baseId: isStale ? 'ds_none' : (model.newest(tenantId, name)?.datasetId ?? 'ds_none'),
      };
      return [model.append(append), await store.appends.append(append)] as const;
    }
    case 'delete': {
      const id = pick(idsOf(model), step.n) ?? 'ds_none';
      const found = await store.deletions.dataset(step.tenant, id);
      return [model.delete(step.tenant, id), inOrder(found)] as const;
    }
    case 'erase': {
      const { pendingEvents, datasetVersions } = await store.profiles.erase(
        step.tenant,
        step.person,
        step.domain,
      );
      const nothing = { pendingEvents: 0, datasetVersions: 0 };
      const expected = step.domain === null ? model.erase(step.tenant, step.person) : nothing;
      return [expected, { pendingEvents, datasetVersions }] as const;
    }
    case 'finish erasure': {
      const dataset = pick(
        model.ready(step.tenant).filter(({ erased }) => erased.length > 0),
        step.n,
      );
      if (dataset === null) return [null, null] as const;
      const made = step.named ? { files: [fileOf('events', at)], eventCount: 2 } : null;
      const erased = { people: dataset.erased.slice(0, step.all ? 2 : 1), made, at: isoDay(at) };
      model.finishErasure(step.tenant, dataset.datasetId, erased);
      await store.datasets.finishErasure(step.tenant, dataset.datasetId, erased);
      return [null, null] as const;
    }
    default:
      return step satisfies never;
  }
}

async function beginNew(
  kind: DatasetJob['kind'],
  where: Pick<Of<'add'>, 'tenant' | 'name'>,
  ...[at, model, store]: readonly [number, ModelDatasets, Store]
): Promise<void> {
  const dataset = newDataset(where, model);
  model.create(dataset);
  await begin(kind, dataset, at, model, store);
}

function newDataset({ tenant: tenantId, name }: Pick<Of<'add'>, 'tenant' | 'name'>, model: ModelDatasets) {
  const datasetId = model.newId(tenantId);
  const rest = { access: { export: true, training: false }, terms: 'Ours.', createdAt: isoDay(0) };
  return {
    tenantId,
    datasetId,
    name,
    source: 'workspace_upload',
    features: noFeatures,
    ...rest,
  } as const;
}

const inOrder = (deletion: Awaited<ReturnType<Store['deletions']['dataset']>>) => ({
  ...deletion,
  ...('by' in deletion && { by: deletion.by.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }),
  ...('exportJobs' in deletion && { exportJobs: deletion.exportJobs.toSorted() }),
});
