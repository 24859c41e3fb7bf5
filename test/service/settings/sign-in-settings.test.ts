import { afterAll, beforeAll, expect } from 'vitest';
import { signInSettings } from '../../../src/platform/config/settings/sign-in-settings.ts';
import { type LoopbackProvider, startProvider } from '../../support/loopback-provider.ts';
import { type ComposedService, composed } from '../testing/composed-service.ts';
import { ofThePage } from '../testing/console-client.ts';
import { demonstrate } from './demonstrate.ts';

let provider: LoopbackProvider;
let named: ComposedService;
/** With another secret, and all that may be left out. */
let other: ComposedService;
let plain: ComposedService;

beforeAll(async () => {
  provider = await startProvider();
  provider.accounts.set('ana', { email: 'ana@example.com', verified: true });
  const shared = {
    ...{ '--oidc-issuer': provider.issuer, '--oidc-client-id': provider.clientId },
    ...{ '--public-url': 'http://127.0.0.1:18080', '--job-workers': '0' },
  };
  named = await composed({
    ...shared,
    '--oidc-client-secret': provider.clientSecret,
    '--oidc-scopes': 'openid email',
    '--oidc-name': 'Acme ID',
  });
  other = await composed({ ...shared, '--oidc-client-secret': 'another secret' });
  plain = await composed();
});
afterAll(async () => {
  for (const service of [named, other, plain]) await service?.stop();
  await provider?.close();
});

const ask = (service: ComposedService, method: 'GET' | 'POST', url: string, more = {}, payload?: object) =>
  service.server.inject({ method, url, headers: { ...ofThePage, ...more }, ...(payload && { payload }) });

const begin = (service: ComposedService) =>
  ask(service, 'POST', '/console/api/oidc', {}, { to: '/console/' });

async function addressAt(service: ComposedService): Promise<URL> {
  return new URL((await begin(service)).json().url);
}

async function comeBack(service: ComposedService) {
  const begun = await begin(service);
  const { search } = await provider.signIn(begun.json().url, 'ana');
  const cookie = String([begun.headers['set-cookie'] ?? []].flat()[0]).split(';')[0]!;
  return ask(service, 'GET', `/console/api/oidc/callback${search}`, { cookie });
}

demonstrate(signInSettings, {
  oidcIssuer: async () => {
    expect((await addressAt(named)).origin).toBe(new URL(provider.issuer).origin);
    expect((await begin(plain)).statusCode).toBe(405);
  },
  oidcClientId: async () => {
    expect((await addressAt(named)).searchParams.get('client_id')).toBe(provider.clientId);
  },
  oidcClientSecret: async () => {
    // The provider vouches for her with the right one alone; then she is no member.
    expect((await comeBack(named)).body).toContain('ana@example.com');
    expect((await comeBack(other)).body).not.toContain('ana@example.com');
  },
  oidcScopes: async () => {
    expect((await addressAt(named)).searchParams.get('scope')).toBe('openid email');
    expect((await addressAt(other)).searchParams.get('scope')).toBe('openid email profile');
  },
  oidcName: async () => {
    const nameOf = async (service: ComposedService) =>
      (await ask(service, 'GET', '/console/api/oidc')).json().name;
    expect(await nameOf(named)).toBe('Acme ID');
    expect(await nameOf(other)).toBe(new URL(provider.issuer).host);
    expect(await nameOf(plain)).toBeNull();
  },
});
