/**
 * The operator's work over HTTP: the tenants and keys of the whole service. Every list is a page, and no
 * answer holds a secret, save the key that was just created.
 */
import { type TenantId, tenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { Member } from '../../platform/storage/member-store.ts';
import { type ConsoleSession, credentialKind, sessionMark } from '../../platform/storage/session-store.ts';
import type { AccountPage, ApiKey, Store, Tenant } from '../../platform/storage/store.ts';
import { changeTenantSettings, type TenantChange } from './change-tenant-settings.ts';
import { type CreatedKey, createKey, type NewKey, renameKey, revokeKey } from './keys.ts';
import { endSessionWithId } from './list-sessions.ts';
import { addMember, changeMember, type GivenMemberChange, type NewMember, removeMember } from './members.ts';
import { createTenant, type TenantParts } from './tenants.ts';

/** A key, with the number of its live sessions of the console. */
export interface KeyWithSessions {
  readonly key: ApiKey;
  readonly sessions: number;
}

/** A member, with the number of its live sessions of the console. */
export interface MemberWithSessions {
  readonly member: Member;
  readonly sessions: number;
}

/** A live session; `member` is null for that of a key. */
export interface SessionWithMember {
  readonly session: ConsoleSession;
  readonly member: Member | null;
}

interface Page<Row> {
  readonly data: readonly Row[];
  /** The id below which the next page begins; null on the last page. */
  readonly next: string | null;
}

export interface Administration {
  tenants(page: AccountPage): Promise<Page<Tenant>>;
  /** Throws 404 `not_found`, as every method that takes the id of a tenant. */
  tenant(id: string): Promise<Tenant>;
  /** Throws 400 `invalid_request`, 404 `domain_not_found`, 409 `conflict` where the name is taken. */
  createTenant(given: Parameters<typeof createTenant>[1]): Promise<Tenant>;
  /** All or nothing. Throws 400 `invalid_request` and 404 `domain_not_found`. */
  changeTenant(id: string, change: TenantChange): Promise<Tenant>;
  /** Keys of all owners where `owner` is null. */
  keys(owner: string | null, page: AccountPage): Promise<Page<KeyWithSessions>>;
  /** Throws 400 `invalid_request`. */
  createKey(id: string, given: NewKey): Promise<CreatedKey>;
  /** Ends its sessions too. Throws 404 `not_found`, and 409 `conflict` where the key would revoke itself. */
  revokeKey(keyId: string, callerKeyId: string): Promise<ApiKey>;
  /** Throws 400 `invalid_request`, 404 `not_found`. */
  renameKey(keyId: string, name: string | null): Promise<KeyWithSessions>;
  /** Members of all owners where `owner` is null. */
  members(owner: string | null, page: AccountPage): Promise<Page<MemberWithSessions>>;
  /** Throws 400 `invalid_request`, 404 `not_found`, 409 `conflict` where the address is a member already. */
  addMember(id: string, given: NewMember): Promise<Member>;
  /** Throws 400 `invalid_request`, 404 `not_found`. */
  changeMember(memberId: string, change: GivenMemberChange): Promise<MemberWithSessions>;
  /**
   * Ends its sessions too. Throws 404 `not_found`, and 409 `conflict` where the member would remove itself.
   */
  removeMember(memberId: string, callerId: string): Promise<Member>;
  /** Live sessions, newest first, of all owners where `owner` is null. */
  sessions(owner: string | null, page: AccountPage): Promise<Page<SessionWithMember>>;
  /** Throws 404 `not_found`. */
  endSession(id: string): Promise<SessionWithMember>;
}

export interface AdministrationParts extends Omit<TenantParts, 'store'> {
  readonly store: Pick<Store, 'accounts' | 'profiles' | 'sessions' | 'members'>;
}

export function createAdministration(parts: AdministrationParts): Administration {
  const { store, clock } = parts;
  const { accounts, sessions } = store;
  const named = (id: string) => tenantWithId(store.accounts, id);
  return {
    tenants: async ({ before, limit }) =>
      pageOf(await accounts.pageOfTenants({ before, limit: limit + 1 }), limit, (one) => one.tenantId),
    tenant: named,
    createTenant: (given) => createTenant(parts, given),
    changeTenant: async (id, change) => changeTenantSettings(parts, (await named(id)).tenantId, change),
    keys: async (owner, { before, limit }) => {
      const read = await accounts.pageOfKeys(owner as TenantId | null, { before, limit: limit + 1 });
      const { data, next } = pageOf(read, limit, ({ keyId }) => keyId);
      const live = await sessions.countOfKeys(data, clock());
      return { data: data.map((key) => ({ key, sessions: live.get(key.keyId) ?? 0 })), next };
    },
    createKey: async (id, given) => createKey(accounts, clock, (await named(id)).tenantId, given),
    revokeKey: async (keyId, callerKeyId) => {
      if (keyId === callerKeyId) throw itself(keyId);
      await revokeKey(accounts, clock, keyId);
      return (await accounts.keyById(keyId))!;
    },
    renameKey: async (keyId, name) => {
      const key = await renameKey(accounts, keyId, name);
      const live = await sessions.countOfKeys([key], clock());
      return { key, sessions: live.get(keyId) ?? 0 };
    },
    ...memberAdministration(parts),
    sessions: (owner, page) => pageOfSessions(parts, owner, page),
    endSession: async (id) => withMember(parts, await endSessionWithId(parts, id)),
  };
}

type MemberWork = 'members' | 'addMember' | 'changeMember' | 'removeMember';

function memberAdministration({ store, clock }: AdministrationParts): Pick<Administration, MemberWork> {
  const { members, sessions } = store;
  const counted = async (found: readonly Member[]) => {
    const asKeys = found.map(({ tenantId: owner, memberId }) => ({ tenantId: owner, keyId: memberId }));
    const live = await sessions.countOfKeys(asKeys, clock());
    return found.map((member) => ({ member, sessions: live.get(member.memberId) ?? 0 }));
  };
  return {
    members: async (owner, { before, limit }) => {
      const read = await members.page(owner as TenantId | null, { before, limit: limit + 1 });
      const { data, next } = pageOf(read, limit, ({ memberId }) => memberId);
      return { data: await counted(data), next };
    },
    addMember: async (id, given) =>
      addMember({ members, clock }, (await tenantWithId(store.accounts, id)).tenantId, given),
    changeMember: async (memberId, change) =>
      (await counted([await changeMember({ members, clock }, memberId, change)]))[0]!,
    removeMember: async (memberId, callerId) => {
      if (memberId === callerId) throw ownMembership(memberId);
      return removeMember({ members, clock }, memberId);
    },
  };
}

/** Ids of sessions do not grow with time, so a page begins below a time and an id. */
async function pageOfSessions(
  parts: AdministrationParts,
  owner: string | null,
  { before, limit }: AccountPage,
): Promise<Page<SessionWithMember>> {
  const placeOf = ({ createdAtMs, hash }: ConsoleSession) =>
    `${String(createdAtMs).padStart(16, '0')}.${sessionMark(hash)}`;
  const live = (await parts.store.sessions.list(owner as TenantId | null, parts.clock()))
    .filter((session) => before === null || placeOf(session) < before)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  const { data, next } = pageOf(live.slice(0, limit + 1), limit, placeOf);
  return { data: await Promise.all(data.map((session) => withMember(parts, session))), next };
}

async function withMember(
  { store }: AdministrationParts,
  session: ConsoleSession,
): Promise<SessionWithMember> {
  const { tenantId: owner, keyId } = session;
  const member = credentialKind(keyId) === 'member' ? await store.members.find(owner, keyId) : null;
  return { session, member };
}

async function tenantWithId(accounts: Store['accounts'], id: string): Promise<Tenant> {
  const tenant = await accounts.tenant(tenantId(id));
  if (tenant !== null) return tenant;
  throw apiError('not_found', `There is no tenant «${id}». GET /v1/admin/tenants lists them with their ids.`);
}

/** `read`: one row more than the page has, where there is one. */
function pageOf<Row>(read: readonly Row[], limit: number, idOf: (row: Row) => string): Page<Row> {
  const data = read.slice(0, limit);
  return { data, next: read.length > limit ? idOf(data.at(-1)!) : null };
}

function itself(keyId: string) {
  return apiError(
    'conflict',
    `${keyId} is the key of this request, which would end with it. Revoke it with another key, or with «counterpart keys revoke».`,
  );
}

function ownMembership(memberId: string) {
  return apiError(
    'conflict',
    `${memberId} is the member of this session, who would lose it. Another operator can remove it, or «counterpart members remove».`,
  );
}
