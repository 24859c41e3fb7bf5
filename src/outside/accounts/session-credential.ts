/**
 * The key or the member that a session stands for, as it is now. Every request reads it again, so a session
 * ends with its key or member, and a member's session has the scopes that the member has now.
 */
import type { Member } from '../../platform/storage/member-store.ts';
import { type ConsoleSession, credentialKind, sessionMark } from '../../platform/storage/session-store.ts';
import type { ApiKey } from '../../platform/storage/store.ts';
import type { AccountCache } from './account-cache.ts';
import type { Caller } from './authenticate.ts';
import { holdsScope } from './holds-scope.ts';
import { ended } from './session-faults.ts';

/** Requests of a member: a page asks for several things at once, and a person reads in between. */
const MEMBER_RATE = { rate: 50, burst: 200 };

export interface CurrentSession {
  readonly session: ConsoleSession;
  readonly caller: Caller;
  /** null: the session stands for a key. */
  readonly member: Member | null;
}

/** Throws 401 `unauthorized`. */
export async function currentSession(
  cache: AccountCache,
  session: ConsoleSession,
  nowMs: number,
): Promise<CurrentSession> {
  if (session.expiresAtMs <= nowMs) throw ended('it has expired');
  return credentialKind(session.keyId) === 'member' ? ofMember(cache, session) : ofKey(cache, session, nowMs);
}

async function ofKey(cache: AccountCache, session: ConsoleSession, nowMs: number): Promise<CurrentSession> {
  const key = await cache.key(session.tenantId, session.keyId);
  if (key === null || !isInForce(key, nowMs)) throw ended('its key is not in force any more');
  if (!session.scopes.every((scope) => holdsScope(key.scopes, scope))) throw ended('its key lost a scope');
  return { session, caller: callerOf(key, session), member: null };
}

async function ofMember(cache: AccountCache, session: ConsoleSession): Promise<CurrentSession> {
  const member = await cache.member(session.tenantId, session.keyId);
  if (member === null) throw ended('its member was removed');
  const { tenantId, memberId: keyId, scopes, email } = member;
  const caller = { tenantId, keyId, scopes, ...MEMBER_RATE, session: sessionMark(session.hash), email };
  return { session, caller, member };
}

function callerOf({ tenantId, keyId, rate, burst }: ApiKey, { scopes, hash }: ConsoleSession): Caller {
  return { tenantId, keyId, scopes, rate, burst, session: sessionMark(hash) };
}

export function isInForce(key: ApiKey, nowMs: number): boolean {
  return key.revokedAt === null && endOf(key) > nowMs;
}

/** Epoch milliseconds. */
export function endOf({ expiresAt }: ApiKey): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
}
