/**
 * Faults of a sign-in at an identity provider in a few fixed sentences for the person. The cause has the
 * details, for the log. No message holds a code, a token or a secret.
 */
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { NetworkFault, networkFault } from '../network-fault.ts';

/**
 * `unreachable`: the provider does not answer. `refused`: it answered no. `invalid`: what came back does not
 * belong to this sign-in, or is not what the protocol asks for.
 */
type SignInFaultKind = 'unreachable' | 'refused' | 'invalid';

/** `message` may be shown to the person. */
export class SignInFault extends Error {
  override readonly name = 'SignInFault';
  readonly kind: SignInFaultKind;

  constructor(kind: SignInFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** `name`: of the provider. `timeoutMs`: of one answer, for messages. */
export function signInFault(error: unknown, name: string, timeoutMs: number): SignInFault {
  if (error instanceof SignInFault) return error;
  const fault = (kind: SignInFaultKind, message: string) => new SignInFault(kind, message, { cause: error });
  if (error instanceof AuthorizationResponseError)
    return fault('refused', `${name} ended the sign-in${saidIn(error.error)}.`);
  if (error instanceof ResponseBodyError) return fault('refused', refusedToken(error.error, name));
  if (isNetworkFault(error)) {
    const { message } = networkFault(networkCause(error, name), name, timeoutMs);
    return fault('unreachable', `${message}. Try again later, or sign in with a key.`);
  }
  return fault('invalid', `The answer of ${name} does not fit this sign-in. Start it again.`);
}

function refusedToken(code: string, name: string): string {
  return code === 'invalid_grant'
    ? `${name} does not take this answer again: it is used up or too old. Start the sign-in again.`
    : `${name} refused this service${saidIn(code)}. The operator should check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`;
}

/** Only codes: a description could hold anything. */
function saidIn(code: string): string {
  return /^[a-z_]{1,60}$/.test(code) ? ` (${code})` : '';
}

const timeouts: ReadonlySet<string | undefined> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);
/** Statuses, types and texts that are no description of a provider. */
const notConform: ReadonlySet<string | undefined> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

function isNetworkFault(error: unknown): boolean {
  if (error instanceof ClientError)
    return timeouts.has(error.code) || notConform.has(error.code) || error.code === undefined;
  return error instanceof NetworkFault || (error instanceof TypeError && error.message === 'fetch failed');
}

function networkCause(error: unknown, name: string): unknown {
  if (!(error instanceof ClientError)) return error;
  if (notConform.has(error.code))
    return new NetworkFault(`${name} did not answer as an identity provider does`);
  return error.cause ?? error;
}
