/** Changes of jobs. The changes that a job makes when it begins or ends are in the audit log as well. */
import type { AuditAction } from '../../../../contract/audit-actions.ts';
import { auditEntry, type Target } from '../audit/audit-entry.ts';
import { entriesOfChanges } from '../audit/entries-of-changes.ts';
import { first, none, ofObject, writeOperation } from '../write-operation.ts';
import { cancelJob, forgetFinishedJobs } from './cancel-job.ts';
import { createJob } from './create-job.ts';
import { finishJob, prolongLeases, reportProgress } from './lease-jobs.ts';
import { takeJobs } from './take-jobs.ts';

/** Jobs that train a model, or make a file that leaves the service. */
const jobActions: Readonly<Record<string, AuditAction>> = {
  model_adaptation: 'model.train',
  model_refit: 'model.train',
  dataset_export: 'data.export',
  tokenizer_export: 'data.export',
  model_export: 'data.export',
};

export const jobOperations = {
  createJob: writeOperation(createJob, ofObject, {
    entries: async (db, { args: [job, options], result }) => {
      if (result.state !== 'created') return [];
      const { tenantId: owner, kind, resource, jobId } = job;
      const action = jobActions[kind];
      const target: Target | null = resource === null ? null : [resource.type, resource.id];
      const made = action === undefined ? [] : [auditEntry(owner, action, target, { kind, job_id: jobId })];
      return [...made, ...(await entriesOfChanges(db, options?.changes ?? []))];
    },
  }),
  takeJobs: writeOperation(takeJobs, none),
  prolongLeases: writeOperation(prolongLeases, none),
  reportProgress: writeOperation(reportProgress, none, {
    entries: async (db, { args: [, , { changes = [] }], result }) =>
      result === 'kept' ? entriesOfChanges(db, changes) : [],
  }),
  finishJob: writeOperation(finishJob, none, {
    entries: async (db, { args: [, { changes }], result }) =>
      result === 'finished' ? entriesOfChanges(db, changes) : [],
  }),
  cancelJob: writeOperation(cancelJob, first, {
    entries: async (db, { args: [, , { changes }], result }) =>
      result?.status === 'cancelled' ? entriesOfChanges(db, changes) : [],
  }),
  forgetFinishedJobs: writeOperation(forgetFinishedJobs, none),
};
