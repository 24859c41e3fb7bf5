/**
 * Sessions of the console. A session stands for a key: it begins with the key or with a one-time link, and
 * its caller is the key's caller. Each request reads the key again. So the next request ends the session once
 * its key is revoked, expires, or loses a scope of the session.
 */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import { actAs, actingNow } from '../../platform/storage/acting.ts';
import { type ConsoleSession, sessionMark } from '../../platform/storage/session-store.ts';
import { type ApiKey, OPERATOR_OWNER, type Scope, type Store } from '../../platform/storage/store.ts';
import type { AccountCache } from './account-cache.ts';
import { hashKey, sameHash } from './api-key.ts';
import type { Caller } from './authenticate.ts';
import { hasTokenForm, newConsoleToken } from './console-token.ts';
import { holdsScope } from './holds-scope.ts';

const MINUTE_MS = 60_000;
const SESSION_MS = 8 * 60 * MINUTE_MS;
const LINK_MS = 10 * MINUTE_MS;
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
  /** Epoch milliseconds. */
  readonly expiresAtMs: number;
}

export interface ConsoleSessions {
  /**
   * Begins a session with a new token and ends the sessions of the tokens `replaced`. Throws 401
   * `unauthorized` with one message for every reason.
   */
  signIn(given: SignIn, replaced: readonly string[]): Promise<SessionCaller & { readonly token: string }>;
  /** Throws 401 `unauthorized`. */
  authenticate(token: string): Promise<Caller>;
  /** Throws 401 `unauthorized`. */
  describe(token: string): Promise<SessionCaller>;
  /** Ends the sessions of these tokens, where there are any. */
  signOut(tokens: readonly string[]): Promise<void>;
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
  /** Ends the sessions of a key, and its links. Returns the number of sessions. Throws 404 `not_found`. */
  endOfKey(keyId: string): Promise<number>;
}

