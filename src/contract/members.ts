/** Wire shapes of members, and of the sessions of the console. */
import { z } from 'zod';
import { EXAMPLE_TENANT } from './admin.ts';
import { ListQuery, listOf, ResourceId } from './lists.ts';
import { roleNames } from './roles.ts';
import { OPERATOR_SCOPE, tenantScopes } from './scopes.ts';

/** In examples of parameters. */
export const EXAMPLE_MEMBER = 'mem_01jyav4m9zq3w8k5r7t2x6c0dg';
export const EXAMPLE_SESSION = '3f9c1a0b7e42';
const MAX_EMAIL = 320;
const MAX_NAME = 100;

export const MemberPath = z.strictObject({
  member_id: ResourceId.describe('The `id` of the member: `mem_…`.').meta({ example: EXAMPLE_MEMBER }),
});
export const SessionPath = z.strictObject({
  session_id: ResourceId.describe('The `id` of the session.').meta({ example: EXAMPLE_SESSION }),
});

export const OwnerQuery = ListQuery.extend({
  tenant_id: ResourceId.optional()
    .describe('Only those of this tenant; `operator`: only those of the operator.')
    .meta({ example: EXAMPLE_TENANT }),
});

const scopesInForce = z.array(z.enum([...tenantScopes, OPERATOR_SCOPE]));
const tenantName = z.string().nullable();

export const MemberFields = z
  .object({
    id: z.string(),
    tenant_id: z.string().nullable().describe('Null: a member of the operator.'),
    tenant_name: tenantName,
    email: z.string().describe('In lower case.'),
    name: z.string().nullable(),
    role: z.enum(roleNames).nullable().describe('The role that has exactly these scopes; null: none has.'),
    scopes: scopesInForce,
    sessions: z.int().describe('Live sessions of the console.'),
    created_at: z.string(),
    created_by: z.string().describe('The key or member, or the words of the command.'),
    last_sign_in_at: z.string().nullable().describe('Null: not yet.'),
  })
  .meta({ id: 'MemberFields' });
export const AdminMember = MemberFields.extend({ request_id: z.string() }).meta({ id: 'AdminMember' });
export const AdminMemberList = listOf(MemberFields).meta({ id: 'AdminMemberList' });

const rights = {
  role: z.enum(roleNames).optional().describe('The scopes of this role, as they are now.'),
  scopes: z
    .array(z.enum(tenantScopes))
    .min(1)
    .max(tenantScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not name a scope twice')
    .optional()
    .describe('In place of a role.'),
};
const name = z.string().min(1).max(MAX_NAME).nullable().optional().describe('For people; null: none.');

export const AddMemberRequest = z
  .strictObject({
    email: z
      .string()
      .min(3)
      .max(MAX_EMAIL)
      .describe('As the identity provider has it. Upper and lower case are one.'),
    name,
    ...rights,
  })
  .refine(
    ({ role, scopes }) => (role === undefined) !== (scopes === undefined),
    'needs either role or scopes, and not both',
  )
  .meta({ id: 'AddMemberRequest' });

export const ChangeMemberRequest = z
  .strictObject({ name, ...rights })
  .refine(
    ({ role, scopes }) => role === undefined || scopes === undefined,
    'takes either role or scopes, and not both',
  )
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'names nothing to change; give name, role or scopes',
  )
  .meta({ id: 'ChangeMemberRequest', minProperties: 1 });

export const SessionFields = z
  .object({
    id: z.string().describe('Opens nothing.'),
    tenant_id: z.string().nullable().describe('Null: a session of the operator.'),
    tenant_name: tenantName,
    key_id: z.string().nullable().describe('The key that it stands for; null: it is that of a member.'),
    member_id: z.string().nullable(),
    email: z.string().nullable().describe('The mail address of the member.'),
    scopes: scopesInForce,
    created_at: z.string(),
    used_at: z.string().describe('Exact to a minute.'),
    expires_at: z.string(),
  })
  .meta({ id: 'SessionFields' });
export type SessionFields = z.output<typeof SessionFields>;
export const AdminSession = SessionFields.extend({ request_id: z.string() }).meta({ id: 'AdminSession' });
export const AdminSessionList = listOf(SessionFields).meta({ id: 'AdminSessionList' });
