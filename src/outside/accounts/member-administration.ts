/** The operator's work over HTTP with members and with sessions of the console. */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { Member } from '../../platform/storage/member-store.ts';
import { type ConsoleSession, credentialKind, sessionMark } from '../../platform/storage/session-store.ts';
import type { AccountPage, Store } from '../../platform/storage/store.ts';
import { type Page, pageOf } from './admin-page.ts';
import { endSessionWithId } from './list-sessions.ts';
import { addMember, changeMember, type GivenMemberChange, type NewMember, removeMember } from './members.ts';
import { tenantWithId } from './tenant-with-id.ts';

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

export interface MemberAdministration {
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

interface MemberAdministrationParts {
  readonly store: Pick<Store, 'accounts' | 'sessions' | 'members'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function createMemberAdministration(parts: MemberAdministrationParts): MemberAdministration {
  const { store, clock } = parts;
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
    addMember: async (id, member) =>
      addMember({ members, clock }, (await tenantWithId(store.accounts, id)).tenantId, member),
    changeMember: async (memberId, change) =>
      (await counted([await changeMember({ members, clock }, memberId, change)]))[0]!,
    removeMember: async (memberId, callerId) => {
      if (memberId === callerId) throw ownMembership(memberId);
      return removeMember({ members, clock }, memberId);
    },
    sessions: (owner, page) => pageOfSessions(parts, owner, page),
    endSession: async (id) => withMember(parts, await endSessionWithId(parts, id)),
  };
}

/** Ids of sessions do not grow with time, so a page begins below a time and an id. */
async function pageOfSessions(
  parts: MemberAdministrationParts,
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
  { store }: Pick<MemberAdministrationParts, 'store'>,
  session: ConsoleSession,
): Promise<SessionWithMember> {
  const { tenantId: owner, keyId } = session;
  const member = credentialKind(keyId) === 'member' ? await store.members.find(owner, keyId) : null;
  return { session, member };
}

function ownMembership(memberId: string) {
  return apiError(
    'conflict',
    `${memberId} is the member of this session, who would lose it. Another operator can remove it, or «counterpart members remove».`,
  );
}
