/** Batches of matches, the people erased from them, and their jobs, as plain lists in memory. */
import type { TenantId } from '../../../contract/brands.ts';
import type { JobEnd } from '../job-store.ts';
import type { MatchBatch } from '../match-batch-store.ts';

interface BatchId {
  readonly tenant: TenantId;
  readonly jobId: string;
}
interface Batch extends BatchId {
  readonly domain: string;
  readonly erased: ReadonlySet<string>;
}
export interface BatchJob extends BatchId, NonNullable<MatchBatch['job']> {
  readonly uniqueKey: string | null;
}

export class ModelMatchBatches {
  batches: readonly Batch[] = [];
  jobs: readonly BatchJob[] = [];

  /** Nothing where an unfinished job of the tenant has the key. */
  begin(
    { tenant, jobId, uniqueKey }: BatchId & Pick<BatchJob, 'uniqueKey'>,
    batches: readonly Omit<Batch, 'erased'>[],
  ): 'created' | 'exists' {
    const isSame = (job: BatchJob) =>
      job.tenant === tenant && job.finishedAt === null && job.uniqueKey === uniqueKey;
    if (uniqueKey !== null && this.jobs.some(isSame)) return 'exists';
    const queued = { status: 'queued' as const, result: null, finishedAt: null };
    this.jobs = [...this.jobs, { tenant, jobId, uniqueKey, ...queued }];
    this.batches = [...this.batches, ...batches.map((batch) => ({ ...batch, erased: new Set<string>() }))];
    return 'created';
  }

  take(): void {
    for (const job of this.withStatus('queued')) this.#change(job, { status: 'running' });
  }

  finish(job: BatchJob, end: Exclude<JobEnd, { status: 'queued' }>, nowMs: number): void {
    const { status } = end;
    const result = status === 'succeeded' ? end.result : null;
    this.#change(job, { status, result, finishedAt: new Date(nowMs).toISOString() });
  }

  /** A running job ends later, at its worker. */
  cancel(job: BatchJob, nowMs: number): BatchJob['status'] {
    if (job.status !== 'queued') return job.status;
    this.finish(job, { status: 'cancelled' }, nowMs);
    return 'cancelled';
  }

  forgetFinished(beforeMs: number): number {
    const isOld = ({ finishedAt }: BatchJob) => finishedAt !== null && Date.parse(finishedAt) < beforeMs;
    const old = this.jobs.filter(isOld).length;
    this.jobs = this.jobs.filter((job) => !isOld(job));
    return old;
  }

  erase(tenant: TenantId, person: string, domain: string | null): void {
    this.batches = this.batches.map((batch) =>
      batch.tenant === tenant && (domain === null || batch.domain === domain)
        ? { ...batch, erased: new Set([...batch.erased, person]) }
        : batch,
    );
  }

  settle({ tenant, jobId }: BatchId, people: readonly string[]): void {
    this.batches = this.batches.map((batch) =>
      batch.tenant === tenant && batch.jobId === jobId
        ? { ...batch, erased: new Set([...batch.erased].filter((person) => !people.includes(person))) }
        : batch,
    );
  }

  forget({ tenant, jobId }: BatchId): void {
    this.batches = this.batches.filter((batch) => batch.tenant !== tenant || batch.jobId !== jobId);
  }

  withStatus(status: BatchJob['status']): readonly BatchJob[] {
    return this.jobs.filter((job) => job.status === status);
  }

  erased({ tenant, jobId }: BatchId): readonly string[] {
    const found = this.batches.find((batch) => batch.tenant === tenant && batch.jobId === jobId);
    return [...(found?.erased ?? [])].sort();
  }

  /** By tenant and id. */
  list(): readonly MatchBatch[] {
    return this.batches.map(({ tenant: tenantId, jobId, erased }) => {
      const job = this.jobs.find((each) => each.tenant === tenantId && each.jobId === jobId);
      const seen = job && { status: job.status, result: job.result, finishedAt: job.finishedAt };
      return { tenantId, jobId, erased: [...erased].sort(), job: seen ?? null };
    });
  }

  #change({ tenant, jobId }: BatchId, changed: Partial<BatchJob>): void {
    this.jobs = this.jobs.map((job) =>
      job.tenant === tenant && job.jobId === jobId ? { ...job, ...changed } : job,
    );
  }
}
