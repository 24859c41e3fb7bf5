/**
 * Sessions of the console. A session stands for a key or for a member. It begins with the key, with a
 * one-time link of a key, or with a sign-in at the identity provider. Each request reads the key or member
 * again. So the next request ends the session once its key is revoked, expires, or loses a scope of the
 * session, and once its member is removed.
 */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import { actAs, actingNow } from '../../platform/storage/acting.ts';
import type { Member } from '../../platform/storage/member-store.ts';
import { type ConsoleSession, credentialKind, sessionMark } from '../../platform/storage/session-store.ts';
import { type ApiKey, OPERATOR_OWNER, type Scope, type Store } from '../../platform/storage/store.ts';
import type { AccountCache } from './account-cache.ts';
import { hashKey, sameHash } from './api-key.ts';
import type { Caller } from './authenticate.ts';
import { makeLink } from './console-links.ts';
import { hasTokenForm, newConsoleToken } from './console-token.ts';
import { endOtherSessions, endSessionWithId, type OwnSession, ownSessions } from './list-sessions.ts';
import { type IdentifiedPerson, membershipsOf, usualMembership } from './memberships.ts';
import type { NoteKeyUse } from './note-key-use.ts';
import { type CurrentSession, currentSession, endOf, isInForce } from './session-credential.ts';
import { ended, noSession, notMember, otherPerson, wrongKey, wrongLink } from './session-faults.ts';

const MINUTE_MS = 60_000;
const SESSION_MS = 8 * 60 * MINUTE_MS;
/**
 * The time of the last use is written at most this often: a write for each request would cost a sync of the
 * disk.
 */
const NOTE_USE_EVERY_MS = MINUTE_MS;

/** The credential of a sign-in: a key, or the token of a one-time link. */
export type SignIn = { readonly apiKey: string } | { readonly link: string };

interface SessionTenant {
  readonly id: TenantId;
  readonly name: string;
  readonly domains: readonly string[];
}

/** The caller of a session, and the data that its page shows. */
export interface SessionCaller {
  readonly caller: Caller;
  /** null: the session of an operator. */
  readonly tenant: SessionTenant | null;
  /** null: the session of a key. */
  readonly member: Pick<Member, 'memberId' | 'email' | 'name'> | null;
  /** That the person may switch to, this one among them; empty for the session of a key. */
  readonly workspaces: readonly { readonly owner: TenantId; readonly name: string | null }[];
  /** Epoch milliseconds. */
  readonly expiresAtMs: number;
}

export type NewSession = SessionCaller & { readonly token: string };

export interface ConsoleSessions {
  /**
   * Begins a session with a new token and ends the sessions of the tokens `replaced`. Throws 401
   * `unauthorized` with one message for every reason.
   */
  signIn(given: SignIn, replaced: readonly string[]): Promise<NewSession>;
  /**
   * Begins a session in the workspace that the person used last. Throws 403 `forbidden` where the address is
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

export interface ConsoleSessionParts {
  readonly store: Pick<Store, 'accounts' | 'sessions' | 'members'>;
  readonly cache: AccountCache;
  readonly noteKeyUse: NoteKeyUse;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function createConsoleSessions(parts: ConsoleSessionParts): ConsoleSessions {
  const { store, clock } = parts;
  return {
    signIn: (given, replaced) => signIn(parts, given, replaced.map(hashKey)),
    signInMember: (person, replaced) => signInMember(parts, person, replaced.map(hashKey)),
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

async function signInMember(
  parts: ConsoleSessionParts,
  person: IdentifiedPerson,
  replaced: readonly string[],
): Promise<NewSession> {
  const member = usualMembership(await membershipsOf(parts.store.members, person));
  return beginOf(parts, member, person, replaced, parts.clock() + SESSION_MS);
}

async function switchTo(
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

function newSession(
  { tenantId, keyId }: Pick<ApiKey, 'tenantId' | 'keyId'>,
  scopes: readonly Scope[],
  nowMs: number,
  expiresAtMs: number,
): { readonly token: string; readonly session: ConsoleSession } {
  const token = newConsoleToken('session');
  const times = { createdAtMs: nowMs, expiresAtMs, usedAtMs: nowMs };
  return { token, session: { hash: hashKey(token), tenantId, keyId, scopes, ...times } };
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

/** Signing in and out have no caller yet, or none any more. */
function actAsSession<Result>(
  { session: { keyId, hash }, member }: Pick<CurrentSession, 'session' | 'member'>,
  work: () => Result,
): Result {
  const actor =
    credentialKind(keyId) === 'member'
      ? ({ kind: 'member', id: keyId, name: member?.email ?? null } as const)
      : ({ kind: 'session', id: keyId, name: sessionMark(hash) } as const);
  return actAs({ ...actingNow(), actor }, work);
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
async function byKey({ store, clock }: ConsoleSessionParts, given: string): Promise<Opening> {
  const hash = hashKey(given);
  const key = await store.accounts.keyByHash(hash);
  if (key === null || !sameHash(key.hash, hash) || !isInForce(key, clock())) throw wrongKey();
  return { key, scopes: key.scopes, keep: store.sessions.create };
}

async function byLink({ store, clock }: ConsoleSessionParts, given: string): Promise<Opening> {
  const hash = hashKey(given);
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

async function describe(
  parts: ConsoleSessionParts,
  { caller, session: { tenantId, expiresAtMs }, member }: CurrentSession,
): Promise<SessionCaller> {
  const shown = {
    caller,
    member,
    workspaces: member === null ? [] : await workspacesOf(parts, member.email),
    expiresAtMs,
  };
  if (tenantId === OPERATOR_OWNER) return { ...shown, tenant: null };
  const tenant = await parts.cache.tenant(tenantId);
  if (tenant === null) throw ended('its workspace is gone');
  const domains = tenant.domains.map(({ domain }) => domain);
  return { ...shown, tenant: { id: tenantId, name: tenant.name, domains } };
}

async function workspacesOf({ store, cache }: ConsoleSessionParts, email: string) {
  const owners = (await store.members.ofEmail(email)).map(({ tenantId: owner }) => owner);
  return Promise.all(
    owners.map(async (owner) => ({ owner, name: (await cache.tenant(owner))?.name ?? null })),
  );
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
