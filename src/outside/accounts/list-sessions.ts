/** Live sessions of the console: those of a person or key, and all of them for the operator. */
import { apiError } from '../../contract/errors.ts';
import { type ConsoleSession, sessionMark } from '../../platform/storage/session-store.ts';
import type { Store } from '../../platform/storage/store.ts';
import type { CurrentSession } from './session-credential.ts';

interface SessionListParts {
  readonly store: Pick<Store, 'sessions' | 'members'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export interface OwnSession extends Pick<ConsoleSession, 'createdAtMs' | 'usedAtMs' | 'expiresAtMs'> {
  readonly id: string;
  /** Whether it is the session that asks. */
  readonly current: boolean;
}

/** The session that asks first, then the newest. */
export async function ownSessions(
  parts: SessionListParts,
  asking: CurrentSession,
): Promise<readonly OwnSession[]> {
  const all = await sessionsOf(parts, asking);
  return all
    .map(({ hash, createdAtMs, usedAtMs, expiresAtMs }) => ({
      ...{ id: sessionMark(hash), createdAtMs, usedAtMs, expiresAtMs },
      current: hash === asking.session.hash,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.createdAtMs - a.createdAtMs);
}

/** Returns how many. */
export async function endOtherSessions(parts: SessionListParts, asking: CurrentSession): Promise<number> {
  const others = (await sessionsOf(parts, asking)).filter(({ hash }) => hash !== asking.session.hash);
  await parts.store.sessions.end(others.map(({ hash }) => hash));
  return others.length;
}

/** Throws 404 `not_found`. */
export async function endSessionWithId(
  { store, clock }: SessionListParts,
  id: string,
): Promise<ConsoleSession> {
  const session = (await store.sessions.list(null, clock())).find(({ hash }) => sessionMark(hash) === id);
  if (session === undefined) {
    throw apiError(
      'not_found',
      `There is no live session «${id.slice(0, 100)}». GET /v1/admin/sessions lists them.`,
    );
  }
  await store.sessions.end([session.hash]);
  return session;
}

/** The sessions of a member are those in all workspaces of the person. */
async function sessionsOf({ store, clock }: SessionListParts, { session, member }: CurrentSession) {
  if (member === null) {
    const all = await store.sessions.list(session.tenantId, clock());
    return all.filter(({ keyId }) => keyId === session.keyId);
  }
  const ids = new Set((await store.members.ofEmail(member.email)).map(({ memberId }) => memberId));
  return (await store.sessions.list(null, clock())).filter(({ keyId }) => ids.has(keyId));
}
