/** Answers of the documentation, until a service's own are recorded. */
import { EXAMPLE_KEY, EXAMPLE_TENANT } from '../../../contract/admin.ts';
import { EXAMPLE_MEMBER, EXAMPLE_SESSION } from '../../../contract/members.ts';

const AT = '2026-11-30T09:00:00.000Z';
const owner = { tenant_id: EXAMPLE_TENANT, tenant_name: 'acme' } as const;

export const memberExample = {
  id: EXAMPLE_MEMBER,
  ...owner,
  email: 'ana@example.com',
  name: 'Ana',
  role: 'matchmaker' as const,
  scopes: ['read', 'write', 'match'] as ('read' | 'write' | 'match')[],
  sessions: 1,
  created_at: AT,
  created_by: EXAMPLE_KEY,
  last_sign_in_at: AT,
};

export const sessionExample = {
  id: EXAMPLE_SESSION,
  ...owner,
  key_id: null,
  member_id: EXAMPLE_MEMBER,
  email: memberExample.email,
  scopes: memberExample.scopes,
  created_at: AT,
  used_at: AT,
  expires_at: '2026-11-30T17:00:00.000Z',
};

export const keyExample = {
  id: EXAMPLE_KEY,
  ...owner,
  name: 'the shop',
  scopes: ['read', 'match'] as ('read' | 'match')[],
  rate: 100,
  burst: 200,
  state: 'in_force' as const,
  sessions: 0,
  created_at: AT,
  expires_at: null,
  revoked_at: null,
  last_used_at: AT,
};
