/** The events that changes of the store announce, each in the transaction of its change. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { Erasure } from '../../store.ts';
import type { Tables } from '../tables.generated.ts';
import { announce } from './announce.ts';

type EndedRun = Pick<Tables['training_runs'], 'domain' | 'version' | 'reason'>;

/** `manual`: deployed by request, and not at the end of the run. */
export async function announceRun(
  db: Kysely<Tables>,
  owner: TenantId,
  runId: string,
  status: 'deployed' | 'rejected',
  { domain, version, reason }: EndedRun,
  at: string,
  manual = false,
): Promise<void> {
  const data = { run_id: runId, domain, version, reason, ...(status === 'deployed' && { manual }) };
  await announce(db, { tenantId: owner, type: `training.${status}`, at, domain, data });
}

export const announcedColumns = [
  ...(['tenant_id', 'job_id', 'kind', 'status', 'keep', 'user_id'] as const),
  ...(['resource_type', 'resource_id', 'error', 'finished_at'] as const),
] as const;

/** Only jobs that are kept: the others are internal. Jobs about a person are not announced. */
export async function announceJob(
  db: Kysely<Tables>,
  job: Pick<Tables['jobs'], (typeof announcedColumns)[number]>,
): Promise<void> {
  if (job.finished_at === null || job.keep === 0 || job.user_id !== null) return;
  const { resource_type: type, resource_id: id } = job;
  const error = job.error === null ? null : (JSON.parse(job.error) as { readonly code: string });
  await announce(db, {
    tenantId: tenantId(job.tenant_id),
    type: 'job.finished',
    at: job.finished_at,
    data: {
      job_id: job.job_id,
      kind: job.kind,
      status: job.status,
      resource: type === null || id === null ? null : { type, id },
      // Its message may quote data of people.
      error_code: error?.code ?? null,
    },
  });
}

export async function announceDataset(
  db: Kysely<Tables>,
  tenant: TenantId,
  dataset: Pick<Tables['datasets'], 'dataset_id' | 'name' | 'version' | 'item_count' | 'event_count'>,
  at: string,
): Promise<void> {
  await announce(db, {
    tenantId: tenant,
    type: 'dataset.version',
    at,
    data: {
      dataset_id: dataset.dataset_id,
      name: dataset.name,
      version: `v${dataset.version}`,
      item_count: Number(dataset.item_count),
      event_count: Number(dataset.event_count),
    },
  });
}

/** Nothing where the erasure found nothing of the person. */
export async function announceErasure(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
  { domains, datasetVersions, pendingEvents }: Erasure,
  at: string,
): Promise<void> {
  if (domains.length + datasetVersions + pendingEvents === 0) return;
  const data = { user_id: userId, domain, domains };
  await announce(db, { tenantId: tenant, type: 'person.erased', at, data });
}
