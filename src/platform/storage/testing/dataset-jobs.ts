/** Jobs that make, cut and export datasets, at a store and at its model. */
import type { TenantId } from '../../../contract/brands.ts';
import type { NewDataset, SnapshotFile, SnapshotMade } from '../dataset-store.ts';
import type { Store } from '../store.ts';
import type { StoreChange } from '../store-change.ts';
import { isoDay, pick } from './against-model.ts';
import type { DatasetJob, ModelDatasets } from './model-datasets.ts';
import { sampleJob } from './sample-jobs.ts';

const AT = isoDay(0);
const WORKER = 'worker';

export interface JobEnding {
  /** Position among the running jobs. */
  readonly n: number;
  /** `stolen`: by a worker that has lost the job. */
  readonly how: 'succeeded' | 'failed' | 'stolen';
}

export const fileOf = (part: string, n = 0) =>
  ({ key: `${part} ${n}`, part: part as SnapshotFile['part'], rows: 2, bytes: 10, sha256: 'ab' }) as const;

export function madeOf(part: string): SnapshotMade {
  return { itemCount: 2, eventCount: part === 'events' ? 3 : 0, files: [fileOf(part)], readyAt: AT };
}

/** The job is taken at once. */
export async function begin(
  kind: DatasetJob['kind'],
  { tenantId, datasetId, name, ...rest }: NewDataset,
  at: number,
  model: ModelDatasets,
  store: Store,
): Promise<void> {
  const jobId = `job_${String(at).padStart(3, '0')}`;
  const seen = seenBy(model, tenantId, name);
  model.jobs.push({ tenant: tenantId, jobId, kind, datasetId, name, running: true, ...seen });
  const created = { name: 'createDataset', args: [{ tenantId, datasetId, name, ...rest }] } as const;
  await store.jobs.create(
    sampleJob(jobId, { tenantId, kind, resource: { type: 'dataset', id: datasetId } }),
    {
      changes: kind === 'dataset_export' ? [] : [created],
    },
  );
  await store.jobs.take(WORKER, { limits: { [kind]: 100 }, limit: 100, nowMs: 0, leaseMs: 1000 });
}

/** The last waiting row and the base version of a cut. */
function seenBy(model: ModelDatasets, tenant: TenantId, name: string) {
  const base = model.newest(tenant, name)?.datasetId ?? 'ds_none';
  return { upTo: model.lastPosition(tenant, name), base };
}

export async function end({ n: nth, how }: JobEnding, model: ModelDatasets, store: Store) {
  const job = pick(
    model.jobs.filter(({ running }) => running),
    nth,
  );
  if (job === null) return [null, null] as const;
  const status = how === 'failed' ? 'failed' : 'succeeded';
  const error = { code: 'internal', message: 'no', details: {} };
  const found = await store.jobs.finish(how === 'stolen' ? 'another' : WORKER, [
    {
      ...{ jobId: job.jobId, nowMs: 0, changes: changesOf(job, status) },
      end: status === 'failed' ? { status, error } : { status, result: {} },
    },
  ]);
  const { tenant: owner, datasetId, name, kind, upTo } = job;
  const isCut = kind === 'dataset_snapshot' && status === 'succeeded';
  if (isCut && model.newest(owner, name)?.datasetId !== job.base) {
    await beginAgain(job, model, store);
    return [['stale'], found] as const;
  }
  if (how === 'stolen') return [['lost'], found] as const;
  job.running = false;
  if (kind !== 'dataset_export' && status === 'failed') model.drop(owner, datasetId);
  if (kind !== 'dataset_export' && status === 'succeeded') model.complete(owner, datasetId, madeOf('events'));
  if (isCut) model.dropAppended(owner, name, upTo);
  return [['finished'], found] as const;
}

/** Begins a stale cut again, as the task does. */
async function beginAgain(job: DatasetJob, model: ModelDatasets, store: Store): Promise<void> {
  const { tenant, datasetId, name } = job;
  Object.assign(job, seenBy(model, tenant, name));
  model.renewVersion(tenant, datasetId);
  await store.datasets.renewVersion(tenant, datasetId);
}

function changesOf(job: DatasetJob, status: 'failed' | 'succeeded'): readonly StoreChange[] {
  const { tenant: owner, datasetId, name, kind, upTo, base } = job;
  if (kind === 'dataset_export') return [];
  if (status === 'failed') return [{ name: 'dropDataset', args: [owner, datasetId] }];
  const complete = { name: 'completeDataset', args: [owner, datasetId, madeOf('events')] } as const;
  return kind === 'dataset_import'
    ? [complete]
    : [complete, { name: 'takeAppended', args: [owner, name, upTo, base] }];
}
