/** The operator's commands, as the operator runs them. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts } from '../../src/outside/accounts/create-accounts.ts';
import { openSqliteStore } from '../../src/platform/storage/sqlite/sqlite-store.ts';
import type { Store } from '../../src/platform/storage/store.ts';
import { openNewStore } from '../../src/platform/storage/testing/migrated-database.ts';
import { jsonOf, runHere, startCli } from './testing/run-cli.ts';

let folder: string;
let data: string;
/** The parts that a running server holds open on the same data folder. */
let server: Store;

const pets = `
domain: pets
version: 1
title: Pets and their people
reciprocal: off
scorecard: {}
fields:
  - {name: weight_kg, kind: hard, type: number, range: [0, 2000]}
  - {name: home, kind: hard, type: string, format: geo}
  - {name: about, kind: soft, type: string}
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-cli-'));
  data = join(folder, 'data');
  server = await openNewStore(join(data, 'counterpart.sqlite'));
  writeFileSync(join(folder, 'pets.yaml'), pets);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function child(...args: readonly string[]) {
  return startCli(data, args).ended;
}

test('beside a running server: a tenant, its domains, its keys and their end', {
  timeout: 60_000,
}, async () => {
  const accounts = createAccounts({ store: server, clock: Date.now });
  const create = ['tenants', 'create', 'acme', '--domains', 'dating', '--email', 'ops@acme.example'];
  const tenant = await jsonOf<{ id: string }>(runHere(data, ...create, '--json'));
  const scopes = ['--scopes', 'read,match', '--expires', '90d', '--rate', '7'];
  const made = await jsonOf<{ key: string; id: string }>(
    child('keys', 'create', '--tenant', 'acme', ...scopes, '--json'),
  );
  const caller = await accounts.authenticate(made.key);
  expect(caller).toMatchObject({
    tenantId: tenant.id,
    keyId: made.id,
    scopes: ['read', 'match'],
    rate: 7,
    burst: 14,
  });

  const set = ['tenants', 'set', 'acme', '--threshold', 'dating=50', '--label', 'dating:superlike=+1.5'];
  expect((await runHere(data, ...set)).stdout).toContain('dating.v1 (threshold 50, superlike +1.5)');
  const dating = await accounts.domainFor(caller.tenantId, 'dating');
  expect(dating).toMatchObject({ threshold: 50, labels: { superlike: 1.5 } });

  const exposed = ['tenants', 'set', 'acme', '--fair-exposure'];
  const fair = await runHere(data, ...exposed, 'dating={"capacity":20,"hard_cap":null}');
  expect(fair.stdout).toContain('fair exposure of capacity 20');
  expect((await accounts.domainFor(caller.tenantId, 'dating')).fairExposure).toMatchObject({
    ...{ capacity: 20, hard_cap: null, window_hours: 24 },
  });
  for (const given of [
    'dating={"capacity":0}',
    'dating={',
    'dating',
    'dating={"capacity":1,"groups":{"field":"age"}}',
  ])
    expect((await runHere(data, ...exposed, given)).code).not.toBe(0);
  await runHere(data, ...exposed, 'dating=off');
  expect((await accounts.domainFor(caller.tenantId, 'dating')).fairExposure).toBeNull();

  const explore = (given: string) => runHere(data, 'tenants', 'set', 'acme', '--explore', given);
  expect((await explore('dating=0.1')).stdout).toContain('explores 0.1');
  expect((await accounts.domainFor(caller.tenantId, 'dating')).explore).toBe(0.1);
  for (const given of ['dating=0.3', 'dating=-0.1', 'dating=1.2.3', 'dating', 'dating='])
    expect((await explore(given)).code, given).toBe(2);
  await explore('dating=default');
  expect((await accounts.domainFor(caller.tenantId, 'dating')).explore).toBeNull();

  const add = ['domains', 'add', join(folder, 'pets.yaml'), '--tenant', 'acme', '--json'];
  expect(await jsonOf(runHere(data, ...add))).toMatchObject({ version: 'pets.v1', previous_version: null });
  expect((await accounts.domainFor(caller.tenantId, 'pets')).definition.title).toBe('Pets and their people');

  const listed = await runHere(data, 'keys', 'list');
  expect(listed.stdout).toContain(made.id);
  expect(listed.stdout).not.toContain(made.key);
  expect(await runHere(data, 'keys', 'revoke', made.id)).toMatchObject({ code: 0 });
  await expect(accounts.authenticate(made.key)).rejects.toThrow(/revoked/);
});

test('a domain on OpenSearch: moved there, its indexes listed and asked for again, moved back', async () => {
  await runHere(data, 'tenants', 'create', 'large', '--domains', 'dating', '--email', 'a@b');
  const set = (engine: string) => runHere(data, 'tenants', 'set', 'large', '--engine', engine);
  const rebuild = (name: string) => runHere(data, 'search-indexes', 'rebuild', name, '--tenant', 'large');
  expect((await rebuild('dating')).code).toBe(2);
  expect((await set('dating=opensearch')).stdout).toContain('on opensearch');
  for (const given of ['dating', 'dating=', 'dating=elsewhere', '=memory'])
    expect((await set(given)).code, given).toBe(2);
  expect((await set('hiring=opensearch')).code).toBe(1);
  const exposed = ['tenants', 'set', 'large', '--fair-exposure', 'dating={"capacity":20}'];
  expect((await runHere(data, ...exposed)).code).toBe(1);
  expect((await rebuild('dating')).stdout).toContain('builds another index of dating');
  expect((await rebuild('dating')).stdout).toContain('was asked for already');
  expect((await runHere(data, 'search-indexes', 'list')).stdout).toMatch(/large +dating\.v1 +asked/);
  const listed = await jsonOf<readonly object[]>(runHere(data, 'search-indexes', 'list', '--json'));
  expect(listed).toEqual([{ tenant: 'large', domain: 'dating.v1', state: 'asked', behind: null, index: '' }]);
  expect((await set('dating=memory')).stdout).not.toContain('opensearch');
  const { tenantId } = (await server.accounts.tenantNamed('large'))!;
  const entries = await server.audit.entriesAfter(tenantId, 0, 100);
  expect(JSON.stringify(entries)).toContain('"setting":"engine"');
});

test('console sessions of a key are listed and ended, and a link opens one', async () => {
  const accounts = createAccounts({ store: server, clock: Date.now });
  await runHere(data, 'tenants', 'create', 'seen', '--domains', 'dating', '--email', 'a@b');
  const made = await jsonOf<{ key: string; id: string }>(
    runHere(data, 'keys', 'create', '--tenant', 'seen', '--scopes', 'read,match', '--json'),
  );
  const link = await runHere(data, 'console-link', made.id, '--scopes', 'read');
  const token = /^http:\/\/127\.0\.0\.1:8080\/console\/#link=(cp_link_\S+)\n/.exec(link.stdout)![1]!;
  const elsewhere = await jsonOf<{ link: string }>(
    runHere(data, 'console-link', made.id, '--url', 'https://match.example.com/', '--json'),
  );
  expect(elsewhere.link).toMatch(/^https:\/\/match\.example\.com\/console\/#link=cp_link_/);

  const first = await accounts.sessions.signIn({ apiKey: made.key }, []);
  const second = await accounts.sessions.signIn({ link: token }, []);
  expect(second.caller.scopes).toEqual(['read']);
  const listed = await runHere(data, 'keys', 'list', '--tenant', 'seen');
  expect(listed.stdout).toMatch(/ {2}2 since \d{4}-\S+ until \d{4}-\S+/);
  for (const { token: secret } of [first, second]) expect(listed.stdout).not.toContain(secret);
  const [shown] = await jsonOf<{ sessions: { scopes: string[]; expires_at: string }[] }[]>(
    runHere(data, 'keys', 'list', '--tenant', 'seen', '--json'),
  );
  expect(shown!.sessions).toMatchObject([
    { scopes: ['read', 'match'], expires_at: new Date(first.expiresAtMs).toISOString() },
    { scopes: ['read'] },
  ]);
  expect((await runHere(data, 'keys', 'end-sessions', made.id)).stdout).toContain('2 sessions of key_');
  await expect(accounts.sessions.authenticate(first.token)).rejects.toMatchObject({ code: 'unauthorized' });
  const late = elsewhere.link.split('#link=')[1]!;
  await expect(accounts.sessions.signIn({ link: late }, [])).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await accounts.authenticate(made.key)).toMatchObject({ keyId: made.id });
  expect((await runHere(data, 'keys', 'list', '--tenant', 'seen')).stdout).toMatch(/none$/m);
  expect(await runHere(data, 'keys', 'end-sessions', 'key_none')).toMatchObject({ code: 1 });
});

test('members are added, changed, listed and removed, and keys get names', async () => {
  await runHere(data, 'tenants', 'create', 'staffed', '--domains', 'dating', '--email', 'a@b');
  const add = ['members', 'add', 'Ana@Example.com'];
  const made = await jsonOf<{ id: string }>(
    runHere(data, ...add, '--tenant', 'staffed', '--role', 'viewer', '--name', 'Ana', '--json'),
  );
  expect(made).toMatchObject({ email: 'ana@example.com', role: 'viewer', scopes: ['read'] });
  expect(made).toMatchObject({ created_by: 'members add' });
  expect((await runHere(data, ...add, '--operator')).stdout).toContain('with operator');
  for (const wrong of [[], ['--tenant', 'staffed', '--operator'], ['--operator', '--role', 'viewer']])
    expect((await runHere(data, ...add, ...wrong)).code).toBe(2);
  expect((await runHere(data, ...add, '--tenant', 'staffed', '--role', 'owner')).code).toBe(1);
  const set = await runHere(data, 'members', 'set', made.id, '--scopes', 'read,match', '--unbind');
  expect(set.stdout).toContain('has read,match');
  expect((await runHere(data, 'members', 'set', made.id)).code).toBe(2);
  const listed = await runHere(data, 'members', 'list');
  expect(listed.stdout).toMatch(/ana@example\.com +Ana +staffed +read,match +never +0/);
  expect(listed.stdout).toMatch(/ana@example\.com +\(operator\) +operator +never +0/);
  expect((await runHere(data, 'members', 'end-sessions', made.id)).stdout).toContain('0 sessions');
  expect((await runHere(data, 'members', 'remove', made.id)).stdout).toContain('is removed');
  expect((await runHere(data, 'members', 'remove', made.id)).code).toBe(1);
  const key = await jsonOf<{ id: string }>(
    runHere(data, 'keys', 'create', '--tenant', 'staffed', '--name', 'shop', '--json'),
  );
  expect(key).toMatchObject({ name: 'shop', last_used_at: null });
  expect((await runHere(data, 'keys', 'rename', key.id, 'till')).stdout).toContain('«till»');
  expect((await runHere(data, 'keys', 'list', '--tenant', 'staffed')).stdout).toContain('till');
});

test('memory access is set, and its header shown nowhere', async () => {
  await runHere(data, 'tenants', 'create', 'memo', '--email', 'a@b');
  const set = [
    'tenants',
    'set',
    'memo',
    '--memory-host',
    'memory.internal',
    '--memory-header',
    'X-Key: s3cret',
  ];
  const run = await runHere(data, ...set, '--json');
  expect(JSON.parse(run.stdout).memory).toEqual({ hosts: ['memory.internal'], header_is_set: true });
  expect(run.stdout + (await runHere(data, 'tenants', 'list')).stdout).not.toContain('s3cret');
  expect((await server.accounts.tenantNamed('memo'))?.settings.memoryHeader).toBe('X-Key: s3cret');
});

test('an enrichment endpoint is set, and neither its header nor its query shown', async () => {
  await runHere(data, 'tenants', 'create', 'rich', '--email', 'a@b');
  const set = (...flags: readonly string[]) => runHere(data, 'tenants', 'set', 'rich', ...flags, '--json');
  const url = 'https://enrich.example.com/people?token=t0ken';
  const run = await set('--enrichment-url', url, '--enrichment-header', 'X-Key: s3cret');
  const shown = { url: 'https://enrich.example.com/people', header_is_set: true };
  expect(JSON.parse(run.stdout).enrichment).toEqual(shown);
  expect(run.stdout + (await runHere(data, 'tenants', 'list', '--json')).stdout).not.toMatch(/s3cret|t0ken/);
  expect((await server.accounts.tenantNamed('rich'))?.settings).toMatchObject({
    enrichmentUrl: url,
    enrichmentHeader: 'X-Key: s3cret',
  });
  const inside = await set('--enrichment-url', 'http://10.0.0.1/x');
  expect([inside.code, inside.stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining('--memory-host'),
  ]);
  expect(inside.code).not.toBe(0);
  expect(JSON.parse((await set('--enrichment-url', '')).stdout).enrichment).toEqual({
    url: null,
    header_is_set: false,
  });
});

describe('an error has a message and an exit code', () => {
  test('by the process', async () => {
    const serve = await child('serve', '--porrt', '8080');
    expect(serve).toMatchObject({ code: 2, stdout: '' });
    expect(serve.stderr).toMatch(/«--porrt» is no flag of serve/);
  });

  test.each([
    [2, /unknown command 'tenantz'/, ['tenantz']],
    [2, /unknown option '--bogus'/, ['tenants', 'create', 'x', '--email', 'a@b', '--bogus']],
    [2, /required option '--email/, ['tenants', 'create', 'x']],
    [
      2,
      /--label was given «dating»; expected DOMAIN:LABEL=POLARITY/,
      ['tenants', 'set', 'acme', '--label', 'dating'],
    ],
    [2, /Nothing to set/, ['tenants', 'set', 'acme']],
    [2, /Expected a date/, ['keys', 'create', '--tenant', 'acme', '--expires', 'soon']],
    [2, /There is no file/, ['import', '--tenant', 'acme', '--domain', 'dating', '/nowhere/x.csv']],
    [1, /There is no tenant «nobody»/, ['keys', 'create', '--tenant', 'nobody']],
    [1, /scopes: fly/, ['keys', 'create', '--tenant', 'acme', '--scopes', 'read,fly']],
    [1, /There is no domain «unicorns»/, ['tenants', 'enable', 'acme', '--domain', 'unicorns']],
    [1, /ENOENT/, ['domains', 'validate', '/nowhere/x.yaml']],
  ])('%i: %s', async (code, message, args) => {
    const run = await runHere(data, ...args);
    expect(run.stderr).toMatch(message);
    expect(run).toMatchObject({ code, stdout: '' });
  });

  test('a definition’s faults have lines', async () => {
    const file = join(folder, 'faulty.yaml');
    writeFileSync(file, pets.replace('type: number', 'type: numeric'));
    const run = await runHere(data, 'domains', 'validate', file);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/faulty\.yaml:8:/);
  });
});

test('doctor reports a sound data folder as sound, and a damaged store as damaged', {
  timeout: 60_000,
}, async () => {
  const sound = await jsonOf<{ ok: boolean; checks: { name: string }[] }>(runHere(data, 'doctor', '--json'));
  expect(sound.ok).toBe(true);
  expect(sound.checks.map(({ name }) => name)).toEqual([
    ...['node', 'data folder', 'disk space', 'store', 'text encoder', 'gazetteer'],
  ]);
  const other = join(folder, 'damaged');
  await (await openSqliteStore({ file: join(other, 'counterpart.sqlite') })).close();
  writeFileSync(join(other, 'counterpart.sqlite'), 'no database '.repeat(1000));
  const damaged = await runHere(other, 'doctor');
  expect(damaged.code).toBe(1);
  expect(damaged.stdout).toMatch(/FAIL {2}store: .*is damaged.*backup/);
});

test('a row has the bounds of a body', { timeout: 60_000 }, async () => {
  const accounts = createAccounts({ store: server, clock: Date.now });
  const { tenantId } = await accounts.createTenant({ name: 'bounded', domains: ['dating'], email: 'a@b' });
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, n]));
  const row = (user_id: string, fields: object) => JSON.stringify({ user_id, fields });
  const source = join(folder, 'wide.ndjson');
  const lines = [
    row('ana', { extra: named(1000) }),
    row('ben', named(257)),
    row('cem', { extra: named(1001) }),
    `{"user_id":"dan","fields":{"extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    row('eve', { extra: Array.from({ length: 250_000 }, () => 0) }),
    JSON.stringify({ user_id: 'fay', preferences: named(65) }),
    row('gil', { age: 30 }),
  ];
  writeFileSync(source, lines.join('\n'));
  const importing = [
    'import',
    '--domain',
    'dating',
    '--json',
    '--tenant',
    'bounded',
    source,
    '--max-rejected',
    '1',
  ];
  const told = await jsonOf<{ rejects_file: string }>(runHere(data, ...importing));
  expect(told).toMatchObject({ finished: true, imported: 2, rejected: 5 });
  const rejects = readFileSync(told.rejects_file, 'utf8').trim().split('\n');
  expect(rejects.map((line) => JSON.parse(line))).toMatchObject([
    { row: 2, reason: 'fields: has 257 keys; at most 256 are taken. Leave some out' },
    { row: 3, reason: expect.stringMatching(/^fields\.extra has more than 1000 keys/) },
    { row: 4, reason: expect.stringMatching(/^the line is nested deeper than 64 levels/) },
    { row: 5, reason: expect.stringMatching(/^the line has more than 250000 values/) },
    { row: 6, reason: 'preferences: has 65 keys; at most 64 are taken. Leave some out' },
  ]);
  expect(await server.profiles.count(tenantId, 'dating')).toBe(2);
});

