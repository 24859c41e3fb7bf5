/** Providers that are slow, send garbage, or lead elsewhere. A real one is in `test/service/sign-in.test.ts`. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { identifiedPerson } from './identified-person.ts';
import { createIdentityProvider } from './identity-provider.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listening(answer: (issuer: string) => RequestListener): Promise<string> {
  let listener: RequestListener = () => {};
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  listener = answer(issuer);
  return issuer;
}

const json =
  (body: unknown): RequestListener =>
  (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
const providerAt = (issuer: string, timeoutMs = 5000) =>
  createIdentityProvider(
    { issuer, clientId: 'us', clientSecret: null, scopes: 'openid email', name: 'Acme ID' },
    { clock: Date.now, timeoutMs },
  );
const begin = (issuer: string, timeoutMs?: number) =>
  providerAt(issuer, timeoutMs).begin('http://127.0.0.1/console/api/oidc/callback');
const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
});

describe('a provider', () => {
  test.each<[string, (issuer: string) => RequestListener, string]>([
    ['that does not answer', () => () => {}, 'Acme ID did not answer within 200 ms'],
    [
      'that answers with a page',
      () => (_, response) => void response.end('<p>Hello'),
      'as an identity provider',
    ],
    ['that answers with half of a text', () => json('half'), 'does not fit'],
    ['that fails', () => (_, response) => void response.writeHead(500).end(), 'as an identity provider'],
    ['of another name', () => json(metadata('https://other.example')), 'does not fit'],
    ['without a sign-in', (issuer) => json({ issuer, jwks_uri: issuer }), 'no authorization endpoint'],
    ['that sends without end', () => json({ filling: 'x'.repeat(2_000_000) }), 'more than 1048576 bytes'],
    [
      'that leads elsewhere',
      () => (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'as an identity provider',
    ],
    ['that breaks off', () => (request) => void request.socket.destroy(), 'Acme ID'],
  ])('%s is told in a sentence', async (_, answer, sentence) => {
    const issuer = await listening(answer);
    await expect(begin(issuer, 200)).rejects.toMatchObject({
      name: 'SignInFault',
      message: expect.stringContaining(sentence),
    });
  });

  test('is asked for its description again after a failure, and not after a success', async () => {
    const asked: string[] = [];
    const issuer = await listening((own) => (request, response) => {
      asked.push(request.url!);
      if (asked.length === 1) response.writeHead(503).end();
      else json(metadata(own))(request, response);
    });
    const provider = providerAt(issuer);
    await expect(provider.begin('http://127.0.0.1/')).rejects.toMatchObject({ kind: 'unreachable' });
    const [{ url, pending }, other] = [
      await provider.begin('http://127.0.0.1/'),
      await provider.begin('http://127.0.0.1/'),
    ];
    expect(asked).toEqual(Array(2).fill('/.well-known/openid-configuration'));
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      ...{ client_id: 'us', response_type: 'code', scope: 'openid email', code_challenge_method: 'S256' },
      ...{ state: pending.state, nonce: pending.nonce, redirect_uri: 'http://127.0.0.1/' },
    });
    expect([other.pending.state, other.pending.nonce, other.pending.verifier]).not.toEqual([
      ...[pending.state, pending.nonce, pending.verifier],
    ]);
  });

  test('gets no secret at an endpoint without TLS on another machine', async () => {
    const issuer = await listening((own) =>
      json({ ...metadata(own), token_endpoint: 'http://10.0.0.1/token' }),
    );
    const provider = providerAt(issuer);
    const { pending } = await provider.begin('http://127.0.0.1/');
    await expect(
      provider.finish(`code=1&state=${pending.state}&iss=${encodeURIComponent(issuer)}`, pending),
    ).rejects.toMatchObject({ message: expect.stringContaining('an endpoint that is not https') });
  });
});

describe('an ID token', () => {
  const [own, foreign] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  type Sign = (claims: object) => string;
  const signedBy =
    (key: KeyObject): Sign =>
    (claims) => {
      const content = `${encoded({ alg: 'RS256', kid: '1' })}.${encoded(claims)}`;
      return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
    };
  const unsigned: Sign = (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
  const byThePublicKey: Sign = (claims) => {
    const content = `${encoded({ alg: 'HS256', kid: '1' })}.${encoded(claims)}`;
    const secret = own!.publicKey.export({ type: 'spki', format: 'pem' });
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
  };

  async function signIn(sign: Sign, changes: object) {
    let token = '';
    const key = { ...own!.publicKey.export({ format: 'jwk' }), kid: '1' };
    const issuer = await listening((at) => (request, response) => {
      const answers: Readonly<Record<string, object>> = {
        '/keys': { keys: [key] },
        '/token': { access_token: 'a', token_type: 'bearer', id_token: token },
      };
      json(answers[request.url!] ?? metadata(at))(request, response);
    });
    const provider = providerAt(issuer);
    const { pending } = await provider.begin('http://127.0.0.1/');
    const seconds = Math.floor(Date.now() / 1000);
    token = sign({
      ...{ iss: issuer, sub: 'ana', aud: 'us', nonce: pending.nonce, iat: seconds, exp: seconds + 60 },
      ...{ email: 'ana@example.com', email_verified: true, ...changes },
    });
    return provider.finish(`code=1&state=${pending.state}`, pending);
  }

  test('identifies the person where the provider signed it for this service', async () => {
    expect(await signIn(signedBy(own!.privateKey), {})).toMatchObject({ subject: 'ana' });
  });

  test.each<[string, Sign, object]>([
    ['that somebody else signed', signedBy(foreign!.privateKey), {}],
    ['without a signature', unsigned, {}],
    ['signed with the public key as a secret', byThePublicKey, {}],
    ['for another service', signedBy(own!.privateKey), { aud: 'them' }],
    [
      'for another service too, which asked for it',
      signedBy(own!.privateKey),
      { aud: ['us', 'them'], azp: 'them' },
    ],
    ['of another issuer', signedBy(own!.privateKey), { iss: 'https://other.example' }],
    ['of another sign-in', signedBy(own!.privateKey), { nonce: 'other' }],
    ['that has expired', signedBy(own!.privateKey), { exp: 1 }],
  ])('%s identifies nobody', async (_, sign, changes) => {
    await expect(signIn(sign, changes)).rejects.toMatchObject({ name: 'SignInFault', kind: 'invalid' });
  });
});

describe('a person', () => {
  const at = (issuer: string, claims: object) =>
    identifiedPerson({ issuer, subject: '1' }, { email: 'ana@example.com', ...claims });
  const entra = 'https://login.microsoftonline.com/tenant/v2.0';

  test('is identified where the provider vouches for the address', () => {
    for (const person of [
      at('https://id.example', { email_verified: true }),
      at('https://id.example', { email_verified: 'true' }),
      at(entra, { xms_edov: '1' }),
    ])
      expect(person).toMatchObject({ subject: '1', email: 'ana@example.com' });
  });

  test('is not where it does not, or has no address', () => {
    for (const [issuer, claims, expected] of [
      ['https://id.example', {}, 'unverified'],
      ['https://id.example', { email_verified: false }, 'unverified'],
      ['https://id.example', { email_verified: 'yes' }, 'unverified'],
      ['https://id.example', { xms_edov: true }, 'unverified'],
      ['https://login.microsoftonline.com.evil.example/', { xms_edov: true }, 'unverified'],
      [entra, { xms_edov: false }, 'unverified'],
      ['https://id.example', { email: undefined, email_verified: true }, null],
      ['https://id.example', { email: ['ana@example.com'], email_verified: true }, null],
      ['https://id.example', { email: 'ana', email_verified: true }, null],
      ['https://id.example', { email: 'ana@example.com\u0000', email_verified: true }, null],
    ] as const)
      expect(at(issuer, claims)).toBe(expected);
  });
});
