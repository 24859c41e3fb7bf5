import type { SessionCaller } from '../../accounts/begin-session.ts';

/** A session as its page gets it. `id` of a workspace: `operator` is the operator's area. */
export function sessionView({ tenant, caller, member, workspaces, expiresAtMs }: SessionCaller) {
  return {
    tenant: tenant === null ? null : { id: tenant.id, name: tenant.name },
    scopes: caller.scopes,
    domains: tenant?.domains ?? [],
    member: member === null ? null : { id: member.memberId, email: member.email, name: member.name },
    workspaces: workspaces.map(({ owner, name }) => ({ id: owner, name })),
    expires_at: new Date(expiresAtMs).toISOString(),
  };
}
