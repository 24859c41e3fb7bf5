/**
 * Batches of matches that erasures have to reach. An erasure marks the person in every batch of the domain,
 * in its transaction. A batch under way leaves marked people out of its file; a file that was written before
 * is removed.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Job } from './job.ts';

export interface MatchBatch {
  readonly tenantId: TenantId;
  readonly jobId: string;
  /** Erased people. The file may name them. */
  readonly erased: readonly string[];
  /** null: the job is gone. */
  readonly job: Pick<Job, 'status' | 'result' | 'finishedAt'> | null;
}

export interface MatchBatchStore {
  /** All of them, of all tenants. */
  list(): Promise<readonly MatchBatch[]>;
  /** Erasures need not reach the batch any more. */
  forget(tenant: TenantId, jobId: string): Promise<void>;
}
