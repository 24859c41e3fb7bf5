/**
 * Sessions of the console. A session stands for a key or for a member. It begins with the key, with a
 * one-time link of a key, or with a sign-in at the identity provider. Each request reads the key or member
 * again. So the next request ends the session once its key is revoked, expires, or loses a scope of the
 * session, and once its member is removed.
 */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { IdentifiedPerson } from '../../platform/outbound/oidc/identified-person.ts';
import { type ConsoleSession, credentialKind } from '../../platform/storage/session-store.ts';
import type { ApiKey, Scope } from '../../platform/storage/store.ts';
import { hashKey, sameHash } from './api-key.ts';
import type { Caller } from './authenticate.ts';
import {
  actAsSession,
  type ConsoleSessionParts,
  describe,
  type NewSession,
  newSession,
  SESSION_MS,
  type SessionCaller,
} from './begin-session.ts';
import { makeLink } from './console-links.ts';
import { hasTokenForm } from './console-token.ts';
import { endOtherSessions, endSessionWithId, type OwnSession, ownSessions } from './list-sessions.ts';
import { signInMember, switchTo } from './member-sessions.ts';
import { type CurrentSession, currentSession, endOf, isInForce } from './session-credential.ts';
import { noSession, wrongKey, wrongLink } from './session-faults.ts';

/**
 * The time of the last use is written at most this often: a write for each request would cost a sync of the
 * disk.
 */
const NOTE_USE_EVERY_MS = 60_000;

/** The credential of a sign-in: a key, or the token of a one-time link. */
export type SignIn = { readonly apiKey: string } | { readonly link: string };

export interface ConsoleSessions {
  /**
   * Begins a session with a new token and ends the sessions of the tokens `replaced`. Throws 401
   * `unauthorized` with one message for every reason.
   */
  signIn(given: SignIn, replaced: readonly string[]): Promise<NewSession>;
  /**
   * Begins a session in the workspace that the person used last, and ends the sessions whose tokens have the
   * hashes `replaced`. Throws 403 `forbidden` where the address is
   * no member, or was bound to another person.
   */
  signInMember(person: IdentifiedPerson, replaced: readonly string[]): Promise<NewSession>;
  /**
   * Begins a session of the same person in another workspace, in place of this one. Throws 401
   * `unauthorized`, 403 `forbidden` where the person is no member of it.
   */
  switchTo(token: string, owner: TenantId): Promise<NewSession>;
  /** Throws 401 `unauthorized`. */
  authenticate(token: string): Promise<Caller>;
  /** Throws 401 `unauthorized`. */
  describe(token: string): Promise<SessionCaller>;
  /** Ends the sessions of these tokens, where there are any. */
  signOut(tokens: readonly string[]): Promise<void>;
  /** Live sessions of the same person or key. Throws 401 `unauthorized`. */
  listOwn(token: string): Promise<readonly OwnSession[]>;
  /** Ends all of them but this one. Returns how many. Throws 401 `unauthorized`. */
  endOthers(token: string): Promise<number>;
  /**
   * A token that opens one session within ten minutes. `scopes`: default all of the key. Throws 404
   * `not_found` for an unknown key, 409 `conflict` for one that is not in force, 400 `invalid_request` for a
   * scope that it lacks.
   */
  makeLink(
    keyId: string,
    scopes?: readonly string[],
  ): Promise<{ readonly token: string; readonly expiresAtMs: number }>;
  /** Sessions in force, of all tenants where `tenant` is null; by key, oldest first. */
  list(tenant: TenantId | null): Promise<readonly ConsoleSession[]>;
  /** Ends one session. Throws 404 `not_found`. */
  end(id: string): Promise<ConsoleSession>;
  /** Ends the sessions of a key or member, and its links. Returns the number of sessions. Throws 404 `not_found`. */
  endAllOf(id: string): Promise<number>;
}

