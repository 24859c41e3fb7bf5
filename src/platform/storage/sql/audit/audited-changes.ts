/** Every change that the audit log records, by name. */
import { auditedKeys, auditedTenants } from './audited-accounts.ts';
import { auditedJobs } from './audited-jobs.ts';
import { auditedLearning } from './audited-learning.ts';
import { auditedExperiments, auditedModels } from './audited-models.ts';
import { auditedEncoders, auditedPeople } from './audited-people.ts';
import { auditedSessions } from './audited-sessions.ts';

export const auditedChanges = {
  ...auditedKeys,
  ...auditedSessions,
  ...auditedTenants,
  ...auditedLearning,
  ...auditedExperiments,
  ...auditedModels,
  ...auditedJobs,
  ...auditedPeople,
  ...auditedEncoders,
} as const;

export type AuditedName = keyof typeof auditedChanges;

export const isAudited = (name: string): name is AuditedName => Object.hasOwn(auditedChanges, name);
