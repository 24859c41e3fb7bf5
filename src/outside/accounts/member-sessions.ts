/** Sessions of members: signing in by the identity provider, and switching to another workspace. */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { IdentifiedPerson } from '../../platform/outbound/oidc/identified-person.ts';
import type { Member } from '../../platform/storage/member-store.ts';
import {
  actAsSession,
  type ConsoleSessionParts,
  describe,
  type NewSession,
  newSession,
  SESSION_MS,
} from './begin-session.ts';
import { membershipsOf, usualMembership } from './memberships.ts';
import { type CurrentSession, currentSession } from './session-credential.ts';
import { notMember, otherPerson } from './session-faults.ts';

/** As `ConsoleSessions.signInMember`. */
export async function signInMember(
  parts: ConsoleSessionParts,
  person: IdentifiedPerson,
  replaced: readonly string[],
): Promise<NewSession> {
  const member = usualMembership(await membershipsOf(parts.store.members, person));
  return beginOf(parts, member, person, replaced, parts.clock() + SESSION_MS);
}

/** As `ConsoleSessions.switchTo`. */
export async function switchTo(
  parts: ConsoleSessionParts,
  { session, member }: CurrentSession,
  owner: TenantId,
): Promise<NewSession> {
  if (member === null || member.identity === null) {
    throw apiError('forbidden', 'The session of a key has one workspace. Sign in with another key.');
  }
  const person = { ...member.identity, email: member.email };
  const wanted = (await membershipsOf(parts.store.members, person)).find(({ tenantId: of }) => of === owner);
  if (wanted === undefined) throw notMember(member.email);
  return beginOf(parts, wanted, person, [session.hash], session.expiresAtMs);
}

async function beginOf(
  parts: ConsoleSessionParts,
  member: Member,
  person: IdentifiedPerson,
  replaced: readonly string[],
  expiresAtMs: number,
): Promise<NewSession> {
  const { store, cache, clock } = parts;
  const nowMs = clock();
  const { tenantId, memberId: keyId, scopes } = member;
  const { token, session } = newSession({ tenantId, keyId }, scopes, nowMs, expiresAtMs);
  const { issuer, subject } = person;
  await actAsSession({ session, member }, async () => {
    const at = new Date(nowMs).toISOString();
    if (!(await store.members.noteSignIn(tenantId, keyId, { issuer, subject }, at)))
      throw otherPerson(member.email);
    await store.sessions.create(session, replaced);
  });
  return { token, ...(await describe(parts, await currentSession(cache, session, nowMs))) };
}
