/** Members of workspaces. Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { Member, MemberChange, ProviderIdentity } from '../../member-store.ts';
import type { AccountPage } from '../../store.ts';
import { raiseCounter } from '../counters.ts';
import type { Tables } from '../tables.generated.ts';
import { endSessionsOfKey } from './console-sessions.ts';

export async function addMember(db: Kysely<Tables>, member: Member): Promise<'added' | 'conflict'> {
  const added = await db
    .insertInto('members')
    .values(encode(member))
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .execute();
  if (added.length === 0) return 'conflict';
  await raiseCounter(db, 'accounts', 1);
  return 'added';
}

export async function findMember(
  db: Kysely<Tables>,
  tenant: TenantId,
  memberId: string,
): Promise<Member | null> {
  const stored = await named(db, tenant, memberId).executeTakeFirst();
  return stored === undefined ? null : decode(stored);
}

export async function findMemberById(db: Kysely<Tables>, memberId: string): Promise<Member | null> {
  const stored = await db
    .selectFrom('members')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return stored === undefined ? null : decode(stored);
}

export async function membersOfEmail(db: Kysely<Tables>, email: string): Promise<readonly Member[]> {
  const stored = await db
    .selectFrom('members')
    .selectAll()
    .where('email', '=', email)
    .orderBy('member_id')
    .execute();
  return stored.map(decode);
}

export async function listMembers(db: Kysely<Tables>, tenant: TenantId | null): Promise<readonly Member[]> {
  const stored = await db
    .selectFrom('members')
    .selectAll()
    .$if(tenant !== null, (query) => query.where('tenant_id', '=', tenant!))
    .orderBy('member_id')
    .execute();
  return stored.map(decode);
}

/** Newest first: ids grow with time. */
export async function pageOfMembers(
  db: Kysely<Tables>,
  tenant: TenantId | null,
  { before, limit }: AccountPage,
): Promise<readonly Member[]> {
  const stored = await db
    .selectFrom('members')
    .selectAll()
    .$if(tenant !== null, (query) => query.where('tenant_id', '=', tenant!))
    .$if(before !== null, (query) => query.where('member_id', '<', before!))
    .orderBy('member_id', 'desc')
    .limit(limit)
    .execute();
  return stored.map(decode);
}

export async function changeMember(
  db: Kysely<Tables>,
  tenant: TenantId,
  memberId: string,
  { name, scopes, unbind = false }: MemberChange,
): Promise<boolean> {
  const changed = await db
    .updateTable('members')
    .set({
      member_id: memberId,
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes: JSON.stringify(scopes) }),
      ...(unbind && { issuer: null, subject: null }),
    })
    .where('tenant_id', '=', tenant)
    .where('member_id', '=', memberId)
    .returning('member_id')
    .execute();
  if (changed.length === 0) return false;
  // They belong to the person who was bound.
  if (unbind) await endSessionsOfKey(db, tenant, memberId, 0);
  await raiseCounter(db, 'accounts', 1);
  return true;
}

export async function removeMember(db: Kysely<Tables>, tenant: TenantId, memberId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('members')
    .where('tenant_id', '=', tenant)
    .where('member_id', '=', memberId)
    .returning('member_id')
    .execute();
  if (removed.length === 0) return false;
  await endSessionsOfKey(db, tenant, memberId, 0);
  await raiseCounter(db, 'accounts', 1);
  return true;
}

/** The condition decides: of two people who sign in first at the same time, only one is bound. */
export async function noteMemberSignIn(
  db: Kysely<Tables>,
  tenant: TenantId,
  memberId: string,
  { issuer, subject }: ProviderIdentity,
  at: string,
): Promise<boolean> {
  const noted = await db
    .updateTable('members')
    .set({ issuer, subject, last_sign_in_at: at })
    .where('tenant_id', '=', tenant)
    .where('member_id', '=', memberId)
    .where((eb) =>
      eb.or([eb('issuer', 'is', null), eb.and([eb('issuer', '=', issuer), eb('subject', '=', subject)])]),
    )
    .returning('email')
    .executeTakeFirst();
  if (noted === undefined) return false;
  await db
    .updateTable('members')
    .set({ issuer, subject })
    .where('email', '=', noted.email)
    .where('issuer', 'is', null)
    .execute();
  await raiseCounter(db, 'accounts', 1);
  return true;
}

const named = (db: Kysely<Tables>, tenant: TenantId, memberId: string) =>
  db.selectFrom('members').selectAll().where('tenant_id', '=', tenant).where('member_id', '=', memberId);

function encode(member: Member): Tables['members'] {
  return {
    tenant_id: member.tenantId,
    member_id: member.memberId,
    email: member.email,
    name: member.name,
    scopes: JSON.stringify(member.scopes),
    issuer: member.identity?.issuer ?? null,
    subject: member.identity?.subject ?? null,
    created_at: member.createdAt,
    created_by: member.createdBy,
    last_sign_in_at: member.lastSignInAt,
  };
}

function decode(stored: Tables['members']): Member {
  const { issuer, subject } = stored;
  return {
    memberId: stored.member_id,
    tenantId: tenantId(stored.tenant_id),
    email: stored.email,
    name: stored.name,
    scopes: JSON.parse(stored.scopes),
    identity: issuer === null || subject === null ? null : { issuer, subject },
    createdAt: stored.created_at,
    createdBy: stored.created_by,
    lastSignInAt: stored.last_sign_in_at,
  };
}
