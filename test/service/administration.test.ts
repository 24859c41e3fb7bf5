/**
 * The operator's operations below /v1/admin: their answers and bounds, and the secrets that no answer has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { consoleClient } from './testing/console-client.ts';

const SECRET = 'do-not-show-this';
const time = { nowMs: Date.parse('2026-06-01T08:00:00.000Z') };
const DAY_MS = 86_400_000;
const logged: string[] = [];
let service: ComposedService;
let key: string;
let keyId: string;
let main: string;

beforeAll(async () => {
  const logger = createLogger('trace', { write: (line) => logged.push(line) });
  const settings = {
    '--job-workers': '0',
    '--llm-api-key': SECRET,
    '--smtp-url': `smtp://me:${SECRET}@mail.example`,
  };
  const settingSources = { environment: {}, argv: Object.entries(settings).flat() };
  service = await composed(settings, {}, { clock: () => time.nowMs, logger, settingSources });
  main = (await service.accounts.findTenant('main')).tenantId;
}, 60_000);
beforeEach(async () => {
  time.nowMs += DAY_MS;
  logged.length = 0;
  const made = await service.accounts.createOperatorKey({ rate: 1000, burst: 1000 });
  [key, keyId] = [made.key, made.stored.keyId];
});
afterAll(() => service?.stop());

async function ask(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await service.server.inject({
    method,
    url: `/v1/admin/${path}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body, headers: answer.headers };
}
const audits = () =>
  logged.map((line) => JSON.parse(line)).filter((line: { audit?: string }) => line.audit !== undefined);
let names = 0;
const newTenant = async () => {
  const made = await ask('POST', 'tenants', {
    name: `tenant ${++names}`,
    email: 'ops@example.com',
    domains: ['dating'],
  });
  expect(made.status).toBe(200);
  return made.body as { id: string; name: string };
};

describe('tenants', () => {
  test('are created, read and listed newest first, page by page', async () => {
    const first = await newTenant();
    const second = await newTenant();
    const page = await ask('GET', 'tenants?limit=1');
    expect(page.body).toMatchObject({ data: [{ id: second.id }], has_more: true });
    const next = await ask('GET', `tenants?limit=1&cursor=${page.body.next_cursor}`);
    expect(next.body.data[0].id).toBe(first.id);
    const { request_id: _, ...read } = (await ask('GET', `tenants/${first.id}`)).body;
    expect(read).toEqual(next.body.data[0]);
    expect(read).toMatchObject({
      name: first.name,
      domains: [{ domain: 'dating', version: 1, threshold: 1000, labels: {}, people: null }],
      settings: { share_outcomes: false, memory_header_set: false, language_model: null },
    });
    const cursorOfKeys = (await ask('GET', 'keys?limit=1')).body.next_cursor;
    expect((await ask('GET', `tenants?cursor=${cursorOfKeys}`)).status).toBe(400);
  });

  test('have the people of an open index, without counting rows', async () => {
    await service.send('users', { user_id: 'ana', domain: 'dating', fields: { age: 30, gender: 'woman' } });
    await service.send('match', { user_id: 'ana', domain: 'dating' });
    expect((await ask('GET', `tenants/${main}`)).body.domains[0].people).toBe(1);
  });

  test('are changed wholly or not at all', async () => {
    const { id } = await newTenant();
    const changed = await ask('POST', `tenants/${id}`, {
      enable: ['hiring'],
      thresholds: { dating: 7, hiring: 9 },
      labels: { dating: { superlike: 1.5 } },
      share_outcomes: true,
    });
    expect(changed.body).toMatchObject({
      domains: [
        { domain: 'dating', threshold: 7, labels: { superlike: 1.5 } },
        { domain: 'hiring', threshold: 9 },
      ],
      settings: { share_outcomes: true },
    });
    const before = (await ask('GET', `tenants/${id}`)).body.domains;
    const refused = await Promise.all([
      ask('POST', `tenants/${id}`, { thresholds: { dating: 1, marketplace: 1 } }),
      ask('POST', `tenants/${id}`, { thresholds: { dating: 2 }, enable: ['nonsense'] }),
      ask('POST', `tenants/${id}`, { thresholds: { dating: 3 }, labels: { dating: { a: 0 } } }),
      ask('POST', `tenants/${id}`, { thresholds: { dating: 4 }, labels: { dating: { accepted: 1 } } }),
      ask('POST', `tenants/${id}`, {}),
      ask('POST', `tenants/${id}`, { thresholds: { dating: 0.5 } }),
      ask('POST', `tenants/${id}`, { memory_header: 'a: b' }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 400, 400, 400, 400, 400]);
    expect((await ask('GET', `tenants/${id}`)).body.domains).toEqual(before);
  });

  test.each([
    [{ name: 'x' }],
    [{ name: '<img src=x>', email: 'a@b' }],
    [{ name: 'x', email: 'none' }],
    [{ name: 'x', email: 'a@b', domains: 'none' }],
    [{ name: 'x', email: 'a@b', domains: ['NONE'] }],
    [{ name: 'x'.repeat(101), email: 'a@b' }],
    [{ name: 'x', email: 'a@b', scopes: ['operator'] }],
  ])('are not created from %j', async (body) => {
    expect((await ask('POST', 'tenants', body)).status).toBe(400);
  });

  test('have one name each, and only domains that there are', async () => {
    const body = { name: 'main', email: 'a@b.example', domains: ['dating'] };
    expect((await ask('POST', 'tenants', body)).body.error.code).toBe('conflict');
    const unknown = await ask('POST', 'tenants', { ...body, name: 'other', domains: ['nonsense'] });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'domain_not_found']);
  });

  test.each([
    ['GET', 'tenants/ten_none', undefined],
    ['POST', 'tenants/ten_none', { enable: ['dating'] }],
    ['POST', 'tenants/ten_none/keys', {}],
    ['POST', 'tenants/operator/keys', {}],
    ['GET', 'keys?tenant_id=ten_none', undefined],
    ['DELETE', 'keys/key_none', undefined],
  ] as const)('%s %s is 404', async (method, path, body) => {
    expect((await ask(method, path, body)).body.error.code).toBe('not_found');
  });
});

describe('keys', () => {
  test('are shown once, and only in the answer that made them', async () => {
    const { id } = await newTenant();
    const headers = { 'idempotency-key': 'the-same-key-twice' };
    const made = await ask('POST', `tenants/${id}/keys`, { scopes: ['read'], rate: 5 }, headers);
    expect(made.body).toMatchObject({
      tenant_id: id,
      tenant_name: `tenant ${names}`,
      scopes: ['read'],
      rate: 5,
      burst: 10,
      state: 'in_force',
    });
    expect(made.headers['cache-control']).toBe('no-store');
    const again = await ask('POST', `tenants/${id}/keys`, { scopes: ['read'], rate: 5 }, headers);
    expect(again.body.key).not.toBe(made.body.key);
    const listed = await ask('GET', `keys?tenant_id=${id}`);
    expect(listed.body.data.map((one: { id: string }) => one.id)).toEqual([again.body.id, made.body.id]);
    expect(listed.text + logged.join('')).not.toContain(made.body.key);
    for (const file of readdirSync(service.folder).filter((name) => name.includes('sqlite'))) {
      expect(readFileSync(join(service.folder, file)).includes(made.body.key)).toBe(false);
    }
  });

  test('are listed by owner, with their state and live sessions', async () => {
    const { id } = await newTenant();
    const expires_at = new Date(time.nowMs + 1000).toISOString();
    const { body } = await ask('POST', `tenants/${id}/keys`, { expires_at });
    await consoleClient(service).signIn({ api_key: body.key });
    expect((await ask('GET', `keys?tenant_id=${id}`)).body.data).toMatchObject([
      { state: 'in_force', sessions: 1 },
    ]);
    time.nowMs += 2000;
    expect((await ask('GET', `keys?tenant_id=${id}`)).body.data).toMatchObject([
      { state: 'expired', sessions: 0 },
    ]);
    const own = (await ask('GET', 'keys?tenant_id=operator&limit=1')).body;
    expect(own.data).toMatchObject([{ id: keyId, tenant_id: null, tenant_name: null, scopes: ['operator'] }]);
    const all = (await ask('GET', 'keys?limit=2')).body;
    expect(all.data.map((one: { id: string }) => one.id)).toEqual([body.id, keyId]);
    expect((await ask('GET', `keys?tenant_id=${id}&cursor=${all.next_cursor}`)).status).toBe(400);
  });

  test('end at once, with their sessions, but never their own request', async () => {
    const { id } = await newTenant();
    const { body } = await ask('POST', `tenants/${id}/keys`, {});
    const client = consoleClient(service);
    await client.signIn({ api_key: body.key });
    const revoked = await ask('DELETE', `keys/${body.id}`);
    expect(revoked.body).toMatchObject({ id: body.id, state: 'revoked', sessions: 0 });
    expect((await client.send('GET', '/v1/jobs')).statusCode).toBe(401);
    expect((await ask('DELETE', `keys/${body.id}`)).body.revoked_at).toBe(revoked.body.revoked_at);
    const itself = await ask('DELETE', `keys/${keyId}`);
    expect([itself.status, itself.body.error.code]).toEqual([409, 'conflict']);
    const other = await service.accounts.createOperatorKey({});
    expect((await ask('DELETE', `keys/${other.stored.keyId}`)).status).toBe(200);
  });

  test.each([
    [{ scopes: ['operator'] }],
    [{ scopes: [] }],
    [{ scopes: ['read', 'read'] }],
    [{ expires_at: '2020-01-01T00:00:00Z' }],
    [{ expires_at: 'tomorrow' }],
    [{ rate: 0 }],
    [{ rate: 1e9 }],
    [{ burst: -1 }],
    [{ key: 'cp_live_mine' }],
  ])('are not created from %j', async (body) => {
    expect((await ask('POST', `tenants/${main}/keys`, body)).status).toBe(400);
  });
});

describe('members and sessions', () => {
  const email = 'ana@example.com';
  const add = (id: string, body: object) => ask('POST', `tenants/${id}/members`, body);

  test('are added with a role or scopes, changed, listed and removed', async () => {
    const { id, name } = await newTenant();
    const made = await add(id, { email: 'Ana@Example.com', name: 'Ana', role: 'matchmaker' });
    expect([made.status, made.body]).toMatchObject([
      200,
      {
        ...{ tenant_id: id, tenant_name: name, email, name: 'Ana', role: 'matchmaker', sessions: 0 },
        ...{ scopes: ['read', 'write', 'match'], created_by: keyId, last_sign_in_at: null },
      },
    ]);
    const other = await add(id, { email: 'ben@example.com', scopes: ['read', 'export'] });
    expect(other.body).toMatchObject({ role: null, scopes: ['read', 'export'] });
    const member = `members/${made.body.id}`;
    expect((await ask('PATCH', member, { role: 'viewer', name: null })).body).toMatchObject({
      ...{ role: 'viewer', scopes: ['read'], name: null },
    });
    const page = await ask('GET', `members?tenant_id=${id}&limit=1`);
    expect(page.body).toMatchObject({ data: [{ email: 'ben@example.com' }], has_more: true });
    const next = await ask('GET', `members?tenant_id=${id}&limit=1&cursor=${page.body.next_cursor}`);
    expect(next.body).toMatchObject({ data: [{ email }], has_more: false });
    expect((await ask('GET', `members?tenant_id=${main}`)).body.data).toEqual([]);
    expect((await ask('DELETE', member)).body).toMatchObject({ email });
    expect((await ask('DELETE', member)).status).toBe(404);
    expect(audits().map(({ audit }) => audit)).toEqual([
      ...['tenant.create', 'member.add', 'member.add', 'member.change', 'member.remove'],
    ]);
    expect(logged.join('')).not.toContain(email);
  });

  test('are refused where something is wrong, and nothing changes', async () => {
    const { id } = await newTenant();
    const { body: known } = await add(id, { email, role: 'viewer' });
    const wrong: readonly object[] = [
      ...[{ email }, { email, role: 'owner' }, { email, role: 'viewer', scopes: ['read'] }],
      ...[
        { email, scopes: [] },
        { email, scopes: ['operator'] },
        { email, scopes: ['read', 'read'] },
      ],
      ...[{ email: 'ana', role: 'viewer' }, { email: 'a@b\nc', role: 'viewer' }, { role: 'viewer' }],
      ...[
        { email: `${'a'.repeat(320)}@b`, role: 'viewer' },
        { email, role: 'viewer', more: 1 },
      ],
      ...[{ email, role: 'viewer', name: 'a\u0000b' }, { email, role: 'viewer', name: 'x'.repeat(101) }, []],
    ];
    for (const body of wrong) expect((await add(id, body)).body.error?.code).toBe('invalid_request');
    expect((await add(id, { email: 'ANA@example.com', role: 'admin' })).status).toBe(409);
    expect((await add('ten_none', { email, role: 'viewer' })).status).toBe(404);
    for (const body of [{}, { role: 'owner' }, { scopes: ['operator'] }, { email: 'ben@example.com' }])
      expect((await ask('PATCH', `members/${known.id}`, body)).status).toBe(400);
    expect((await ask('PATCH', 'members/mem_none', { role: 'viewer' })).status).toBe(404);
    const operator = await service.accounts.addOperator({ email });
    expect((await ask('PATCH', `members/${operator.memberId}`, { role: 'viewer' })).status).toBe(400);
    const listed = (await ask('GET', `members?tenant_id=${id}`)).body.data;
    expect(listed).toMatchObject([{ email, scopes: ['read'] }]);
    const byTenant = { authorization: `Bearer ${service.key}` };
    for (const [method, path] of [
      ['GET', 'members'],
      ['GET', 'sessions'],
      ['DELETE', `members/${known.id}`],
    ] as const)
      expect((await ask(method, path, undefined, byTenant)).status).toBe(403);
  });

  test('end one by one', async () => {
    const { id } = await newTenant();
    const { body: made } = await ask('POST', `tenants/${id}/keys`, { name: 'shop' });
    const client = consoleClient(service);
    await client.signIn({ api_key: made.key });
    const { body: member } = await add(id, { email: 'eve@example.com', role: 'viewer' });
    const person = { issuer: 'https://id.example', subject: 'eve', email: 'eve@example.com' };
    const signedIn = await service.accounts.sessions.signInMember(person, []);
    const listed = await ask('GET', `sessions?tenant_id=${id}`);
    expect(listed.body.data).toHaveLength(2);
    const byMember = listed.body.data.find((one: { email: string | null }) => one.email !== null);
    expect(byMember).toMatchObject({ member_id: member.id, key_id: null, email: 'eve@example.com' });
    const first = await ask('GET', `sessions?tenant_id=${id}&limit=1`);
    const next = await ask('GET', `sessions?tenant_id=${id}&limit=1&cursor=${first.body.next_cursor}`);
    expect([...first.body.data, ...next.body.data]).toEqual(listed.body.data);
    expect(listed.text).not.toContain(signedIn.token);
    expect((await ask('DELETE', `sessions/${byMember.id}`)).status).toBe(200);
    expect((await ask('DELETE', `sessions/${byMember.id}`)).status).toBe(404);
    await expect(service.accounts.sessions.authenticate(signedIn.token)).rejects.toThrow('no such session');
    expect((await client.send('GET', '/session')).statusCode).toBe(200);
  });

  test('and keys have names and a last use, noted once a minute', async () => {
    const { id } = await newTenant();
    const { body: made } = await ask('POST', `tenants/${id}/keys`, { name: 'shop' });
    const shown = async () => (await ask('GET', `keys?tenant_id=${id}`)).body.data[0];
    expect(await shown()).toMatchObject({ name: 'shop', last_used_at: null });
    const use = () => service.send('/v1/jobs', undefined, undefined, made.key);
    const usedAt = async () => (await shown()).last_used_at;
    const at = new Date(time.nowMs).toISOString();
    await use();
    await expect.poll(usedAt).toBe(at);
    time.nowMs += 59_000;
    await use();
    time.nowMs += 2000;
    await use();
    await expect.poll(usedAt).toBe(new Date(time.nowMs).toISOString());
    expect((await ask('PATCH', `keys/${made.id}`, { name: 'till' })).body).toMatchObject({ name: 'till' });
    for (const body of [{}, { name: '' }, { name: 1 }, { name: 'a\nb' }, { name: 'a', rate: 1 }])
      expect((await ask('PATCH', `keys/${made.id}`, body)).status).toBe(400);
    expect((await ask('PATCH', 'keys/key_none', { name: 'a' })).status).toBe(404);
    expect((await ask('PATCH', `keys/${made.id}`, { name: null })).body.name).toBeNull();
  });
});

test('every change is logged: which key, what, which tenant', async () => {
  const { id } = await newTenant();
  await ask('POST', `tenants/${id}`, { thresholds: { dating: 5 } });
  const { body } = await ask('POST', `tenants/${id}/keys`, {});
  await ask('DELETE', `keys/${body.id}`);
  await ask('POST', `tenants/${id}`, { thresholds: { dating: 0 } });
  await ask('DELETE', `keys/${keyId}`);
  const by = { key_id: keyId, tenant: id };
  expect(audits()).toMatchObject([
    { ...by, audit: 'tenant.create' },
    { ...by, audit: 'tenant.change' },
    { ...by, audit: 'key.create', changed_key_id: body.id },
    { ...by, audit: 'key.revoke', changed_key_id: body.id },
  ]);
  expect(audits().every(({ request_id }) => /^req_/.test(request_id))).toBe(true);
});

describe('no answer has a secret', () => {
  test('of a tenant or of the settings', async () => {
    const { id } = await newTenant();
    const { tenantId } = await service.accounts.findTenant(id);
    const { accounts } = service;
    await accounts.setMemoryAccess(tenantId, { memoryHosts: ['a.example'], memoryHeader: `X: ${SECRET}` });
    await accounts.setEnrichment(tenantId, {
      url: `https://e.example/${SECRET}?key=${SECRET}`,
      header: `X: ${SECRET}`,
    });
    await accounts.setLanguageModel(tenantId, {
      llm: { url: `https://l.example/${SECRET}`, model: 'm', apiKey: SECRET, dailyUsd: 5 },
    });
    const { body: made } = await ask('POST', `tenants/${id}/keys`, {});
    const tenant = await ask('GET', `tenants/${id}`);
    expect(tenant.body.settings).toMatchObject({
      memory_header_set: true,
      enrichment_origin: 'https://e.example',
      enrichment_header_set: true,
      language_model: { origin: 'https://l.example', model: 'm', api_key_set: true, daily_usd: 5 },
    });
    const changed = await ask('POST', `tenants/${id}`, { share_outcomes: true });
    const settings = await ask('GET', 'settings');
    expect(settings.body.data).toContainEqual(
      expect.objectContaining({ variable: 'LLM_API_KEY', value: null, set: true, source: 'flag' }),
    );
    const lists = await Promise.all(['tenants', 'keys', 'system'].map((path) => ask('GET', path)));
    const texts = [tenant, changed, settings, ...lists].map(({ text }) => text).join('');
    const hashes = (await accounts.listKeys(null)).map(({ hash }) => hash);
    for (const secret of [SECRET, made.key, key, service.key, ...hashes]) expect(texts).not.toContain(secret);
    expect(logged.join('')).not.toContain(SECRET);
  });

  test('of a person in the recent errors', async () => {
    await service.send('users/somebody-private?domain=dating');
    const { body, text } = await ask('GET', 'system');
    expect(body.errors[0]).toMatchObject({
      status: 404,
      code: 'user_not_found',
      route: '/v1/users/:user_id',
      tenant_id: main,
    });
    expect(text).not.toContain('somebody-private');
  });
});

test('the state of the system has what /metrics measures', async () => {
  await service.send('match', { user_id: 'ana', domain: 'dating' });
  const { body } = await ask('GET', 'system');
  expect(body.stages.map(({ stage }: { stage: string }) => stage)).toContain('light_ml');
  for (const { count, buckets } of body.stages) {
    expect(buckets.reduce((sum: number, bucket: { count: number }) => sum + bucket.count, 0)).toBe(count);
  }
  expect(body.indexes).toMatchObject({
    count: 1,
    largest: [{ tenant_name: 'main', domain: 'dating', behind: 0 }],
  });
  expect(body.changes).toMatchObject({ last_sequence: 1, most_behind: 0 });
  expect(body.requests.routes).toContainEqual(expect.objectContaining({ route: '/v1/match', failed: 0 }));
  const text = (await service.server.inject('/metrics')).body;
  const counted = /counterpart_match_stage_duration_seconds_count\{stage="light_ml"\} (\d+)/.exec(text)?.[1];
  const shown = body.stages.find(({ stage }: { stage: string }) => stage === 'light_ml').count;
  expect(String(shown)).toBe(counted);
});

describe('in the console', () => {
  const path = '/v1/admin/tenants';
  const body = { name: 'forged', email: 'a@b.example' };
  const exists = async () => (await service.accounts.listTenants()).some(({ name }) => name === body.name);

  test.each([
    ['without the header of the page', { 'x-counterpart-console': '' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from the same site alone', { 'sec-fetch-site': 'same-site' }],
    ['from no page', { 'sec-fetch-site': 'none' }],
  ])('a change %s is refused', async (_, headers) => {
    const client = consoleClient(service);
    await client.signIn({ api_key: key });
    expect((await client.send('POST', path, body, headers)).statusCode).toBe(403);
    expect((await client.send('DELETE', `/v1/admin/keys/${keyId}`, undefined, headers)).statusCode).toBe(403);
    expect(await exists()).toBe(false);
  });

  test('a session that was brought along is not the one that begins', async () => {
    const attacker = consoleClient(service);
    await attacker.signIn({ api_key: service.key });
    const fixed = attacker.cookie;
    const operator = consoleClient(service);
    operator.cookie = fixed;
    await operator.signIn({ api_key: key });
    expect(operator.cookie).not.toBe(fixed);
    expect((await operator.send('GET', path)).statusCode).toBe(200);
    expect((await attacker.send('GET', path)).statusCode).toBe(401);
  });

  test('the session counts there, and the bearer key elsewhere', async () => {
    const client = consoleClient(service);
    await client.signIn({ api_key: service.key });
    const bearer = { authorization: `Bearer ${key}` };
    expect((await client.send('GET', path, undefined, bearer)).statusCode).toBe(403);
    expect((await client.send('POST', path, body, bearer)).statusCode).toBe(403);
    const cookie = `counterpart_session=${client.cookie}`;
    const outside = await service.server.inject({ url: '/v1/admin/tenants', headers: { cookie } });
    expect(outside.statusCode).toBe(401);
    expect(await exists()).toBe(false);
  });

  test('a session ends with its key', async () => {
    const short = await service.accounts.createOperatorKey({
      expiresAt: new Date(time.nowMs + 60_000).toISOString(),
    });
    const client = consoleClient(service);
    await client.signIn({ api_key: short.key });
    expect((await client.send('GET', path)).statusCode).toBe(200);
    time.nowMs += 61_000;
    expect((await client.send('GET', path)).statusCode).toBe(401);
    const again = consoleClient(service);
    await again.signIn({ api_key: key });
    await service.accounts.revokeKey(keyId);
    expect((await again.send('GET', path)).statusCode).toBe(401);
    expect((await again.signIn({ api_key: key })).statusCode).toBe(401);
  });
});
