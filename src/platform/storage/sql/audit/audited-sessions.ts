/** Entries of the console: sessions begin and end, links are made. */

import type { NewAuditEntry } from '../../audit-store.ts';
import { sessionMark } from '../../session-store.ts';
import {
  type addConsoleLink,
  type createConsoleSession,
  type endConsoleSessions,
  type endSessionsOfKey,
  type exchangeConsoleLink,
  findConsoleSession,
} from '../accounts/console-sessions.ts';
import { type Audited, entry, when } from './audited-change.ts';

export const auditedSessions = {
  createConsoleSession: {
    entries: async (_, { args: [session] }) => [signIn(session, 'key')],
  } satisfies Audited<typeof createConsoleSession>,
  exchangeConsoleLink: {
    entries: async (_, { args: [, session], result }) => when(result === 'created', signIn(session, 'link')),
  } satisfies Audited<typeof exchangeConsoleLink>,
  addConsoleLink: {
    entries: async (_, { args: [link] }) => [
      entry(link.tenantId, 'console.link', ['key', link.keyId], {
        scopes: link.scopes,
        expires_at: new Date(link.expiresAtMs).toISOString(),
      }),
    ],
  } satisfies Audited<typeof addConsoleLink>,
  endConsoleSessions: {
    before: async (db, hashes) => Promise.all(hashes.map((hash) => findConsoleSession(db, hash))),
    entries: async (_, { earlier }) =>
      earlier.flatMap((session) =>
        session === null
          ? []
          : [
              entry(session.tenantId, 'console.sign_out', ['key', session.keyId], {
                session: sessionMark(session.hash),
              }),
            ],
      ),
  } satisfies Audited<typeof endConsoleSessions, readonly Awaited<ReturnType<typeof findConsoleSession>>[]>,
  endSessionsOfKey: {
    entries: async (_, { args: [owner, keyId], result }) => [
      entry(owner, 'console.end_sessions', ['key', keyId], { sessions: result }),
    ],
  } satisfies Audited<typeof endSessionsOfKey>,
};

function signIn(
  { tenantId: owner, keyId, scopes, hash }: Parameters<typeof createConsoleSession>[1],
  by: 'key' | 'link',
): NewAuditEntry {
  return entry(owner, 'console.sign_in', ['key', keyId], { by, scopes, session: sessionMark(hash) });
}
