/**
 * Files of jobs that erasures have to reach. An erasure marks the person, in its transaction, in every job
 * whose file may name the person. Such jobs are exports of datasets that may, batches of predictions, and
 * batches of matches (`match-batch-store.ts`). No marked file is sent before it has been read again.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Job } from './job.ts';

export interface MarkedFile {
  readonly tenantId: TenantId;
  readonly jobId: string;
  readonly erased: readonly string[];
  /** null: the job is gone. */
  readonly job: Job | null;
}

export interface FileErasureStore {
  /** People marked in the job's file, whatever the kind of the job. */
  erased(tenant: TenantId, jobId: string): Promise<readonly string[]>;
  /** Marked exports and batches of predictions, of all tenants. */
  list(): Promise<readonly MarkedFile[]>;
  /** The file does not name these people. */
  settle(tenant: TenantId, jobId: string, people: readonly string[]): Promise<void>;
  /** There is no file any more. */
  forget(tenant: TenantId, jobId: string): Promise<void>;
}
