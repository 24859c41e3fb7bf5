/**
 * Nothing is stored for a blocked id, whichever way it comes in; and it can be stored again when the block is
 * lifted.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/composition/open-store.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { runHere } from './testing/run-cli.ts';

const ID = 'gone@example.com';
let service: ComposedService;
let datasetId: string;
let keys = 0;

const item = { item_id: 'a', text: 'a thing' };
const event = (person_id: string, event_id = `e${++keys}`) => {
  return { event_id, person_id, item_id: 'a', kind: 'view', timestamp: '2026-01-01T00:00:00Z' };
};
const send = (path: string, body: object) => service.send(path, body, `blocked-people-${++keys}`);
const remove = async (path: string, key = service.key) => {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await service.server.inject({ method: 'DELETE', url: `/v1/${path}`, headers });
  return { status: answer.statusCode, body: answer.json() };
};
const lines = async (path: string, rows: readonly object[]) => {
  const answer = await service.server.inject({
    method: 'POST',
    url: `/v1/${path}`,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/x-ndjson' },
    payload: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  });
  return answer.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};
const person = (user_id: string) => ({ user_id, domain: 'dating', fields: { age: 30, gender: 'woman' } });

beforeAll(async () => {
  service = await composed({}, { jobWorkers: 0 });
  await send('users', person('other'));
  const imported = await send('datasets', { name: 'shop', items: [item], events: [event('other')] });
  datasetId = ((await service.ended(imported.body.id)).result as { dataset: { id: string } }).dataset.id;
}, 60_000);
beforeEach(async () => {
  await send('users', person(ID));
  expect((await remove(`users/${encodeURIComponent(ID)}?block=true`)).body).toMatchObject({ blocked: true });
});
afterAll(() => service?.stop());

/** Each answers with the code of the error. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'POST /users': async () => (await send('users', person(ID))).body.error,
  'POST /users in another domain': async () =>
    (await send('users', { ...person(ID), domain: 'dating', context: 'I am 30.' })).body.error,
  'a line of POST /users/batch': async () => {
    const [other, blocked] = await lines('users/batch', [person('other'), person(ID)]);
    expect(other.status).toBe(200);
    return blocked.error;
  },
  'a repeated line of POST /users/batch': async () =>
    (await lines('users/batch?repeated=replace', [person(ID), person(ID)]))[1].error,
  'POST /context': async () =>
    (await send('context', { user_id: ID, domain: 'dating', source: 'chat', content: 'I love Rome.' })).body
      .error,
  'POST /ingest': async () =>
    (await send('ingest', { user_id: ID, domain: 'dating', text: 'I love Rome.' })).body.error,
  'POST /stream': async () =>
    (await send('stream', { user_id: ID, domain: 'dating', text: 'I love Rome.' })).body.error,
  'a seeker in POST /feedback': async () => feedback({ seeker_id: ID, candidate_id: 'other' }),
  'a candidate in POST /feedback': async () => feedback({ seeker_id: 'other', candidate_id: ID }),
  'the seeker of POST /match': async () =>
    (await send('match', { user_id: ID, domain: 'dating' })).body.error,
  'events of a new dataset': async () =>
    (await send('datasets', { name: 'new', items: [item], events: [event(ID)] })).body.error,
  'rows of people of a new dataset': async () =>
    (
      await send('datasets', {
        ...{ name: 'new', items: [item], events: [], features: { people: { age: 'number' } } },
        people: [{ person_id: ID, attributes: { age: 3 } }],
      })
    ).body.error,
  'appended events': async () =>
    (await send(`datasets/${datasetId}/events`, { events: [event('other'), event(ID)] })).body.error,
  'a file of a dataset': async () => {
    const folder = join(service.folder, 'imports');
    mkdirSync(folder, { recursive: true });
    const rows = [
      { type: 'item', ...item },
      { type: 'event', ...event(ID) },
    ];
    writeFileSync(join(folder, 'rows.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
    const begun = await send('datasets', { name: 'file', source_uri: 'file:rows.jsonl', format: 'jsonl' });
    return (await service.ended(begun.body.id)).error;
  },
};

async function feedback(pair: { readonly seeker_id: string; readonly candidate_id: string }) {
  const items = [{ ...pair, outcome: 'accepted', weight: 1 }];
  const { body } = await send('feedback', { domain: 'dating', items });
  expect(body.accepted).toBe(0);
  return body.errors[0];
}

describe('a blocked id', () => {
  test.each(Object.entries(ways))('is refused: %s', async (_, way) => {
    const error = (await way()) as { code: string; message: string };
    expect(error).toMatchObject({ code: 'erased' });
    expect(error.message).toContain(ID);
    const { status } = await service.send(`users/${encodeURIComponent(ID)}`);
    expect(status).toBe(404);
  });

  test('is refused by an import of the command line', async () => {
    const file = join(service.folder, 'people.jsonl');
    writeFileSync(file, [ID, 'somebody'].map((user_id) => `${JSON.stringify(person(user_id))}\n`).join(''));
    const imported = await runHere(service.folder, 'import', '--tenant', 'main', '--domain', 'dating', file);
    expect(`${imported.stdout}${imported.stderr}`).toMatch(/was erased/);
    expect((await service.send(`users/${encodeURIComponent(ID)}`)).status).toBe(404);
    expect((await service.send('users/somebody')).status).toBe(200);
  });

  test('is 409, another workspace has it, and the store keeps a hash alone', async () => {
    expect((await send('users', person(ID))).status).toBe(409);
    const { accounts } = service;
    const other = await accounts
      .findTenant('other')
      .catch(() => accounts.createTenant({ name: 'other', domains: ['dating'], email: 'o@example.com' }));
    const { key } = await accounts.createKey(other.tenantId, {});
    const stored = await service.server.inject({
      ...{ method: 'POST', url: '/v1/users', payload: person(ID) },
      headers: { authorization: `Bearer ${key}` },
    });
    expect(stored.statusCode).toBe(200);
    expect((await remove(`blocked-users/${encodeURIComponent(ID)}`, key)).status).toBe(404);
    expect((await remove(`users/${encodeURIComponent(ID)}`, key)).body).toMatchObject({ blocked: false });
  });

  test('is stored again when the block is lifted, once', async () => {
    const path = `blocked-users/${encodeURIComponent(ID)}`;
    expect(await remove(path)).toMatchObject({ status: 200, body: { user_id: ID, blocked: false } });
    expect((await send('users', person(ID))).status).toBe(200);
    expect(await remove(path)).toMatchObject({ status: 404, body: { error: { code: 'user_not_found' } } });
  });

  test('may be one that nothing is stored of, and holds for a store that is opened anew', async () => {
    expect(await remove('users/never-seen?block=true')).toMatchObject({
      ...{ status: 200, body: { blocked: true, domains: [], erased: { records: 0 } } },
    });
    const again = await openStore(service.settings);
    const { tenantId } = await service.accounts.findTenant('main');
    expect([...(await again.blocks.among(tenantId, ['never-seen', 'other', ID]))].sort()).toEqual([
      ID,
      'never-seen',
    ]);
    await again.close();
  });

  test('needs no domain, and a value that is known', async () => {
    for (const query of ['block=true&domain=dating', 'block=yes', 'block=']) {
      const refused = await remove(`users/other?${query}`);
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    }
    expect((await service.send('users/other')).status).toBe(200);
    expect((await remove('users/nobody-at-all')).status).toBe(404);
  });
});