export interface ConsoleSessionParts {
  readonly store: Pick<Store, 'accounts' | 'sessions'>;
  readonly cache: AccountCache;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function createConsoleSessions(parts: ConsoleSessionParts): ConsoleSessions {
  const { store, clock } = parts;
  return {
    signIn: (given, replaced) => signIn(parts, given, replaced.map(hashKey)),
    authenticate: async (token) => (await find(parts, token)).caller,
    describe: async (token) => {
      const { caller, session } = await find(parts, token);
      return describe(parts, caller, session);
    },
    signOut: async (tokens) => {
      const known = await Promise.all(tokens.map((token) => store.sessions.find(hashKey(token))));
      const live = known.filter((session) => session !== null);
      if (live.length === 0) return;
      await actAsSession(live[0]!, () => store.sessions.end(live.map(({ hash }) => hash)));
    },
    makeLink: (keyId, scopes) => makeLink(parts, keyId, scopes),
    list: (tenant) => store.sessions.list(tenant, clock()),
    endOfKey: async (keyId) => {
      const { tenantId } = await namedKey(store, keyId);
      return store.sessions.endOfKey(tenantId, keyId, clock());
    },
  };
}

async function signIn(parts: ConsoleSessionParts, given: SignIn, replaced: readonly string[]) {
  const nowMs = parts.clock();
  const { key, scopes, keep } =
    'link' in given ? await byLink(parts, given.link) : await byKey(parts, given.apiKey);
  const token = newConsoleToken('session');
  const session: ConsoleSession = {
    hash: hashKey(token),
    tenantId: key.tenantId,
    keyId: key.keyId,
    scopes,
    createdAtMs: nowMs,
    expiresAtMs: Math.min(nowMs + SESSION_MS, endOf(key)),
    usedAtMs: nowMs,
  };
  await actAsSession(session, () => keep(session, replaced));
  return { token, ...(await describe(parts, callerOf(key, session), session)) };
}

/** Signing in and out have no caller yet, or none any more. */
function actAsSession<Result>({ keyId, hash }: ConsoleSession, work: () => Result): Result {
  return actAs({ ...actingNow(), actor: { kind: 'session', id: keyId, name: sessionMark(hash) } }, work);
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

async function find(parts: ConsoleSessionParts, token: string) {
  const { store, cache, clock } = parts;
  const nowMs = clock();
  if (!hasTokenForm(token, 'session')) throw noSession();
  const hash = hashKey(token);
  const session = await store.sessions.find(hash);
  if (session === null || !sameHash(session.hash, hash)) throw noSession();
  if (session.expiresAtMs <= nowMs) throw ended('it has expired');
  const key = await cache.key(session.tenantId, session.keyId);
  if (key === null || !isInForce(key, nowMs)) throw ended('its key is not in force any more');
  if (!session.scopes.every((scope) => holdsScope(key.scopes, scope))) throw ended('its key lost a scope');
  if (nowMs - session.usedAtMs >= NOTE_USE_EVERY_MS) await noteUse(parts, hash, nowMs);
  return { session, caller: callerOf(key, session) };
}

/** The time is for the operator's eyes alone: a disk that takes no writes must not end the reading. */
async function noteUse({ store }: ConsoleSessionParts, hash: string, nowMs: number): Promise<void> {
  await store.sessions.noteUse(hash, nowMs).catch(() => undefined);
}

async function describe(
  { cache }: ConsoleSessionParts,
  caller: Caller,
  { tenantId, expiresAtMs }: ConsoleSession,
): Promise<SessionCaller> {
  if (tenantId === OPERATOR_OWNER) return { caller, tenant: null, expiresAtMs };
  const tenant = await cache.tenant(tenantId);
  if (tenant === null) throw ended('its workspace is gone');
  const domains = tenant.domains.map(({ domain }) => domain);
  return { caller, tenant: { id: tenantId, name: tenant.name, domains }, expiresAtMs };
}

async function makeLink(
  { store, clock }: ConsoleSessionParts,
  keyId: string,
  scopes: readonly string[] | undefined,
) {
  const nowMs = clock();
  const key = await namedKey(store, keyId);
  if (!isInForce(key, nowMs)) {
    throw apiError(
      'conflict',
      `The key ${keyId} is revoked or expired. «counterpart keys list» shows others.`,
    );
  }
  const token = newConsoleToken('link');
  const expiresAtMs = Math.min(nowMs + LINK_MS, endOf(key));
  const { tenantId } = key;
  const granted = grantedOf(key, scopes);
  await store.sessions.addLink({
    hash: hashKey(token),
    tenantId,
    keyId,
    scopes: granted,
    createdAtMs: nowMs,
    expiresAtMs,
  });
  return { token, expiresAtMs };
}

function grantedOf(key: ApiKey, scopes: readonly string[] | undefined): readonly Scope[] {
  const wanted = (scopes ?? key.scopes) as readonly Scope[];
  const lacking = wanted.filter((scope) => !holdsScope(key.scopes, scope));
  if (lacking.length === 0 && wanted.length > 0) return wanted;
  const given = wanted.length === 0 ? 'no scope was given' : `it lacks ${lacking.join(', ')}`;
  throw apiError(
    'invalid_request',
    `A link can pass on scopes of its key only: ${given}; the key ${key.keyId} has ${key.scopes.join(', ')}.`,
    { issues: [{ path: 'scopes', message: given }] },
  );
}

async function namedKey(store: ConsoleSessionParts['store'], keyId: string): Promise<ApiKey> {
  const key = await store.accounts.keyById(keyId);
  if (key !== null) return key;
  throw apiError('not_found', `There is no key «${keyId}». «counterpart keys list» shows them.`);
}

function callerOf({ tenantId, keyId, rate, burst }: ApiKey, { scopes, hash }: ConsoleSession): Caller {
  return { tenantId, keyId, scopes, rate, burst, session: sessionMark(hash) };
}

function isInForce(key: ApiKey, nowMs: number): boolean {
  return key.revokedAt === null && endOf(key) > nowMs;
}

function endOf({ expiresAt }: ApiKey): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
}

function wrongKey() {
  return apiError(
    'unauthorized',
    'This key opens no session: it is unknown, revoked or expired. Check that it was copied whole, or ask the operator for one (counterpart keys create).',
  );
}

function wrongLink() {
  return apiError(
    'unauthorized',
    'This link opens no session: a link works once, for ten minutes, and while its key is in force. Ask the operator for a new one (counterpart console-link).',
  );
}

function noSession() {
  return apiError('unauthorized', 'There is no such session; it may have been ended. Sign in at /console/.');
}

function ended(why: string) {
  return apiError('unauthorized', `The session has ended: ${why}. Sign in at /console/.`);
}
