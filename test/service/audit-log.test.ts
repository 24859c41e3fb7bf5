/**
 * The entries of the audit log for changes over HTTP, by the console, by commands and by jobs; and reading
 * them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntryFields } from '../../src/contract/audit.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { consoleClient } from './testing/console-client.ts';
import { runHere } from './testing/run-cli.ts';

let service: ComposedService;
let key: string;
let keyId: string;
let main: string;

beforeAll(async () => {
  service = await composed({ '--job-workers': '0' });
  main = (await service.accounts.findTenant('main')).tenantId;
}, 60_000);
beforeEach(async () => {
  const made = await service.accounts.createOperatorKey({ rate: 1000, burst: 1000 });
  [key, keyId] = [made.key, made.stored.keyId];
});
afterAll(() => service?.stop());

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, by = key) {
  const headers = { authorization: `Bearer ${by}`, 'x-request-id': 'req_of-the-test' };
  const answer = await service.server.inject({
    method,
    url: `/v1/${url}`,
    headers,
    remoteAddress: '203.0.113.9',
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
}
const entries = async (query = ''): Promise<readonly AuditEntryFields[]> => {
  const { status, body } = await ask('GET', `admin/audit?${query}`);
  expect(status).toBe(200);
  return body.data;
};
const cli = async (...words: readonly string[]) => {
  const { code, stdout, stderr } = await runHere(service.folder, ...words);
  return { code, stdout, stderr };
};

describe('an entry names what acted', () => {
  test('a key, with address and request', async () => {
    const { body: made } = await ask('POST', `admin/tenants/${main}/keys`, { scopes: ['read'] });
    const [entry] = await entries(`tenant_id=${main}&action=key.create&limit=1`);
    expect(entry).toMatchObject({
      tenant_id: main,
      tenant_name: 'main',
      actor: { kind: 'key', id: keyId, name: null },
      address: '203.0.113.9',
      request_id: 'req_of-the-test',
      target: { kind: 'key', id: made.id },
      details: { scopes: ['read'] },
      result: 'done',
    });
    expect((await ask('GET', `admin/audit?tenant_id=${main}`)).text).not.toContain(made.key);
  });

  test('a session of the console, with its sign-in and sign-out', async () => {
    const client = consoleClient(service, '203.0.113.7');
    expect((await client.signIn({ api_key: key })).statusCode).toBe(200);
    expect((await client.send('POST', `/v1/admin/tenants/${main}/keys`, {})).statusCode).toBe(200);
    const token = client.cookie;
    await client.send('DELETE', '/session');
    const ofTheKey = await entries(`actor=${keyId}`);
    expect(ofTheKey.map(({ action }) => action)).toEqual([
      'console.sign_out',
      'key.create',
      'console.sign_in',
    ]);
    const names = new Set(ofTheKey.map(({ actor }) => actor.name));
    expect(names.size).toBe(1);
    expect(
      ofTheKey.every(({ actor, address }) => actor.kind === 'session' && address === '203.0.113.7'),
    ).toBe(true);
    expect(JSON.stringify(ofTheKey)).not.toContain(token);
  });

  test('a command, with the user of the system', async () => {
    const { code } = await cli('keys', 'create', '--tenant', 'main', '--json');
    expect(code).toBe(0);
    const [entry] = await entries(`tenant_id=${main}&actor=keys create`.replace(' ', '%20'));
    expect(entry!.actor).toMatchObject({ kind: 'command', id: 'keys create' });
    expect(entry!.actor.name).toMatch(/^.+@.+$/);
    expect(entry).toMatchObject({ address: null, request_id: null });
  });
});

test('what a tenant does with its own key is in the log: an erasure, without the id of the person', async () => {
  const age = { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' };
  const person = { user_id: 'ana-silva-1990', domain: 'dating', fields: age };
  expect((await service.send('users', person)).status).toBe(200);
  const erased = await ask('DELETE', 'users/ana-silva-1990', undefined, service.key);
  expect(erased.status).toBe(200);
  const [entry] = await entries(`tenant_id=${main}&action=person.erase`);
  expect(entry).toMatchObject({
    target: null,
    details: { domain: null, records: 1 },
    actor: { kind: 'key' },
  });
  expect(entry!.person).toMatch(/^[0-9a-f]{64}$/);
  const exported = await cli('audit', 'export');
  expect(exported.stdout).not.toContain('ana-silva');
  const found = await cli('audit', 'list', '--tenant', 'main', '--person', 'ana-silva-1990', '--json');
  expect(JSON.parse(found.stdout)).toEqual([entry]);
  expect((await cli('audit', 'list', '--person', 'ana-silva-1990')).code).toBe(2);
});

test('settings of a tenant: what changed, and nothing where nothing did', async () => {
  const { body: tenant } = await ask('POST', 'admin/tenants', {
    ...{ name: 'settings', email: 'ops@example.com', domains: ['dating'] },
  });
  await ask('POST', `admin/tenants/${tenant.id}`, { thresholds: { dating: 7 }, share_outcomes: true });
  await ask('POST', `admin/tenants/${tenant.id}`, { thresholds: { dating: 7 } });
  await ask('POST', `admin/tenants/${tenant.id}`, { thresholds: { dating: 0 } });
  const log = await entries(`tenant_id=${tenant.id}`);
  expect(log.map(({ action, number }) => [number, action])).toEqual([
    [2, 'tenant.change'],
    [1, 'tenant.create'],
  ]);
  expect(log[0]!.details).toEqual({
    changed: [
      { setting: 'threshold', domain: 'dating', from: 1000, to: 7 },
      { setting: 'share_outcomes', from: null, to: true },
    ],
  });
});

test('a training that does not start has no entry', async () => {
  const forced = await service.send('train', { domain: 'dating', force: true });
  expect(forced.status).toBe(409);
  expect(await entries(`tenant_id=${main}&action=training.start`)).toEqual([]);
});

describe('reading', () => {
  test('pages, newest first, each entry once', async () => {
    await ask('POST', `admin/tenants/${main}/keys`, {});
    await ask('POST', `admin/tenants/${main}/keys`, {});
    const first = (await ask('GET', 'admin/audit?limit=2')).body;
    expect(first.has_more).toBe(true);
    const second = (await ask('GET', `admin/audit?limit=2&cursor=${first.next_cursor}`)).body;
    const ids = [...first.data, ...second.data].map(({ id }: AuditEntryFields) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(new Set(ids).size).toBe(4);
    const other = await ask('GET', `admin/audit?limit=2&action=key.create&cursor=${first.next_cursor}`);
    expect(other.status).toBe(400);
  });

  test('by time', async () => {
    expect(await entries('from=2999-01-01T00:00:00Z')).toEqual([]);
    expect(await entries('to=2000-01-01T00:00:00%2B02:00')).toEqual([]);
    expect((await entries('from=2000-01-01T00:00:00Z')).length).toBeGreaterThan(0);
  });

  test.each([
    ['action=none', 400],
    ['from=yesterday', 400],
    ['actor=', 400],
    ['limit=0', 400],
    ['other=1', 400],
    ['cursor=x', 400],
    ['tenant_id=ten_none', 404],
  ])('%s is %i', async (query, status) => {
    expect((await ask('GET', `admin/audit?${query}`)).status).toBe(status);
  });

  test('is for the operator alone', async () => {
    expect((await ask('GET', 'admin/audit', undefined, service.key)).status).toBe(403);
    expect((await ask('GET', 'admin/audit', undefined, 'cp_live_none')).status).toBe(401);
  });
});

describe('counterpart audit', () => {
  test('list prints a table, export lines, oldest first, in a file of its own', async () => {
    const listed = await cli('audit', 'list', '--tenant', 'main', '--limit', '3');
    expect(listed.stdout.split('\n')[0]).toMatch(/^when +tenant +action/);
    const file = join(service.folder, 'audit.jsonl');
    const told = await cli('audit', 'export', '--out', file, '--json');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const exported = lines.map((line) => JSON.parse(line) as AuditEntryFields);
    expect(JSON.parse(told.stdout)).toEqual({ exported: lines.length, file });
    const ids = exported.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(exported.at(-1)).toEqual((await entries('limit=1'))[0]);
    expect((await cli('audit', 'export', '--action', 'none')).code).toBe(2);
  });

  test('verify finds no fault, and what was noted', async () => {
    const { code, stdout } = await cli('audit', 'verify', '--json');
    expect(code).toBe(0);
    const chains = JSON.parse(stdout);
    expect(chains.length).toBeGreaterThan(1);
    const { newest } = chains.find(({ tenant_id }: { tenant_id: string }) => tenant_id === main);
    const noted = `${newest.number}:${newest.hash}`;
    expect((await cli('audit', 'verify', '--tenant', 'main', '--noted', noted)).code).toBe(0);
    const other = `${newest.number}:${'0'.repeat(64)}`;
    const failed = await cli('audit', 'verify', '--tenant', 'main', '--noted', other);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('is not the one that was noted');
    expect((await cli('audit', 'verify', '--noted', noted)).code).toBe(2);
    expect((await cli('audit', 'verify', '--noted', 'x', '--tenant', 'main')).code).toBe(2);
  });

  test('a backup is in the log, and the log is in the backup', async () => {
    const place = join(service.folder, 'backups');
    expect((await cli('backup', place)).code).toBe(0);
    const [made] = await entries('tenant_id=operator&action=backup.make');
    expect(made).toMatchObject({ tenant_id: null, actor: { kind: 'command', id: 'backup' } });
    expect(JSON.stringify(made)).not.toContain(place);
    const data = join(service.folder, 'restored');
    expect((await runHere(data, 'restore', place)).code).toBe(0);
    const restored = JSON.parse((await runHere(data, 'audit', 'list', '--json')).stdout);
    expect(restored[0]).toMatchObject({ action: 'backup.restore', actor: { id: 'restore' } });
    expect(restored.length).toBeGreaterThan(5);
    expect((await runHere(data, 'audit', 'verify')).code).toBe(0);
    // Past the triggers, as an attacker with the file can do it.
    const database = new DatabaseSync(join(data, 'counterpart.sqlite'));
    database.exec('drop trigger audit_entries_stay');
    database.exec(
      `update audit_entries set actor_id = 'key_other' where number = 2 and tenant_id = '${main}'`,
    );
    database.close();
    const { code, stdout } = await runHere(data, 'audit', 'verify');
    expect(code).toBe(1);
    expect(stdout).toMatch(/entry 2 .*hash does not fit/);
  });
});