export function createConsoleSessions(parts: ConsoleSessionParts): ConsoleSessions {
  const { store, clock } = parts;
  return {
    signIn: (given, replaced) => signIn(parts, given, replaced.map(hashKey)),
    signInMember: (person, replaced) => signInMember(parts, person, replaced),
    switchTo: async (token, owner) => switchTo(parts, await find(parts, token), owner),
    authenticate: async (token) => (await find(parts, token)).caller,
    describe: async (token) => describe(parts, await find(parts, token)),
    signOut: (tokens) => signOut(parts, tokens.map(hashKey)),
    listOwn: async (token) => ownSessions(parts, await find(parts, token)),
    endOthers: async (token) => {
      const asking = await find(parts, token);
      return actAsSession(asking, () => endOtherSessions(parts, asking));
    },
    makeLink: (keyId, scopes) => makeLink(parts, keyId, scopes),
    list: (tenant) => store.sessions.list(tenant, clock()),
    end: (id) => endSessionWithId(parts, id),
    endAllOf: async (id) => store.sessions.endOfKey(await ownerOf(parts, id), id, clock()),
  };
}

async function signIn(parts: ConsoleSessionParts, given: SignIn, replaced: readonly string[]) {
  const nowMs = parts.clock();
  const { key, scopes, keep } =
    'link' in given ? await byLink(parts, given.link) : await byKey(parts, given.apiKey);
  parts.noteKeyUse(key);
  const { token, session } = newSession(key, scopes, nowMs, Math.min(nowMs + SESSION_MS, endOf(key)));
  await actAsSession({ session, member: null }, () => keep(session, replaced));
  return { token, ...(await describe(parts, await currentSession(parts.cache, session, nowMs))) };
}

async function signOut({ store }: ConsoleSessionParts, hashes: readonly string[]): Promise<void> {
  const known = await Promise.all(hashes.map((hash) => store.sessions.find(hash)));
  const live = known.filter((session) => session !== null);
  const [first] = live;
  if (first === undefined) return;
  const member =
    credentialKind(first.keyId) === 'member' ? await store.members.find(first.tenantId, first.keyId) : null;
  await actAsSession({ session: first, member }, () => store.sessions.end(live.map(({ hash }) => hash)));
}

/**
 * The parts that open a session: a key in force, the scopes that it passes on, and how the session is stored.
 */
interface Opening {
  readonly key: ApiKey;
  readonly scopes: readonly Scope[];
  readonly keep: (session: ConsoleSession, replaced: readonly string[]) => Promise<void>;
}

/**
 * Every text is hashed and looked up in the store, even one without the form of a key. So the time of a
 * refusal does not tell its reason.
 */
async function byKey({ store, clock }: ConsoleSessionParts, text: string): Promise<Opening> {
  const hash = hashKey(text);
  const key = await store.accounts.keyByHash(hash);
  if (key === null || !sameHash(key.hash, hash) || !isInForce(key, clock())) throw wrongKey();
  return { key, scopes: key.scopes, keep: store.sessions.create };
}

async function byLink({ store, clock }: ConsoleSessionParts, text: string): Promise<Opening> {
  const hash = hashKey(text);
  const link = await store.sessions.findLink(hash);
  if (link === null || !sameHash(link.hash, hash) || link.expiresAtMs <= clock()) throw wrongLink();
  const key = await store.accounts.key(link.tenantId, link.keyId);
  if (key === null || !isInForce(key, clock())) throw wrongLink();
  return {
    key,
    scopes: link.scopes,
    keep: async (session, replaced) => {
      if ((await store.sessions.exchangeLink(hash, session, replaced)) === 'gone') throw wrongLink();
    },
  };
}

async function find(parts: ConsoleSessionParts, token: string): Promise<CurrentSession> {
  const { store, cache, clock } = parts;
  const nowMs = clock();
  if (!hasTokenForm(token, 'session')) throw noSession();
  const hash = hashKey(token);
  const session = await store.sessions.find(hash);
  if (session === null || !sameHash(session.hash, hash)) throw noSession();
  const current = await currentSession(cache, session, nowMs);
  if (nowMs - session.usedAtMs >= NOTE_USE_EVERY_MS) await noteUse(parts, hash, nowMs);
  return current;
}

/** The time is for the operator's eyes alone: a disk that takes no writes must not end the reading. */
async function noteUse({ store }: ConsoleSessionParts, hash: string, nowMs: number): Promise<void> {
  await store.sessions.noteUse(hash, nowMs).catch(() => undefined);
}

async function ownerOf({ store }: ConsoleSessionParts, id: string): Promise<TenantId> {
  const found =
    credentialKind(id) === 'member' ? await store.members.findById(id) : await store.accounts.keyById(id);
  if (found !== null) return found.tenantId;
  throw apiError(
    'not_found',
    `There is no key or member «${id}». «counterpart keys list» and «counterpart members list» show them.`,
  );
}
