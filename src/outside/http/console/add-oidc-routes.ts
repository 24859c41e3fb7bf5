/**
 * Signing in by the identity provider. `GET /console/api/oidc`: whether there is one. `POST`: begins, and
 * answers with the address at the provider. `GET /console/api/oidc/callback`: where the provider sends the
 * browser back. Its answer is read by a person, so a fault is a page and not JSON.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, apiError, retryLater } from '../../../contract/errors.ts';
import type { IdentityProvider } from '../../../platform/outbound/oidc/identity-provider.ts';
import { SignInFault } from '../../../platform/outbound/oidc/sign-in-fault.ts';
import { actForRequest } from '../request/act-for-request.ts';
import { type SessionRouteParts, secondsLeft } from './add-session-routes.ts';
import { limitSignIns } from './limit-sign-ins.ts';
import { forgetSignIn, keepSignIn, keptSignIn, type PendingParts } from './pending-sign-in.ts';
import { MAX_BODY_BYTES, malformedBody, readSmallBody, refuseWrongBody } from './read-small-body.ts';
import { returnPath } from './return-path.ts';
import { sessionTokensOf, setSessionCookie } from './session-cookie.ts';
import { sendFaultPage } from './sign-in-fault-page.ts';

const PATH = '/console/api/oidc';
const CALLBACK = `${PATH}/callback`;
const RETRY_AFTER_MS = 10_000;
const EXPECTED = '{"to": "/console/…"}';
const schema = { hide: true };

export interface OidcRouteParts extends SessionRouteParts, PendingParts {
  /** null: people sign in by keys alone. */
  readonly provider: IdentityProvider | null;
  /** The address of the service as the browser sees it. */
  readonly originOf: (request: FastifyRequest) => string;
}

export function addOidcRoutes(app: FastifyInstance, parts: OidcRouteParts): void {
  const { provider, clock } = parts;
  app.get(PATH, { schema }, async () => ({ name: provider?.name ?? null }));
  if (provider === null) return;
  const limit = limitSignIns(clock);
  app.route({
    ...{ method: 'POST', url: PATH, schema, bodyLimit: MAX_BODY_BYTES },
    onRequest: [limit, refuseWrongBody],
    handler: async (request, reply) => {
      const { to, ...others } = await readSmallBody(request, reply, parts, EXPECTED);
      if (typeof to !== 'string' || Object.keys(others).length > 0) throw malformedBody(EXPECTED);
      const redirectUri = parts.originOf(request) + CALLBACK;
      const { url, pending } = await provider.begin(redirectUri).catch((error) => {
        throw shownFault(error, request);
      });
      keepSignIn(reply, parts, { ...pending, to: returnPath(to) });
      return { url };
    },
  });
  app.get(CALLBACK, { schema, onRequest: limit, exposeHeadRoute: false }, async (request, reply) => {
    const kept = keptSignIn(request, parts);
    // An answer is taken once, whatever becomes of it.
    forgetSignIn(reply, parts);
    try {
      if (kept === null) throw notBegun();
      const person = await provider.finish(queryOf(request), kept);
      const signedIn = await actForRequest(request, () =>
        parts.accounts.sessions.signInMember(person, sessionTokensOf(request)),
      );
      request.caller = signedIn.caller;
      setSessionCookie(reply, signedIn.token, secondsLeft(signedIn, clock()), parts.cookie);
      return reply.redirect(afterSignIn(kept.to, signedIn.workspaces.length), 303);
    } catch (error) {
      return faultPage(error, request, reply);
    }
  });
}

/** A person of several workspaces chooses one first. */
function afterSignIn(to: string, workspaces: number): string {
  return workspaces > 1 ? `/console/account?${new URLSearchParams({ to })}` : to;
}

function faultPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = shownFault(error, request);
  request.errorCode = shown.code;
  return sendFaultPage(reply, shown.status, shown.message, request.id);
}

/** Other errors than those of the sign-in pass. */
function shownFault(error: unknown, { log }: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof SignInFault)) throw error;
  const { kind, message, cause } = error;
  // Only the code of the cause: its message may quote what the provider sent.
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  log.warn({ fault: kind, reason }, 'a sign-in at the identity provider failed');
  switch (kind) {
    case 'unreachable':
      return retryLater('dependency_unavailable', message, RETRY_AFTER_MS);
    case 'refused':
      return apiError('forbidden', message);
    case 'invalid':
      return apiError('invalid_request', message, { issues: [] });
    default:
      return kind satisfies never;
  }
}

function notBegun() {
  return new SignInFault(
    'invalid',
    'This browser has no sign-in under way, or it took longer than ten minutes. Start it again.',
  );
}

function queryOf({ raw: { url = '' } }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
