/** Encodes jobs as rows, and decodes them. */
import type { Insertable } from 'kysely';
import { tenantId } from '../../../../contract/brands.ts';
import type { Job, NewJob } from '../../job.ts';
import type { Tables } from '../tables.generated.ts';

export function encodeNewJob(job: NewJob): Insertable<Tables['jobs']> {
  return {
    tenant_id: job.tenantId,
    job_id: job.jobId,
    kind: job.kind,
    status: 'queued',
    resource_type: job.resource?.type ?? null,
    resource_id: job.resource?.id ?? null,
    user_id: job.userId,
    unique_key: job.uniqueKey,
    input: JSON.stringify(job.input ?? null),
    keep: job.keep ? 1 : 0,
    progress: 0,
    detail: null,
    checkpoint: null,
    result: null,
    error: null,
    takes: 0,
    cancel_requested: 0,
    due_ms: job.runAfterMs,
    lease_owner: null,
    created_at: job.createdAt,
    started_at: null,
    finished_at: null,
  };
}

export function decodeJob(stored: Tables['jobs']): Job {
  const dueMs = stored.due_ms === null ? null : Number(stored.due_ms);
  return {
    tenantId: tenantId(stored.tenant_id),
    jobId: stored.job_id,
    kind: stored.kind,
    status: stored.status,
    resource:
      stored.resource_type === null || stored.resource_id === null
        ? null
        : { type: stored.resource_type, id: stored.resource_id },
    userId: stored.user_id,
    uniqueKey: stored.unique_key,
    input: JSON.parse(stored.input),
    keep: stored.keep === 1,
    progress: stored.progress,
    detail: parsed(stored.detail),
    checkpoint: parsed(stored.checkpoint),
    result: parsed(stored.result),
    error: parsed(stored.error),
    takes: stored.takes,
    cancelRequested: stored.cancel_requested === 1,
    runAfterMs: stored.status === 'queued' ? dueMs : null,
    leaseOwner: stored.lease_owner,
    leaseExpiresMs: stored.status === 'running' ? dueMs : null,
    createdAt: stored.created_at,
    startedAt: stored.started_at,
    finishedAt: stored.finished_at,
  };
}

function parsed(json: string | null) {
  return json === null ? null : JSON.parse(json);
}
