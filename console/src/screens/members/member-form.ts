import type { wire } from 'counterpart-client';

type Role = NonNullable<wire.AddMemberRequest['role']>;
export type TenantScope = NonNullable<wire.AddMemberRequest['scopes']>[number];

/** As the service has them. The type fails where the interface has another list of roles. */
export const scopesOfRole: Readonly<Record<Role, readonly TenantScope[]>> = {
  viewer: ['read'],
  matchmaker: ['read', 'write', 'match'],
  analyst: ['read', 'match', 'train', 'data', 'infer'],
  admin: ['read', 'write', 'match', 'train', 'data', 'export', 'infer', 'ingest'],
};
export const roles = Object.keys(scopesOfRole) as readonly Role[];

export interface MemberForm {
  readonly email: string;
  readonly name: string;
  /** Empty: scopes of their own. */
  readonly role: Role | '';
  readonly scopes: readonly TenantScope[];
}

export const emptyMemberForm: MemberForm = {
  ...{ email: '', name: '', role: 'viewer', scopes: scopesOfRole.viewer },
};

/** Another role brings its scopes, which scopes of their own begin with. */
export function withRole(form: MemberForm, role: MemberForm['role']): MemberForm {
  return { ...form, role, scopes: role === '' ? form.scopes : scopesOfRole[role] };
}

export function rightsOf({ role, scopes }: MemberForm): Pick<wire.AddMemberRequest, 'role' | 'scopes'> {
  return role === '' ? { scopes: [...scopes] } : { role };
}
