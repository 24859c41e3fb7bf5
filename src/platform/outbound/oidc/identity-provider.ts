/**
 * Signing in by OpenID Connect: authorization code with PKCE, state and nonce. The provider describes itself,
 * which is read with the first sign-in and then once an hour. So the service starts, and takes keys, while
 * the provider is away.
 */
import * as oidc from 'openid-client';
import { NetworkFault } from '../network-fault.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { type Claims, type IdentifiedPerson, identifiedPerson } from './identified-person.ts';
import { isLoopback } from './loopback.ts';
import { SignInFault, signInFault } from './sign-in-fault.ts';

const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** null: a public client. */
  readonly clientSecret: string | null;
  /** With spaces between them. */
  readonly scopes: string;
  /** For people. */
  readonly name: string;
}

/** The browser keeps it while the person is at the provider, and must not be able to change it. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

export interface IdentityProvider {
  readonly name: string;
  /** The address at the provider to go to. Throws SignInFault. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly pending: PendingSignIn }>;
  /** `query`: of the address to which the provider sent the browser back. Throws SignInFault. */
  finish(query: string, pending: PendingSignIn): Promise<IdentifiedPerson>;
}

export interface ProviderControl {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Default: 10 seconds an answer. */
  readonly timeoutMs?: number;
}

export function createIdentityProvider(
  settings: ProviderSettings,
  { clock, timeoutMs = TIMEOUT_MS }: ProviderControl,
): IdentityProvider {
  const { name, scopes } = settings;
  const configuration = describedProvider(settings, clock, timeoutMs);
  /** Network faults and refusals of the library in words for people. */
  const worded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw signInFault(error, name, timeoutMs);
    }
  };
  return {
    name,
    begin: (redirectUri) =>
      worded(async () => {
        const config = await configuration();
        const verifier = oidc.randomPKCECodeVerifier();
        const pending = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier, redirectUri };
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopes,
          state: pending.state,
          nonce: pending.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, pending };
      }),
    finish: (query, pending) =>
      worded(async () => {
        const config = await configuration();
        return personOf(config, await grant(config, query, pending), name);
      }),
  };
}

type Grant = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

function grant(config: oidc.Configuration, query: string, pending: PendingSignIn): Promise<Grant> {
  const back = new URL(pending.redirectUri);
  back.search = query;
  return oidc.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: pending.verifier,
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    idTokenExpected: true,
  });
}

/** Many providers have the mail address in the answer of their userinfo endpoint alone. */
async function personOf(config: oidc.Configuration, granted: Grant, name: string): Promise<IdentifiedPerson> {
  const token = granted.claims();
  if (token === undefined) throw new SignInFault('invalid', `${name} sent no ID token.`);
  const { userinfo_endpoint: endpoint } = config.serverMetadata();
  const claims: Claims =
    'email' in token || endpoint === undefined
      ? token
      : await oidc.fetchUserInfo(config, granted.access_token, token.sub);
  const person = identifiedPerson({ issuer: token.iss, subject: token.sub }, claims);
  if (person === null) {
    throw new SignInFault('invalid', `${name} told no mail address. Check that OIDC_SCOPES contains email.`);
  }
  if (person !== 'unverified') return person;
  throw new SignInFault(
    'refused',
    `${name} does not vouch for your mail address (email_verified). Verify the address there, and sign in again.`,
  );
}

/** The provider as it describes itself. A failure is not remembered. */
function describedProvider(settings: ProviderSettings, clock: () => number, timeoutMs: number) {
  let known: { readonly config: Promise<oidc.Configuration>; readonly untilMs: number } | undefined;
  return (): Promise<oidc.Configuration> => {
    if (known !== undefined && clock() < known.untilMs) return known.config;
    const config = discover(settings, timeoutMs);
    const entry = { config, untilMs: clock() + HOUR_MS };
    known = entry;
    config.catch(() => {
      if (known === entry) known = undefined;
    });
    return config;
  };
}

async function discover(
  { issuer, clientId, clientSecret, name }: ProviderSettings,
  timeoutMs: number,
): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  const authentication = clientSecret === null ? oidc.None() : withSecret(clientSecret);
  // Otherwise the library trusts the connection alone, and reads ID tokens without their signature.
  const execute = [
    oidc.enableNonRepudiationChecks,
    ...(isLoopback(server.hostname) ? [oidc.allowInsecureRequests] : []),
  ];
  const config = await oidc.discovery(server, clientId, undefined, authentication, {
    execute,
    [oidc.customFetch]: boundedFetch({ timeoutMs, maxBytes: MAX_ANSWER_BYTES, peer: name }),
  });
  if (config.serverMetadata().authorization_endpoint !== undefined) return config;
  throw new NetworkFault(`${name} describes no authorization endpoint`);
}

/** By the header, as the protocol has it by default; in the body where the provider names that alone. */
function withSecret(secret: string): oidc.ClientAuth {
  return (server, client, body, headers) => {
    const named = server.token_endpoint_auth_methods_supported;
    const byHeader = named === undefined || named.includes('client_secret_basic');
    const authenticate = byHeader ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
    authenticate(server, client, body, headers);
  };
}
