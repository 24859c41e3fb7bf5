/** The full reading behind an import that was read fast. */
import type { TenantId } from '../../../contract/brands.ts';
import { FULL_READING } from '../../../platform/storage/profile-row.ts';
import type { Store } from '../../../platform/storage/store.ts';

export interface ReadingBehind {
  /** People of the domain whose texts are to be read in full. */
  readonly people: number;
  /** null: no job waits or runs. */
  readonly jobId: string | null;
}

const MOST_JOBS = 100;

export async function readingBehind(
  { readings, jobs }: Pick<Store, 'readings' | 'jobs'>,
  tenant: TenantId,
  domain: string,
): Promise<ReadingBehind> {
  const people = await readings.count(tenant, domain);
  if (people === 0) return { people, jobId: null };
  const open = await jobs.list(tenant, {
    ...{ kinds: [FULL_READING], statuses: ['queued', 'running'], before: null, limit: MOST_JOBS },
  });
  return { people, jobId: open.find(({ resource }) => resource?.id === domain)?.jobId ?? null };
}
