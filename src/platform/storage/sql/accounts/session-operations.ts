/** Changes of sessions of the console and of links to it. */
import type { NewAuditEntry } from '../../audit-store.ts';
import { type ConsoleSession, credentialKind, sessionMark } from '../../session-store.ts';
import { auditEntry, type Target, when } from '../audit/audit-entry.ts';
import { first, none, ofObject, writeOperation } from '../write-operation.ts';
import {
  addConsoleLink,
  createConsoleSession,
  endConsoleSessions,
  endSessionsOfKey,
  exchangeConsoleLink,
  findConsoleSession,
  forgetExpiredSessions,
  noteConsoleUse,
} from './console-sessions.ts';

export const sessionOperations = {
  createConsoleSession: writeOperation(createConsoleSession, ofObject, {
    entries: async (_, { args: [session] }) => [signIn(session, credentialKind(session.keyId))],
  }),
  noteConsoleUse: writeOperation(noteConsoleUse, none),
  endConsoleSessions: writeOperation(endConsoleSessions, none, {
    before: async (db, hashes) => Promise.all(hashes.map((hash) => findConsoleSession(db, hash))),
    entries: async (_, { earlier }) =>
      earlier.flatMap((session) =>
        session === null
          ? []
          : [
              auditEntry(session.tenantId, 'console.sign_out', targetOf(session.keyId), {
                session: sessionMark(session.hash),
              }),
            ],
      ),
  }),
  endSessionsOfKey: writeOperation(endSessionsOfKey, first, {
    entries: async (_, { args: [owner, keyId], result }) => [
      auditEntry(owner, 'console.end_sessions', targetOf(keyId), { sessions: result }),
    ],
  }),
  addConsoleLink: writeOperation(addConsoleLink, ofObject, {
    entries: async (_, { args: [link] }) => [
      auditEntry(link.tenantId, 'console.link', ['key', link.keyId], {
        scopes: link.scopes,
        expires_at: new Date(link.expiresAtMs).toISOString(),
      }),
    ],
  }),
  exchangeConsoleLink: writeOperation(exchangeConsoleLink, (_, session) => [session.tenantId], {
    entries: async (_, { args: [, session], result }) => when(result === 'created', signIn(session, 'link')),
  }),
  forgetExpiredSessions: writeOperation(forgetExpiredSessions, none),
};

/** The key or the member that the session stands for. */
const targetOf = (keyId: string): Target => [credentialKind(keyId), keyId];

function signIn(
  { tenantId: owner, keyId, scopes, hash }: ConsoleSession,
  by: 'key' | 'link' | 'member',
): NewAuditEntry {
  return auditEntry(owner, 'console.sign_in', targetOf(keyId), { by, scopes, session: sessionMark(hash) });
}
