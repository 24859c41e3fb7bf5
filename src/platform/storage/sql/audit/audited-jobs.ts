/** Entries of jobs: those that train or export, and the changes that a job makes when it begins or ends. */
import type { AuditAction } from '../../../../contract/audit-actions.ts';
import type { cancelJob } from '../jobs/cancel-job.ts';
import type { createJob } from '../jobs/create-job.ts';
import type { finishJob, reportProgress } from '../jobs/lease-jobs.ts';
import { type Audited, entry, type Target } from './audited-change.ts';
import { entriesOfChanges } from './entries-of-changes.ts';

/** Jobs that train a model, or make a file that leaves the service. */
const jobActions: Readonly<Record<string, AuditAction>> = {
  model_adaptation: 'model.train',
  model_refit: 'model.train',
  dataset_export: 'data.export',
  tokenizer_export: 'data.export',
  model_export: 'data.export',
};

export const auditedJobs = {
  createJob: {
    entries: async (db, { args: [job, options], result }) => {
      if (result.state !== 'created') return [];
      const { tenantId: owner, kind, resource, jobId } = job;
      const action = jobActions[kind];
      const target: Target | null = resource === null ? null : [resource.type, resource.id];
      const made = action === undefined ? [] : [entry(owner, action, target, { kind, job_id: jobId })];
      return [...made, ...(await entriesOfChanges(db, options?.changes ?? []))];
    },
  } satisfies Audited<typeof createJob>,
  finishJob: {
    entries: async (db, { args: [, { changes }], result }) =>
      result === 'finished' ? entriesOfChanges(db, changes) : [],
  } satisfies Audited<typeof finishJob>,
  reportProgress: {
    entries: async (db, { args: [, , { changes = [] }], result }) =>
      result === 'kept' ? entriesOfChanges(db, changes) : [],
  } satisfies Audited<typeof reportProgress>,
  cancelJob: {
    entries: async (db, { args: [, , { changes }], result }) =>
      result?.status === 'cancelled' ? entriesOfChanges(db, changes) : [],
  } satisfies Audited<typeof cancelJob>,
};
