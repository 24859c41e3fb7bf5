/** The caller of a request and its scopes: 401 before 403. */
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type ApiError, apiError } from '../../../contract/errors.ts';
import type { Scope } from '../../../platform/storage/store.ts';
import { type Caller, callerInWords } from '../../accounts/authenticate.ts';
import { holdsScope } from '../../accounts/holds-scope.ts';
import { consoleAreaOf } from '../console/console-address.ts';
import { refuseOtherWorkspace } from '../console/refuse-other-workspace.ts';
import { sessionTokenOf } from '../console/session-cookie.ts';
import type { Operation } from '../operation.ts';
import type { Accounts, RateLimiter } from '../server-dependencies.ts';
import { currentTurn } from './current-turn.ts';
import { setRateHeaders } from './rate-limit.ts';

/** `Authorization: Bearer KEY`. The scheme is case-insensitive (RFC 9110). */
const bearer = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

export function requireKey(accounts: Accounts): onRequestAsyncHookHandler {
  return async (request, reply) => {
    // Answers hold personal data: no cache may keep them.
    reply.header('Cache-Control', 'no-store');
    request.caller = await callerOf(accounts, request);
    request.callerTurn = currentTurn();
  };
}

/**
 * The one place that decides which credential counts: the cookie for an operation below `/console/api`, else
 * the bearer key. The other one is not looked at. Throws 401, and 403 for a page of another workspace.
 */
export async function callerOf(
  accounts: Pick<Accounts, 'authenticate' | 'sessions'>,
  request: FastifyRequest,
): Promise<Caller> {
  if (consoleAreaOf(request) === undefined) return accounts.authenticate(keyOf(request));
  const caller = await accounts.sessions.authenticate(sessionTokenOf(request));
  refuseOtherWorkspace(request, caller);
  return caller;
}

/** `Authorization: Basic`, whose user name is the key. */
const basic = /^basic +([A-Za-z0-9+/]+=*) *$/i;

/** Whether the key may be the user name of Basic authentication: libraries of trackers send it so. */
export function takesBasic({ scope }: Pick<Operation, 'scope'>): boolean {
  return scope === 'ingest';
}

/** The key of the request. Throws 401 where there is none. */
function keyOf({ headers: { authorization }, routeOptions: { config } }: FastifyRequest): string {
  if (authorization === undefined) {
    throw apiError(
      'unauthorized',
      'No key was given; send «Authorization: Bearer cp_live_…» with a key that the operator made (counterpart keys create).',
    );
  }
  const encoded =
    config.operation && takesBasic(config.operation) ? basic.exec(authorization)?.[1] : undefined;
  if (encoded !== undefined) return Buffer.from(encoded, 'base64').toString('latin1').split(':', 1)[0]!;
  const key = bearer.exec(authorization)?.[1];
  if (key === undefined) {
    throw apiError('unauthorized', 'The Authorization header is not of the form «Bearer cp_live_…».');
  }
  return key;
}

/** A request refused with 403 takes no token of the rate limit, but its answer carries the rate headers. */
export function requireScope(limiter: RateLimiter, { scope }: Operation) {
  const accepted = scope === 'public' ? [] : [scope].flat();
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const caller = request.caller!;
    if (accepted.some((scope) => holdsScope(caller.scopes, scope))) return;
    setRateHeaders(reply, caller, limiter.peek(caller));
    throw lacksScope(caller, accepted);
  };
}

/** A scope that a part of the body needs beside that of the operation. Throws 403. */
export function assertScope(caller: Caller, scope: Scope): void {
  if (!holdsScope(caller.scopes, scope)) throw lacksScope(caller, [scope]);
}

function lacksScope(caller: Caller, accepted: readonly Scope[]): ApiError {
  const { scopes } = caller;
  return apiError(
    'forbidden',
    `This ${callerInWords(caller)} may not do this: it lacks the scope ${accepted.map(quoted).join(' or ')} and has ${scopes.map(quoted).join(', ') || 'none'}. Use a key with the scope, or ask the operator for one.`,
    { required: accepted[0], any_of: accepted, scopes },
  );
}

function quoted(scope: string): string {
  return `«${scope}»`;
}
