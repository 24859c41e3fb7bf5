/** Wire shapes of the audit log. */
import { z } from 'zod';
import { EXAMPLE_KEY, EXAMPLE_TENANT } from './admin.ts';
import { auditActions, auditActorKinds, auditResults } from './audit-actions.ts';
import { ListQuery, listOf, ResourceId, TimeParameter } from './lists.ts';

const AuditActor = z
  .object({
    kind: z
      .enum(auditActorKinds)
      .describe(
        'A key, a session of the console that stands for a key, a member who is signed in to the console, a command of the command line, or the service itself.',
      ),
    id: z
      .string()
      .describe(
        'Key and session: the id of the key. Member: its id. Command: its words. Service: the kind of the job, or `service`.',
      ),
    name: z
      .string()
      .nullable()
      .describe(
        'Session: a mark that tells sessions apart. Member: the mail address. Command: user and machine. Else null.',
      ),
  })
  .meta({ id: 'AuditActor' });

export const AuditEntryFields = z
  .object({
    id: z.string(),
    tenant_id: z.string().nullable().describe('Null: the change belongs to no tenant.'),
    tenant_name: z.string().nullable(),
    number: z.int().describe('From 1, without a gap, by tenant.'),
    at: z.string(),
    action: z.enum(auditActions),
    actor: AuditActor,
    address: z.string().nullable().describe('The peer of the connection; null: no request.'),
    request_id: z.string().nullable(),
    target: z
      .object({ kind: z.string(), id: z.string() })
      .nullable()
      .describe('The changed resource; null: the service as a whole, or a person.'),
    person: z
      .string()
      .nullable()
      .describe('A keyed hash of the person that the change is about. The log never holds the id.'),
    details: z.record(z.string(), z.unknown()).describe('Depends on the action. Never holds a secret.'),
    result: z.enum(auditResults),
    hash: z.string().describe('SHA-256 over the entry and the hash of the one before it.'),
  })
  .meta({ id: 'AuditEntryFields' });
export type AuditEntryFields = z.output<typeof AuditEntryFields>;

export const AuditEntryList = listOf(AuditEntryFields).meta({ id: 'AuditEntryList' });

export const AuditQuery = ListQuery.extend({
  tenant_id: ResourceId.optional()
    .describe('Only entries of this tenant; `operator`: only those that belong to no tenant.')
    .meta({ example: EXAMPLE_TENANT }),
  action: z.enum(auditActions).optional().describe('Only this action.').meta({ example: 'key.create' }),
  actor: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Only changes of this actor, by its `id`.')
    .meta({ example: EXAMPLE_KEY }),
  from: TimeParameter.optional()
    .describe('Only changes at or after this time.')
    .meta({ example: '2026-11-01T00:00:00Z' }),
  to: TimeParameter.optional()
    .describe('Only changes before this time.')
    .meta({ example: '2026-12-01T00:00:00Z' }),
});
