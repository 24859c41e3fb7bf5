/** Members who sign in to the console by a real identity provider, and what is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeService } from '../../src/composition/compose-service.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { type LoopbackProvider, startProvider } from '../support/loopback-provider.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { ofThePage } from './testing/console-client.ts';

const MINUTE_MS = 60_000;
const CALLBACK = '/console/api/oidc/callback';
const SESSION = 'counterpart_session';
const PUBLIC_URL = 'http://127.0.0.1:18080';
const time = { passedMs: 0 };
const logged: string[] = [];
let provider: LoopbackProvider;
let service: ComposedService;

beforeAll(async () => {
  provider = await startProvider();
  provider.accounts.set('ana', { email: 'Ana@Example.com', verified: true });
  provider.accounts.set('ana-2', { email: 'ana@example.com', verified: true });
  provider.accounts.set('ben', { email: 'ben@example.com', verified: false });
  provider.accounts.set('eve', { email: 'eve<b>@example.com', verified: true });
  const logger = createLogger('trace', { write: (line) => logged.push(line) });
  const flags = {
    ...{ '--oidc-issuer': provider.issuer, '--oidc-client-id': provider.clientId },
    ...{ '--oidc-client-secret': provider.clientSecret, '--oidc-name': 'Acme ID' },
    ...{ '--public-url': PUBLIC_URL, '--job-workers': '0' },
  };
  service = await composed(flags, {}, { clock: () => Date.now() + time.passedMs, logger });
}, 60_000);
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

/** A browser of its own, which keeps cookies by name and knows their paths to be right. */
class Browser {
  readonly cookies = new Map<string, string>();

  async send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, more = {}) {
    // A navigation from another site has no cookie that is SameSite=Strict.
    const sent = [...this.cookies].filter(([name]) => !path.startsWith(CALLBACK) || name !== SESSION);
    const answer = await service.server.inject({
      ...{ method, url: path },
      headers: {
        ...ofThePage,
        ...more,
        cookie: sent.map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body !== undefined && { payload: body }),
    });
    for (const given of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(given)!;
      if (value === '') this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    return answer;
  }

  /** The address at the provider. */
  async begin(to = '/console/'): Promise<string> {
    const answer = await this.send('POST', '/console/api/oidc', { to });
    expect(answer.statusCode).toBe(200);
    return answer.json().url;
  }

  comeBack({ search }: URL) {
    return this.send('GET', CALLBACK + search);
  }

  async signIn(subject: string, to?: string) {
    return this.comeBack(await provider.signIn(await this.begin(to), subject));
  }

  session() {
    return this.send('GET', '/console/api/session');
  }
}

const mainTenant = async () => (await service.accounts.findTenant('main')).tenantId;
const addAna = async (role: string, tenant = 'main') =>
  service.accounts.addMember((await service.accounts.findTenant(tenant)).tenantId, {
    ...{ email: 'ana@example.com', name: 'Ana', role },
  });
const sentence = (html: string) => /<h1>.*<\/h1>\n<p>(.*)<\/p>/.exec(html)?.[1];

beforeEach(async () => {
  // The buckets of sign-ins are full again.
  time.passedMs += 10 * MINUTE_MS;
  for (const { memberId } of await service.accounts.listMembers(null))
    await service.accounts.removeMember(memberId);
});

