/**
 * `/console/api/session`: signing in (POST), the session (GET), another workspace of the same person (PUT),
 * signing out (DELETE). `/console/api/sessions`: the sessions of the same person or key (GET), and ending the
 * others (DELETE). These routes belong to the page: they are no operations of the API, and neither the
 * document nor the clients have them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tenantId } from '../../../contract/brands.ts';
import type { NewSession } from '../../accounts/begin-session.ts';
import type { SignIn } from '../../accounts/console-sessions.ts';
import { actForRequest } from '../request/act-for-request.ts';
import { limitRate } from '../request/rate-limit.ts';
import type { Accounts } from '../server-dependencies.ts';
import { limitSignIns } from './limit-sign-ins.ts';
import {
  MAX_BODY_BYTES,
  malformedBody,
  readSmallBody,
  refuseWrongBody,
  type SmallBodyParts,
} from './read-small-body.ts';
import {
  type CookieParts,
  deleteSessionCookie,
  sessionTokenOf,
  sessionTokensOf,
  setSessionCookie,
} from './session-cookie.ts';
import { sessionView } from './session-view.ts';

const PATH = '/console/api/session';
const LIST_PATH = '/console/api/sessions';
const MAX_SECRET_LENGTH = 512;
const SECOND_MS = 1000;

export interface SessionRouteParts extends SmallBodyParts {
  readonly accounts: Accounts;
  readonly cookie: CookieParts;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function addSessionRoutes(app: FastifyInstance, parts: SessionRouteParts): void {
  const { accounts, cookie, clock } = parts;
  app.route({
    ...{ method: 'POST', url: PATH, bodyLimit: MAX_BODY_BYTES },
    onRequest: [limitSignIns(clock), refuseWrongBody],
    handler: async (request, reply) => {
      const signIn = signInOf(await readSmallBody(request, reply, parts, EXPECTED));
      const signedIn = await actForRequest(request, () =>
        accounts.sessions.signIn(signIn, sessionTokensOf(request)),
      );
      return beginSession(request, reply, signedIn, parts);
    },
  });
  app.route({
    ...{ method: 'GET', url: PATH },
    handler: async (request, reply) => {
      const session = await accounts.sessions.describe(sessionTokenOf(request));
      request.caller = session.caller;
      limitRate(accounts.rateLimiter)(request, reply);
      return sessionView(session);
    },
  });
  app.route({
    ...{ method: 'PUT', url: PATH, bodyLimit: MAX_BODY_BYTES },
    onRequest: [limitSignIns(clock), refuseWrongBody],
    handler: async (request, reply) => {
      const owner = workspaceOf(await readSmallBody(request, reply, parts, EXPECTED_WORKSPACE));
      const token = sessionTokenOf(request);
      const switched = await actForRequest(request, () => accounts.sessions.switchTo(token, owner));
      return beginSession(request, reply, switched, parts);
    },
  });
  app.route({
    ...{ method: 'DELETE', url: PATH },
    // A session that has ended already is signed out too, and the browser forgets its cookie.
    handler: async (request, reply) => {
      await actForRequest(request, () => accounts.sessions.signOut(sessionTokensOf(request)));
      deleteSessionCookie(reply, cookie);
      return reply.code(204).send();
    },
  });
  addOwnSessions(app, accounts);
}

/** The answer that begins a session. */
function beginSession(
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: NewSession,
  { cookie, clock }: Pick<SessionRouteParts, 'cookie' | 'clock'>,
) {
  request.caller = signedIn.caller;
  setSessionCookie(reply, signedIn.token, secondsLeft(signedIn, clock()), cookie);
  return sessionView(signedIn);
}

export function secondsLeft({ expiresAtMs }: Pick<NewSession, 'expiresAtMs'>, nowMs: number): number {
  return Math.floor((expiresAtMs - nowMs) / SECOND_MS);
}

function addOwnSessions(app: FastifyInstance, { sessions, rateLimiter }: Accounts): void {
  const identified = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = sessionTokenOf(request);
    request.caller = await sessions.authenticate(token);
    limitRate(rateLimiter)(request, reply);
    return token;
  };
  app.route({
    ...{ method: 'GET', url: LIST_PATH },
    handler: async (request, reply) => {
      const own = await sessions.listOwn(await identified(request, reply));
      return {
        data: own.map(({ id, current, createdAtMs, usedAtMs, expiresAtMs }) => ({
          id,
          current,
          created_at: new Date(createdAtMs).toISOString(),
          used_at: new Date(usedAtMs).toISOString(),
          expires_at: new Date(expiresAtMs).toISOString(),
        })),
      };
    },
  });
  app.route({
    ...{ method: 'DELETE', url: LIST_PATH },
    handler: async (request, reply) => {
      const token = await identified(request, reply);
      return { ended: await actForRequest(request, () => sessions.endOthers(token)) };
    },
  });
}

const EXPECTED = `{"api_key": "…"} or {"link": "…"}, a text of 1 to ${MAX_SECRET_LENGTH} characters`;

function signInOf(body: Readonly<Record<string, unknown>>): SignIn {
  const entries = Object.entries(body);
  const [name, secret] = entries[0] ?? [];
  if (entries.length !== 1 || typeof secret !== 'string') throw malformedBody(EXPECTED);
  if (secret.length === 0 || secret.length > MAX_SECRET_LENGTH) throw malformedBody(EXPECTED);
  if (name === 'api_key') return { apiKey: secret };
  if (name === 'link') return { link: secret };
  throw malformedBody(EXPECTED);
}

const EXPECTED_WORKSPACE = '{"workspace": "…"}, the id of a workspace or «operator»';

function workspaceOf({ workspace, ...others }: Readonly<Record<string, unknown>>) {
  if (typeof workspace !== 'string' || !/^[\w.:-]{1,128}$/.test(workspace) || Object.keys(others).length > 0)
    throw malformedBody(EXPECTED_WORKSPACE);
  return tenantId(workspace);
}
