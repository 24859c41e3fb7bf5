/**
 * Every change of the store by name. Because there is one list, an implementation can send a call to another
 * thread and TypeScript still checks it.
 */
import type { Kysely } from 'kysely';
import type { AuditOrigin, NewAuditEntry } from '../audit-store.ts';
import { accountOperations } from './accounts/account-operations.ts';
import { memberOperations } from './accounts/member-operations.ts';
import { sessionOperations } from './accounts/session-operations.ts';
import { appendAudit } from './audit/append-audit.ts';
import { forgetAudit } from './audit/forget-audit.ts';
import { behaviourOperations } from './behaviour/behaviour-operations.ts';
import { modelExperimentOperations } from './behaviour/model-experiment-operations.ts';
import { experimentOperations } from './experiments/experiment-operations.ts';
import { idempotencyOperations } from './idempotency/idempotency-operations.ts';
import { indexOperations } from './indexes/index-operations.ts';
import { ingestOperations } from './ingest/ingest-operations.ts';
import { jobOperations } from './jobs/job-operations.ts';
import { learningOperations } from './learning/learning-operations.ts';
import { matchOperations } from './matches/match-operations.ts';
import { peopleOperations } from './people/people-operations.ts';
import { keepSecret } from './secrets.ts';
import type { Tables } from './tables.generated.ts';
import { webhookOperations } from './webhooks/webhook-operations.ts';
import { first, type LockedTenants, none, writeOperation } from './write-operation.ts';

const operations = {
  ...accountOperations,
  ...memberOperations,
  ...sessionOperations,
  ...peopleOperations,
  ...learningOperations,
  ...matchOperations,
  ...experimentOperations,
  ...behaviourOperations,
  ...modelExperimentOperations,
  ...idempotencyOperations,
  ...jobOperations,
  ...indexOperations,
  ...webhookOperations,
  ...ingestOperations,
  keepSecret: writeOperation(keepSecret, none),
  appendAudit: writeOperation(appendAudit, (_, entries) => entries.map(({ tenantId }) => tenantId)),
  forgetAudit: writeOperation(forgetAudit, first),
} as const;

type Operations = typeof operations;
export type WriteName = keyof Operations;
type WriteArguments<Name extends WriteName> = Parameters<Operations[Name]['tenants']>;
type WriteResult<Name extends WriteName> = Awaited<ReturnType<Operations[Name]['run']>>;

/** Runs one change in a transaction. The promise resolves when the change is durable. */
export type RunWrite = <Name extends WriteName>(
  name: Name,
  ...args: WriteArguments<Name>
) => Promise<WriteResult<Name>>;

/** A change as data, which may come from another thread. */
export interface NamedWrite {
  readonly name: WriteName;
  readonly args: readonly unknown[];
  readonly origin: AuditOrigin;
}

/** An operation without the types of its arguments. */
interface AnyOperation {
  run(db: Kysely<Tables>, ...args: readonly unknown[]): Promise<unknown>;
  tenants(...args: readonly unknown[]): LockedTenants;
  readonly audit?: {
    before?(db: Kysely<Tables>, ...args: readonly unknown[]): Promise<unknown>;
    entries(db: Kysely<Tables>, did: object): Promise<readonly NewAuditEntry[]>;
  };
}

const operationOf = (name: WriteName) => operations[name] as AnyOperation;

/** Each once. */
export function lockedTenants({ name, args }: NamedWrite): LockedTenants {
  const found = operationOf(name).tenants(...args);
  return found === null ? null : [...new Set(found)];
}

/** Makes the change, and appends its entries to the audit log, in the caller's transaction. */
export async function carryOut(db: Kysely<Tables>, { name, args, origin }: NamedWrite): Promise<unknown> {
  const { run, audit } = operationOf(name);
  if (audit === undefined) return run(db, ...args);
  const earlier = await audit.before?.(db, ...args);
  const result = await run(db, ...args);
  await appendAudit(db, origin, await audit.entries(db, { args, result, earlier }));
  return result;
}
