/**
 * A real identity provider (`oidc-provider`) on this machine, for tests. Its sign-in page has a button for
 * each account, and consent is given by itself.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

interface ProviderAccount {
  readonly email: string;
  readonly verified: boolean;
}

export interface LoopbackProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** By the subject. */
  readonly accounts: Map<string, ProviderAccount>;
  /** The address to which the provider sends a browser back that signs in as `subject`. */
  signIn(authorizationUrl: string, subject: string): Promise<URL>;
  close(): Promise<void>;
}

export async function startProvider(): Promise<LoopbackProvider> {
  const accounts = new Map<string, ProviderAccount>();
  const [clientId, clientSecret] = ['counterpart', randomUUID()];
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // Another site than that of the service, so that browsers treat their cookies as they do in the world.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configurationOf(accounts, clientId, clientSecret));
  // The service listens on a port that is not known yet.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => uri.endsWith('/console/api/oidc/callback');
  const answer = provider.callback();
  handle = (request, response) => {
    const url = new URL(request.url!, issuer);
    if (!url.pathname.startsWith('/interaction/')) return void answer(request, response);
    const accountId = url.searchParams.get('as');
    if (accountId === null) return void response.setHeader('content-type', 'text/html').end(choice(accounts));
    void provider.interactionFinished(request, response, { login: { accountId } });
  };
  return {
    ...{ issuer, clientId, clientSecret, accounts },
    signIn: (authorizationUrl, subject) => walk(new URL(authorizationUrl), subject, issuer),
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

function configurationOf(
  accounts: ReadonlyMap<string, ProviderAccount>,
  clientId: string,
  clientSecret: string,
): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://127.0.0.1/console/api/oidc/callback'],
      },
    ],
    cookies: { keys: [randomUUID()] },
    jwks: {
      keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
    },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    claims: { email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => {
        const { email, verified } = accounts.get(accountId)!;
        return { sub: accountId, email, email_verified: verified };
      },
    }),
    loadExistingGrant: async ({ oidc: { client, session, provider } }) => {
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

const choice = (accounts: ReadonlyMap<string, ProviderAccount>) =>
  [...accounts].map(([subject, { email }]) => `<p><a href="?as=${subject}">${email}</a></p>`).join('\n');

/** As a browser does: follows redirects with the cookies of the provider, up to another site. */
async function walk(start: URL, subject: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = start;
  for (let step = 0; step < 10; step++) {
    if (at.origin !== issuer) return at;
    if (at.pathname.startsWith('/interaction/')) at.searchParams.set('as', subject);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const given of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(given)!;
      cookies.set(name!, value!);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`${at.pathname}: ${answer.status} ${await answer.text()}`);
    at = new URL(next, at);
  }
  throw new Error('the provider redirects without end');
}