test('an import reports what it took and did not understand', { timeout: 60_000 }, async () => {
  const accounts = createAccounts({ store: server, clock: Date.now });
  await accounts.createTenant({ name: 'warned', domains: ['dating'], email: 'a@b' });
  const source = join(folder, 'places.ndjson');
  const places = ['Lisbon', 'Middle-earth', '80331 München', 'Gondolin', 'Москва'];
  const row = (location: string, n: number) => JSON.stringify({ user_id: `p${n}`, fields: { location } });
  writeFileSync(source, places.map(row).join('\n'));
  const importing = ['import', '--domain', 'dating', '--tenant', 'warned', source];
  expect(await jsonOf(runHere(data, ...importing, '--json'))).toMatchObject({
    imported: 5,
    rejected: 0,
    warnings: [
      { code: 'place_unknown', field: 'location', rows: 2, first: { row: 2, value: 'Middle-earth' } },
    ],
  });
  const { stdout } = await runHere(data, ...importing, '--restart');
  expect(stdout).toMatch(/2 rows with place_unknown in location; the first is row 2: .*"Middle-earth"/);
});

test('an export can be imported again, with the same rows', { timeout: 60_000 }, async () => {
  const accounts = createAccounts({ store: server, clock: Date.now });
  const [giver, taker] = [
    await accounts.createTenant({ name: 'giver', domains: [], email: 'a@b' }),
    await accounts.createTenant({ name: 'taker', domains: [], email: 'a@b' }),
  ];
  for (const { tenantId } of [giver, taker]) await accounts.addDefinition(tenantId, pets, 'pets.yaml');
  const source = join(folder, 'people.ndjson');
  const people = [
    { user_id: 'ana', fields: { weight_kg: 31, home: 'Lisbon' }, context: 'I love hiking — and «naps».' },
    { user_id: 'ben \u2028 "b"', fields: { shoe: { size: 44 } }, preferences: { weight_kg: { gte: 30 } } },
    { user_id: 'cem', fields: { weight_kg: 'heavy' } },
    { user_id: 'dan', surname: 'unknown key' },
    { user_id: 'eve' },
  ];
  writeFileSync(source, people.map((person) => JSON.stringify(person)).join('\n'));
  const importing = ['import', '--domain', 'pets', '--json', '--tenant'];
  const first = await jsonOf<{ rejects_file: string }>(runHere(data, ...importing, 'giver', source));
  expect(first).toMatchObject({ finished: true, imported: 3, rejected: 2 });
  const rejects = readFileSync(first.rejects_file, 'utf8').trim().split('\n');
  expect(rejects.map((line) => JSON.parse(line))).toMatchObject([
    { row: 3, reason: expect.stringMatching(/weight_kg/), values: people[2] },
    { row: 4, reason: expect.stringMatching(/surname/), values: people[3] },
  ]);

  const [out, again] = [join(folder, 'out.ndjson'), join(folder, 'again.ndjson')];
  const exporting = ['export-users', '--domain', 'pets', '--json', '--out'];
  expect(await jsonOf(runHere(data, ...exporting, out, '--tenant', 'giver'))).toMatchObject({ exported: 3 });
  expect(existsSync(`${out}.partial`)).toBe(false);
  expect(await jsonOf(runHere(data, ...importing, 'taker', out))).toMatchObject({ imported: 3, rejected: 0 });
  await runHere(data, ...exporting, again, '--tenant', 'taker');
  expect(readFileSync(again, 'utf8')).toBe(readFileSync(out, 'utf8'));
  for (const userId of ['ana', people[1]!.user_id, 'eve']) {
    const [before, after] = [
      await server.profiles.get(giver.tenantId, 'pets', userId),
      await server.profiles.get(taker.tenantId, 'pets', userId),
    ];
    expect(before).not.toBeNull();
    expect(after?.fields).toEqual(before?.fields);
    expect(after?.places).toEqual(before?.places);
    expect(after?.extras).toEqual(before?.extras);
    expect(after?.preferences.given).toEqual(before?.preferences.given);
  }
});
