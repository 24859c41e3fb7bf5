/**
 * Signing in by the identity provider. `GET /console/api/oidc`: whether there is one. `POST`: begins, and
 * answers with the address at the provider. `GET /console/api/oidc/callback`: where the provider sends the
 * browser back. Its answer is read by a person, so a fault is a page and not JSON.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IdentityProvider } from '../../../platform/outbound/oidc/identity-provider.ts';
import { SignInFault } from '../../../platform/outbound/oidc/sign-in-fault.ts';
import { hashKey } from '../../accounts/api-key.ts';
import { actForRequest } from '../request/act-for-request.ts';
import { type SessionRouteParts, secondsLeft } from './add-session-routes.ts';
import { limitSignIns } from './limit-sign-ins.ts';
import { forgetSignIn, keepSignIn, keptSignIn, type PendingParts } from './pending-sign-in.ts';
import { MAX_BODY_BYTES, malformedBody, readSmallBody, refuseWrongBody } from './read-small-body.ts';
import { returnPath } from './return-path.ts';
import { sessionTokensOf, setSessionCookie } from './session-cookie.ts';
import { signInError } from './sign-in-error.ts';
import { sendFaultPage } from './sign-in-fault-page.ts';

const PATH = '/console/api/oidc';
const CALLBACK = `${PATH}/callback`;
const EXPECTED = '{"to": "/console/…"}';

export interface OidcRouteParts extends SessionRouteParts, PendingParts {
  /** null: people sign in by keys alone. */
  readonly provider: IdentityProvider | null;
  /** The address of the service as the browser sees it. */
  readonly originOf: (request: FastifyRequest) => string;
}

export function addOidcRoutes(app: FastifyInstance, parts: OidcRouteParts): void {
  const { provider, clock } = parts;
  app.get(PATH, async () => ({ name: provider?.name ?? null }));
  if (provider === null) return;
  const limit = limitSignIns(clock);
  app.route({
    ...{ method: 'POST', url: PATH, bodyLimit: MAX_BODY_BYTES },
    onRequest: [limit, refuseWrongBody],
    handler: async (request, reply) => {
      const { to, ...others } = await readSmallBody(request, reply, parts, EXPECTED);
      if (typeof to !== 'string' || Object.keys(others).length > 0) throw malformedBody(EXPECTED);
      const redirectUri = parts.originOf(request) + CALLBACK;
      const { url, pending } = await provider.begin(redirectUri).catch((error) => {
        throw signInError(error, request);
      });
      keepSignIn(reply, parts, {
        ...pending,
        to: returnPath(to),
        replaced: sessionTokensOf(request).map(hashKey),
      });
      return { url };
    },
  });
  app.route({
    ...{ method: 'GET', url: CALLBACK, exposeHeadRoute: false },
    onRequest: limit,
    errorHandler: (error, request, reply) => sendFaultPage(signInError(error, request), request, reply),
    handler: async (request, reply) => {
      const kept = keptSignIn(request, parts);
      // An answer is taken once, whatever becomes of it.
      forgetSignIn(reply, parts);
      if (kept === null) throw notBegun();
      const person = await provider.finish(queryOf(request), kept);
      const signedIn = await actForRequest(request, () =>
        parts.accounts.sessions.signInMember(person, kept.replaced),
      );
      request.caller = signedIn.caller;
      setSessionCookie(reply, signedIn.token, secondsLeft(signedIn, clock()), parts.cookie);
      return reply.redirect(afterSignIn(kept.to, signedIn.workspaces.length), 303);
    },
  });
}

/** A person of several workspaces chooses one first. */
function afterSignIn(to: string, workspaces: number): string {
  return workspaces > 1 ? `/console/account?${new URLSearchParams({ to })}` : to;
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
