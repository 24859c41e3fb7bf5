/** The cookie of a session. Scripts cannot read it, and no other site makes a browser send it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiError } from '../../../contract/errors.ts';

const NAME = 'counterpart_session';
const ATTRIBUTES = 'HttpOnly; SameSite=Strict; Path=/console/api';
/** Longer values are no tokens, and are not hashed. */
const MAX_VALUE_LENGTH = 200;
/** Cookies of this name that are read; later ones are ignored. */
const MAX_COOKIES = 8;

/** The token of the session. Throws 401 where there is none, or more than one. */
export function sessionTokenOf(request: FastifyRequest): string {
  const [token, ...more] = sessionTokensOf(request);
  if (token === undefined) {
    throw apiError('unauthorized', 'There is no session. Sign in at /console/ with a key.');
  }
  // A cookie of a neighbouring host could come first and put its session in the place of the caller's.
  if (more.length > 0) {
    throw apiError(
      'unauthorized',
      `The cookie ${NAME} was sent more than once, and which one is right cannot be told. Delete the cookies of this site, and sign in again.`,
    );
  }
  return token;
}

/** The values of the cookie, empty where one is too long for a token. */
export function sessionTokensOf({ headers: { cookie = '' } }: FastifyRequest): readonly string[] {
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`))
    .map((pair) => pair.slice(NAME.length + 1))
    .slice(0, MAX_COOKIES)
    .map((value) => (value.length > MAX_VALUE_LENGTH ? '' : value));
}

/** `secure`: the browser reaches the service by https alone. */
export interface CookieParts {
  readonly secure: boolean;
}

export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  maxAgeSeconds: number,
  { secure }: CookieParts,
): void {
  reply.header(
    'Set-Cookie',
    `${NAME}=${token}; ${ATTRIBUTES}; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`,
  );
}

export function deleteSessionCookie(reply: FastifyReply, cookie: CookieParts): void {
  setSessionCookie(reply, '', 0, cookie);
}