describe('a member who signs in', () => {
  test('has a session with the scopes of the member, and is back at the page', async () => {
    const member = await addAna('matchmaker');
    const browser = new Browser();
    expect((await browser.send('GET', '/console/api/oidc')).json()).toEqual({ name: 'Acme ID' });
    const answer = await browser.signIn('ana', '/console/people?find=a%20b');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/console/people?find=a%20b']);
    expect([...browser.cookies.keys()]).toEqual([SESSION]);
    expect((await browser.session()).json()).toMatchObject({
      tenant: { id: await mainTenant(), name: 'main' },
      scopes: ['read', 'write', 'match'],
      member: { id: member.memberId, email: 'ana@example.com', name: 'Ana' },
      workspaces: [{ id: await mainTenant(), name: 'main' }],
    });
    expect((await browser.send('GET', '/console/api/v1/users?domain=dating')).statusCode).toBe(200);
    const refused = await browser.send('POST', '/console/api/v1/train', { domain: 'dating' });
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'forbidden']);
    expect(refused.headers['ratelimit-policy']).toBe('"key";q=200;w=4');
  });

  test('is named in the audit log, and an idempotency key works as for a key', async () => {
    const member = await addAna('admin');
    const browser = new Browser();
    await browser.signIn('ana');
    const person = { user_id: 'audited', domain: 'dating', fields: {} };
    const once = { 'idempotency-key': 'once' };
    const written = await browser.send('POST', '/console/api/v1/users', person, once);
    const repeated = await browser.send('POST', '/console/api/v1/users', person, once);
    expect([written.statusCode, repeated.payload]).toEqual([200, written.payload]);
    expect((await browser.send('DELETE', '/console/api/v1/users/audited')).statusCode).toBe(200);
    const entries = await service.store.audit.page(
      { tenantId: await mainTenant(), actor: member.memberId },
      { before: null, limit: 10 },
    );
    expect(entries.map(({ action, actor }) => [action, actor.kind, actor.name])).toEqual([
      ['person.erase', 'member', 'ana@example.com'],
      ['console.sign_in', 'member', 'ana@example.com'],
    ]);
  });

  test('narrows and ends with the next request', async () => {
    const { memberId } = await addAna('admin');
    const browser = new Browser();
    await browser.signIn('ana');
    await service.accounts.changeMember(memberId, { scopes: ['match'] });
    expect((await browser.session()).json().scopes).toEqual(['match']);
    expect((await browser.send('GET', '/console/api/v1/users')).statusCode).toBe(403);
    await service.accounts.removeMember(memberId);
    expect((await browser.session()).statusCode).toBe(401);
    const answer = await browser.signIn('ana');
    expect([answer.statusCode, sentence(answer.payload)]).toEqual([
      403,
      expect.stringMatching(/^Ana@Example\.com is not a member of any workspace here\. Ask the operator/),
    ]);
  });

  test('leaves no session behind: of the browser before, or of a member who was unbound', async () => {
    const { memberId } = await addAna('viewer');
    const browser = new Browser();
    await browser.send('POST', '/console/api/session', { api_key: service.key });
    const byKey = browser.cookies.get(SESSION)!;
    await browser.signIn('ana');
    await expect(service.accounts.sessions.describe(byKey)).rejects.toThrow('no such session');
    expect((await browser.session()).statusCode).toBe(200);
    await service.accounts.changeMember(memberId, { unbind: true });
    expect((await browser.session()).statusCode).toBe(401);
    expect((await new Browser().signIn('ana-2')).statusCode).toBe(303);
    expect((await browser.signIn('ana')).statusCode).toBe(403);
  });

  test('chooses among workspaces, switches without a new sign-in, and sees no other one', async () => {
    await service.accounts
      .createTenant({ name: 'second', domains: ['dating'], email: 'ops@example.com' })
      .catch(() => undefined);
    await service.accounts
      .createTenant({ name: 'foreign', domains: ['dating'], email: 'ops@example.com' })
      .catch(() => undefined);
    await addAna('viewer');
    await addAna('admin', 'second');
    await service.accounts.addOperator({ email: 'ana@example.com' });
    const browser = new Browser();
    const answer = await browser.signIn('ana', '/console/jobs');
    expect(answer.headers.location).toBe('/console/account?to=%2Fconsole%2Fjobs');
    expect((await browser.session()).json().tenant.name).toBe('main');
    const second = (await service.accounts.findTenant('second')).tenantId;
    const before = browser.cookies.get(SESSION);
    const switched = await browser.send('PUT', '/console/api/session', { workspace: second });
    expect(switched.json()).toMatchObject({ tenant: { name: 'second' }, workspaces: [{}, {}, {}] });
    expect(browser.cookies.get(SESSION)).not.toBe(before);
    const ofMain = { 'x-counterpart-workspace': await mainTenant() };
    const person = { user_id: 'of main', domain: 'dating', fields: {} };
    const elsewhere = await browser.send('POST', '/console/api/v1/users', person, ofMain);
    expect([elsewhere.statusCode, elsewhere.json().error.code]).toEqual([403, 'forbidden']);
    expect((await browser.send('GET', '/console/api/v1/users/of%20main?domain=dating')).statusCode).toBe(404);
    const ofSecond = { 'x-counterpart-workspace': second };
    const here = await browser.send('GET', '/console/api/v1/users?domain=dating', undefined, ofSecond);
    expect(here.statusCode).toBe(200);
    const operator = await browser.send('PUT', '/console/api/session', { workspace: 'operator' });
    expect(operator.json()).toMatchObject({ tenant: null, scopes: ['operator'] });
    expect((await browser.send('GET', '/console/api/v1/admin/tenants')).statusCode).toBe(200);
    const foreign = (await service.accounts.findTenant('foreign')).tenantId;
    const refusals = [{ workspace: foreign }, { workspace: 'ten_none' }, { workspace: 1 }, {}, [1]];
    const codes = [];
    for (const body of refusals)
      codes.push((await browser.send('PUT', '/console/api/session', body)).statusCode);
    expect(codes).toEqual([403, 403, 400, 400, 400]);
    expect((await browser.session()).json().tenant).toBeNull();
  });

  test('lists the sessions of the person, and signs out elsewhere', async () => {
    await addAna('viewer');
    const [here, there] = [new Browser(), new Browser()];
    await there.signIn('ana');
    await here.signIn('ana');
    const listed = (await here.send('GET', '/console/api/sessions')).json().data;
    expect(listed.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
    expect((await here.send('DELETE', '/console/api/sessions')).json()).toEqual({ ended: 1 });
    expect([(await here.session()).statusCode, (await there.session()).statusCode]).toEqual([200, 401]);
    expect((await here.send('DELETE', '/console/api/session')).statusCode).toBe(204);
    expect((await here.session()).statusCode).toBe(401);
  });
});

