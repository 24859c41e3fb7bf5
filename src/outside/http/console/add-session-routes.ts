/**
 * `/console/api/session`: signing in (POST), the session (GET), signing out (DELETE). These routes belong to
 * the page: they are no operations of the API, and neither the document nor the clients have them.
 *
 * The body of a sign-in holds a secret, so no message may quote it. The parser of operations quotes what was
 * given, so the body is parsed here.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tenantId } from '../../../contract/brands.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import { parseJsonBody } from '../../../contract/parse-json-body.ts';
import type { Caller } from '../../accounts/authenticate.ts';
import type { SessionCaller, SignIn } from '../../accounts/console-sessions.ts';
import { announcesBody, bodyTravels } from '../bodies/announced-body.ts';
import type { BodyPace } from '../bodies/body-pace.ts';
import type { OpenBodies } from '../bodies/open-bodies.ts';
import { readBody } from '../bodies/read-body.ts';
import { refuseAnnouncedSize } from '../bodies/refuse-announced-size.ts';
import { waitsForContinue } from '../node-server.ts';
import { actForRequest } from '../request/act-for-request.ts';
import { refuseMediaType } from '../request/media-type.ts';
import { limitRate } from '../request/rate-limit.ts';
import type { Accounts } from '../server-dependencies.ts';
import { limitSignIns, networkOf } from './limit-sign-ins.ts';
import {
  type CookieParts,
  deleteSessionCookie,
  sessionTokenOf,
  sessionTokensOf,
  setSessionCookie,
} from './session-cookie.ts';

const PATH = '/console/api/session';
const MAX_BODY_BYTES = 4096;
const MAX_SECRET_LENGTH = 512;
const SECOND_MS = 1000;

export interface SessionRouteParts {
  readonly accounts: Accounts;
  readonly openBodies: OpenBodies;
  readonly pace: BodyPace;
  readonly cookie: CookieParts;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function addSessionRoutes(app: FastifyInstance, parts: SessionRouteParts): void {
  const { accounts, cookie, clock } = parts;
  const schema = { hide: true };
  app.route({
    method: 'POST',
    url: PATH,
    schema,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: [
      limitSignIns(clock),
      async (request) => {
        refuseMediaType(request);
        refuseAnnouncedSize(request);
      },
    ],
    handler: async (request, reply) => {
      const given = await readSignIn(request, reply, parts);
      const { token, ...signedIn } = await actForRequest(request, () =>
        accounts.sessions.signIn(given, sessionTokensOf(request)),
      );
      request.caller = signedIn.caller;
      const maxAge = Math.floor((signedIn.expiresAtMs - clock()) / SECOND_MS);
      setSessionCookie(reply, token, maxAge, cookie);
      return sessionView(signedIn);
    },
  });
  app.route({
    method: 'GET',
    url: PATH,
    schema,
    handler: async (request, reply) => {
      const session = await accounts.sessions.describe(sessionTokenOf(request));
      request.caller = session.caller;
      limitRate(accounts.rateLimiter)(request, reply);
      return sessionView(session);
    },
  });
  app.route({
    method: 'DELETE',
    url: PATH,
    schema,
    // A session that has ended already is signed out too, and the browser forgets its cookie.
    handler: async (request, reply) => {
      await actForRequest(request, () => accounts.sessions.signOut(sessionTokensOf(request)));
      deleteSessionCookie(reply, cookie);
      return reply.code(204).send();
    },
  });
}

function sessionView({ tenant, caller, expiresAtMs }: SessionCaller) {
  return {
    tenant: tenant === null ? null : { id: tenant.id, name: tenant.name },
    scopes: caller.scopes,
    domains: tenant?.domains ?? [],
    expires_at: new Date(expiresAtMs).toISOString(),
  };
}

async function readSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { openBodies, pace }: SessionRouteParts,
): Promise<SignIn> {
  const { raw, ip } = request;
  if (!announcesBody(raw)) throw malformed();
  const close = bodyTravels(raw) ? openBodies.open(callerAt(ip)) : () => {};
  try {
    if (waitsForContinue(raw)) reply.raw.writeContinue();
    const bytes = await readBody(raw, MAX_BODY_BYTES, pace);
    return signInOf(
      await parseJsonBody(bytes).catch(() => {
        throw malformed();
      }),
    );
  } finally {
    close();
  }
}

/** Bodies of sign-ins share the slots for bodies as one more workspace. */
function callerAt(ip: string): Caller {
  return { tenantId: tenantId('sign-in'), keyId: networkOf(ip), scopes: [], rate: 0, burst: 0 };
}

function signInOf(body: unknown): SignIn {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const [name, secret] = entries[0] ?? [];
  if (entries.length !== 1 || typeof secret !== 'string') throw malformed();
  if (secret.length === 0 || secret.length > MAX_SECRET_LENGTH) throw malformed();
  if (name === 'api_key') return { apiKey: secret };
  if (name === 'link') return { link: secret };
  throw malformed();
}

function malformed() {
  return invalidRequest([
    {
      path: '',
      message: `the body must be {"api_key": "…"} or {"link": "…"}, a text of 1 to ${MAX_SECRET_LENGTH} characters; it is not repeated here, because it may hold a secret`,
    },
  ]);
}
