/** Adds, changes and removes the members of workspaces. */
import type { TenantId } from '../../contract/brands.ts';
import type { Issue } from '../../contract/error-details.ts';
import { apiError, invalidRequest } from '../../contract/errors.ts';
import { newId } from '../../contract/new-id.ts';
import { type RoleName, roleNames, scopesOfRole } from '../../contract/roles.ts';
import { actingNow } from '../../platform/storage/acting.ts';
import type { Member, MemberChange, MemberStore } from '../../platform/storage/member-store.ts';
import { OPERATOR_OWNER, OPERATOR_SCOPE, type Scope, tenantScopes } from '../../platform/storage/store.ts';
import { nameIssues } from './name-issues.ts';

const MAX_EMAIL_LENGTH = 320;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a text must not have
const emailPattern = /^[^\s@\u0000-\u001f\u007f]+@[^\s@\u0000-\u001f\u007f]+$/;

/** Either a role or scopes. */
interface Rights {
  readonly role?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
}

export interface NewMember extends Rights {
  readonly email: string;
  readonly name?: string | null | undefined;
}

export interface GivenMemberChange extends Rights {
  readonly name?: string | null | undefined;
  /** Ends the sessions, and the next sign-in binds the member anew. */
  readonly unbind?: boolean | undefined;
}

interface MemberParts {
  readonly members: MemberStore;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/**
 * The form in which addresses are stored and compared. Only the letters A to Z are folded: other characters
 * fold into letters of another person's address.
 */
export const normalEmail = (text: string) => text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A member of a tenant. Throws 400 `invalid_request`, 409 `conflict` where the address is one already. */
export async function addMember(parts: MemberParts, tenant: TenantId, member: NewMember): Promise<Member> {
  refuseFaults([...personIssues(member), ...rightsIssues(member)]);
  return add(parts, tenant, member, scopesOf(member)!);
}

/** A member of the operator's area, whose only scope is `operator`. Throws as `addMember` does. */
export async function addOperator(
  parts: MemberParts,
  member: Pick<NewMember, 'email' | 'name'>,
): Promise<Member> {
  refuseFaults(personIssues(member));
  return add(parts, OPERATOR_OWNER, member, [OPERATOR_SCOPE]);
}

async function add(
  { members, clock }: MemberParts,
  owner: TenantId,
  { email, name }: Pick<NewMember, 'email' | 'name'>,
  scopes: readonly Scope[],
): Promise<Member> {
  const member: Member = {
    memberId: newId('mem'),
    tenantId: owner,
    email: normalEmail(email),
    name: name ?? null,
    scopes,
    identity: null,
    createdAt: new Date(clock()).toISOString(),
    createdBy: actingNow().actor.id,
    lastSignInAt: null,
  };
  if ((await members.add(member)) === 'added') return member;
  throw apiError(
    'conflict',
    `${member.email} is a member of this workspace already. Change its rights in place of adding it.`,
  );
}

/** Throws 400 `invalid_request`, 404 `not_found`. */
export async function changeMember(
  { members }: MemberParts,
  memberId: string,
  givenMemberChange: GivenMemberChange,
): Promise<Member> {
  const { tenantId } = await namedMember(members, memberId);
  const scopes = scopesOf(givenMemberChange);
  refuseFaults([
    ...nameIssues(givenMemberChange.name),
    ...(givenMemberChange.role === undefined && givenMemberChange.scopes === undefined
      ? []
      : rightsIssues(givenMemberChange)),
    ...(tenantId === OPERATOR_OWNER && scopes !== undefined ? [operatorIssue] : []),
  ]);
  const change: MemberChange = {
    ...(givenMemberChange.name !== undefined && { name: givenMemberChange.name }),
    ...(scopes !== undefined && { scopes }),
    ...(givenMemberChange.unbind === true && { unbind: true }),
  };
  if (!(await members.change(tenantId, memberId, change))) throw unknown(memberId);
  return namedMember(members, memberId);
}

/** Ends the sessions too. Throws 404 `not_found`. */
export async function removeMember({ members }: MemberParts, memberId: string): Promise<Member> {
  const member = await namedMember(members, memberId);
  if (!(await members.remove(member.tenantId, memberId))) throw unknown(memberId);
  return member;
}

async function namedMember(members: MemberStore, memberId: string): Promise<Member> {
  const member = await members.findById(memberId);
  if (member !== null) return member;
  throw unknown(memberId);
}

function scopesOf({ role, scopes }: Rights): readonly Scope[] | undefined {
  if (role === undefined) return scopes as readonly Scope[] | undefined;
  return scopesOfRole[role as RoleName];
}

function personIssues({ email, name }: Pick<NewMember, 'email' | 'name'>): readonly Issue[] {
  const normal = normalEmail(email);
  const isAddress = emailPattern.test(normal) && normal.length <= MAX_EMAIL_LENGTH;
  const message = `«${email.slice(0, 100)}» is no mail address`;
  return [...(isAddress ? [] : [{ path: 'email', message }]), ...nameIssues(name)];
}

function rightsIssues({ role, scopes }: Rights): readonly Issue[] {
  if ((role === undefined) === (scopes === undefined))
    return [{ path: 'role', message: 'give either a role or scopes' }];
  if (role !== undefined && !(roleNames as readonly string[]).includes(role))
    return [{ path: 'role', message: `«${role}» is no role; there are ${roleNames.join(', ')}` }];
  const unknownScopes = (scopes ?? []).filter(
    (scope) => !(tenantScopes as readonly string[]).includes(scope),
  );
  if (unknownScopes.length === 0 && scopes?.length !== 0) return [];
  const given = unknownScopes.length === 0 ? 'none was given' : unknownScopes.join(', ');
  return [{ path: 'scopes', message: `${given}: the scopes are ${tenantScopes.join(', ')}` }];
}

const operatorIssue: Issue = {
  path: 'scopes',
  message: 'a member of the operator has the one scope «operator», which no other can take the place of',
};

function refuseFaults(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidRequest([...issues]);
}

function unknown(memberId: string) {
  return apiError(
    'not_found',
    `There is no member «${memberId}». GET /v1/admin/members and «counterpart members list» list them.`,
  );
}
