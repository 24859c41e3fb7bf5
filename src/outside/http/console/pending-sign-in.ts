/**
 * The cookie of a sign-in at the identity provider, while the person is there. It is sealed: a changed one is
 * refused, any process on the store takes the answer, and only from the browser that began. The content can
 * be read. The cookie is sent with the navigation that comes back from the provider's site, which the cookie
 * of the session is not.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PendingSignIn } from '../../../platform/outbound/oidc/identity-provider.ts';
import type { Sealer } from '../seal.ts';
import type { CookieParts } from './session-cookie.ts';

const NAME = 'counterpart_sign_in';
const ATTRIBUTES = 'HttpOnly; SameSite=Lax; Path=/console/api/oidc';
const LIFETIME_S = 600;
const CONTEXT = ['console', 'oidc'];

export interface KeptSignIn extends PendingSignIn {
  /** The page to go back to. */
  readonly to: string;
  /**
   * Hashes of the tokens of the sessions that the new one replaces. The navigation from another site does not
   * send the cookie of the session.
   */
  readonly replaced: readonly string[];
  /** Epoch milliseconds. */
  readonly untilMs: number;
}

export interface PendingParts {
  readonly cookie: CookieParts;
  readonly sealer: Sealer;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function keepSignIn(
  reply: FastifyReply,
  { cookie, sealer, clock }: PendingParts,
  pending: Omit<KeptSignIn, 'untilMs'>,
): void {
  const kept: KeptSignIn = { ...pending, untilMs: clock() + LIFETIME_S * 1000 };
  setCookie(reply, cookie, sealer.seal(CONTEXT, JSON.stringify(kept)), LIFETIME_S);
}

/** null: there is none, or it was changed or is too old. */
export function keptSignIn({ headers }: FastifyRequest, { sealer, clock }: PendingParts): KeptSignIn | null {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`))
    .map((pair) => pair.slice(NAME.length + 1));
  if (values.length !== 1) return null;
  const opened = sealer.open(CONTEXT, values[0]!);
  if (opened === null) return null;
  const kept = JSON.parse(opened) as KeptSignIn;
  return kept.untilMs > clock() ? kept : null;
}

export function forgetSignIn(reply: FastifyReply, { cookie }: PendingParts): void {
  setCookie(reply, cookie, '', 0);
}

function setCookie(reply: FastifyReply, { secure }: CookieParts, value: string, maxAgeSeconds: number): void {
  reply.header(
    'Set-Cookie',
    `${NAME}=${value}; ${ATTRIBUTES}; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`,
  );
}