describe('nobody gets in', () => {
  const refusedWith = async (browser: Browser, back: URL) => {
    const answer = await browser.comeBack(back);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(browser.cookies.has(SESSION)).toBe(false);
    return [answer.statusCode, sentence(answer.payload)];
  };
  const unfit = [400, 'The answer of Acme ID does not fit this sign-in. Start it again.'];
  const notBegun = [400, expect.stringContaining('has no sign-in under way')];

  test('whose address is not verified, unknown, or bound to another person', async () => {
    await addAna('viewer');
    await service.accounts.addMember(await mainTenant(), { email: 'ben@example.com', role: 'viewer' });
    const attempt = async (subject: string) => {
      const browser = new Browser();
      return refusedWith(browser, await provider.signIn(await browser.begin(), subject));
    };
    expect(await attempt('ben')).toEqual([403, expect.stringContaining('does not vouch for your mail')]);
    expect(await attempt('eve')).toEqual([
      403,
      expect.stringMatching(/^eve&lt;b&gt;@example\.com is not a member of any workspace/),
    ]);
    expect((await new Browser().signIn('ana')).statusCode).toBe(303);
    expect(await attempt('ana-2')).toEqual([403, expect.stringContaining('bound to another person')]);
  });

  test('with another state, nonce, issuer, cookie or browser', async () => {
    await addAna('viewer');
    const browser = new Browser();
    const changed = async (change: (back: URL) => void) => {
      const back = await provider.signIn(await browser.begin(), 'ana');
      change(back);
      return refusedWith(browser, back);
    };
    const withParameter = (name: string, value: string) =>
      changed(({ searchParams }) => searchParams.set(name, value));
    expect(await withParameter('state', 'other')).toEqual(unfit);
    expect(await withParameter('iss', 'https://other.example')).toEqual(unfit);
    expect(await withParameter('code', 'other')).toEqual([403, expect.stringContaining('used up')]);
    expect(
      await changed((back) => {
        back.search = '';
      }),
    ).toEqual(unfit);
    const other = new URL(await browser.begin());
    other.searchParams.set('nonce', 'other');
    expect(await refusedWith(browser, await provider.signIn(other.href, 'ana'))).toEqual(unfit);
    const tampered = await changed(() => {
      const sealed = browser.cookies.get('counterpart_sign_in')!;
      browser.cookies.set('counterpart_sign_in', `${sealed.slice(0, -4)}AAAA`);
    });
    expect(tampered).toEqual(notBegun);
    const back = await provider.signIn(await browser.begin(), 'ana');
    expect(await refusedWith(new Browser(), back)).toEqual(notBegun);
  });

  test('too late, twice with one answer, or after the provider said no', async () => {
    await addAna('viewer');
    const browser = new Browser();
    const late = await provider.signIn(await browser.begin(), 'ana');
    time.passedMs += 10 * MINUTE_MS + 1;
    expect(await refusedWith(browser, late)).toEqual(notBegun);
    const back = await provider.signIn(await browser.begin(), 'ana');
    const kept = browser.cookies.get('counterpart_sign_in')!;
    expect((await browser.comeBack(back)).statusCode).toBe(303);
    const thief = new Browser();
    expect(await refusedWith(thief, back)).toEqual(notBegun);
    thief.cookies.set('counterpart_sign_in', kept);
    expect(await refusedWith(thief, back)).toEqual([403, expect.stringContaining('used up or too old')]);
    const denied = new URL(await thief.begin());
    const state = denied.searchParams.get('state')!;
    const no = new URL(`${PUBLIC_URL}${CALLBACK}?${new URLSearchParams({ error: 'access_denied', state })}`);
    no.searchParams.set('iss', provider.issuer);
    expect(await refusedWith(thief, no)).toEqual([403, 'Acme ID ended the sign-in (access_denied).']);
  });

  test('more often than the limit allows, told by a page too', async () => {
    const browser = new Browser();
    let answer = await browser.send('GET', CALLBACK);
    for (let tries = 0; answer.statusCode === 400 && tries < 100; tries++)
      answer = await browser.send('GET', CALLBACK);
    expect([answer.statusCode, sentence(answer.payload)]).toEqual([
      429,
      expect.stringContaining('Too many sign-ins were tried'),
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('by a malformed beginning, and no return path leads out of the console', async () => {
    await addAna('viewer');
    const browser = new Browser();
    for (const body of [{}, { to: 1 }, { to: '/console/', more: 1 }, [], { to: 'x'.repeat(5000) }])
      expect([400, 413]).toContain((await browser.send('POST', '/console/api/oidc', body)).statusCode);
    const foreign = await service.server.inject({
      ...{ method: 'POST', url: '/console/api/oidc', payload: { to: '/console/' } },
      headers: { 'x-counterpart-console': '1', 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.statusCode).toBe(403);
    for (const to of [
      'https://evil.example/',
      '//evil.example/console/',
      '/console/../evil',
      '/console/%2e%2e/evil',
      '/console\\@evil.example',
      '/v1/users',
      '/console/api/session',
    ])
      expect((await browser.signIn('ana', to)).headers.location).toBe('/console/');
  });

  test('and no line of the log holds a code, a token, a secret or the cookie', async () => {
    await addAna('viewer');
    const browser = new Browser();
    const back = await provider.signIn(await browser.begin(), 'ana');
    const secrets = [provider.clientSecret, back.searchParams.get('code')!, back.searchParams.get('state')!];
    secrets.push(browser.cookies.get('counterpart_sign_in')!);
    await browser.comeBack(back);
    secrets.push(browser.cookies.get(SESSION)!);
    for (const secret of secrets) expect(logged.some((line) => line.includes(secret))).toBe(false);
  });
});

test('a provider that is away is named, and keys still open sessions', async () => {
  const away = await startProvider();
  await away.close();
  const flags = { '--oidc-issuer': away.issuer, '--oidc-client-id': 'counterpart', '--job-workers': '0' };
  const alone = await composed(flags);
  try {
    const headers = ofThePage;
    const begun = await alone.server.inject({
      ...{ method: 'POST', url: '/console/api/oidc', headers, payload: { to: '/console/' } },
    });
    expect([begun.statusCode, begun.json().error]).toMatchObject([
      503,
      {
        code: 'dependency_unavailable',
        message: expect.stringContaining(`${new URL(away.issuer).host} cannot be reached`),
      },
    ]);
    const byKey = await alone.server.inject({
      ...{ method: 'POST', url: '/console/api/session', headers, payload: { api_key: alone.key } },
    });
    expect(byKey.statusCode).toBe(200);
  } finally {
    await alone.stop();
  }
});

test('any process on the store takes the answer of the provider', async () => {
  await addAna('viewer');
  const browser = new Browser();
  const back = await provider.signIn(await browser.begin('/console/jobs'), 'ana');
  const other = await composeService(service.settings, createLogger('silent'));
  try {
    const cookie = `counterpart_sign_in=${browser.cookies.get('counterpart_sign_in')}`;
    const answer = await other.server.inject({ url: CALLBACK + back.search, headers: { cookie } });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/console/jobs']);
  } finally {
    await other.close();
  }
});
