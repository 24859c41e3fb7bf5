/** Messages of trackers become people, outcomes and events of datasets, each once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
let key: string;
let datasetId: string;

const post = async (path: string, payload: unknown, authorization = `Bearer ${key}`) => {
  const headers = { authorization, 'content-type': 'application/json' };
  const url = `/v1/${path}`;
  const answer = await service.server.inject({
    method: 'POST',
    url,
    headers,
    payload: JSON.stringify(payload),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: object, as = service.key) => {
  const headers = { authorization: `Bearer ${as}` };
  const answer = await service.server.inject({
    method,
    url: `/v1/${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const at = '2026-01-01T10:00:00.000Z';
const mapping = {
  track: [
    {
      event: ['Liked', 'Passed'],
      into: 'feedback',
      domain: 'dating',
      candidate_id: 'properties.profile',
      outcome: { column: 'event', map: { Liked: 'accepted', Passed: 'rejected' } },
    },
    { event: 'Viewed', into: 'events', dataset: 'shop', value: { column: 'properties.price', as: 'number' } },
    {
      event: 'link_click',
      into: 'events',
      dataset: 'shop',
      item_id: 'properties.targetUrl',
      kind: { constant: 'click' },
    },
  ],
};

beforeAll(async () => {
  service = await composed({}, { jobWorkers: 0 });
  const { tenantId } = await service.accounts.findTenant('main');
  key = (await service.accounts.createKey(tenantId, { scopes: ['ingest'] })).key;
  const imported = await service.send(
    'datasets',
    { name: 'shop', items: [{ item_id: 'cup', text: 'a cup' }], events: [] },
    'messages-shop',
  );
  datasetId = ((await service.ended(imported.body.id)).result as { dataset: { id: string } }).dataset.id;
}, 60_000);
afterAll(() => service?.stop());

test('traits that are fields of the only domain become a person', async () => {
  const sent = { userId: 'ana', messageId: 'm1', traits: { age: 31, gender: 'woman', plan: 'free' } };
  const basic = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const { status, body } = await post('identify', sent, basic);
  expect([status, body.success, body.stored]).toEqual([200, true, 1]);
  expect((await post('identify', sent)).body).toMatchObject({ stored: 0, repeated: 1 });
  const person = await ask('GET', 'users/ana?domain=dating');
  expect(person.body).toMatchObject({ fields: { age: 31, gender: 'woman' }, extras: {} });
});

test('events become outcomes and events of a dataset, and the others are counted', async () => {
  expect((await ask('PUT', 'message-mapping', mapping)).body).toMatchObject({ track: mapping.track });
  expect((await ask('GET', 'message-mapping')).body.changed_at).toEqual(expect.any(String));
  const batch = [
    { type: 'identify', userId: 'bruno', messageId: 'm2', traits: { age: 33 } },
    {
      type: 'track',
      userId: 'ana',
      messageId: 'm3',
      event: 'Liked',
      properties: { profile: 'bruno' },
      timestamp: at,
    },
    {
      type: 'track',
      userId: 'ana',
      messageId: 'm3',
      event: 'Liked',
      properties: { profile: 'bruno' },
      timestamp: at,
    },
    { type: 'track', userId: 'ana', messageId: 'm4', event: 'Liked', properties: { profile: 'nobody' } },
    {
      type: 'track',
      userId: 'ana',
      messageId: 'm5',
      event: 'Viewed',
      properties: { product_id: 'cup', price: '8.5' },
      timestamp: at,
    },
    {
      type: 'track',
      userId: 'ana',
      messageId: 'm6',
      event: 'Viewed',
      properties: { product_id: 'none' },
      timestamp: at,
    },
    { type: 'track', userId: 'ana', messageId: 'm7', event: 'Opened' },
    { type: 'page', userId: 'ana' },
    { type: 'track', event: 7 },
    'nothing',
  ];
  const { body } = await post('batch', { batch, sentAt: at });
  expect(body).toMatchObject({
    ...{ stored: 3, repeated: 1, ignored: 2, rejected: 4, ignored_events: { Opened: 1, page: 1 } },
    rejects: [
      { index: 3, message_id: 'm4', code: 'user_not_found' },
      { index: 5, message_id: 'm6', code: 'unresolved_reference' },
      { index: 8, code: 'invalid_request' },
      { index: 9, code: 'invalid_request' },
    ],
  });
  expect((await post('batch', { batch, sentAt: at })).body).toMatchObject({
    stored: 0,
    repeated: 4,
    rejected: 4,
  });
  expect((await ask('GET', 'message-rejects')).body.data).toHaveLength(8);
  const outcomes = await ask('GET', 'users/ana/export');
  expect(outcomes.body.outcomes_as_seeker ?? outcomes.body.outcomes).toHaveLength(1);
});

test('an outcome waits for a person of another request', async () => {
  const liked = { userId: 'eva', event: 'Liked', messageId: 'early-1', properties: { profile: 'bruno' } };
  const outcome = post('track', liked);
  await sleep(200);
  await post('identify', { userId: 'eva', messageId: 'early-2', traits: { age: 40 } });
  expect((await outcome).body).toMatchObject({ stored: 1 });
  const nobody = { ...liked, userId: 'nobody', messageId: 'early-3' };
  expect((await post('track', nobody)).body).toMatchObject({ rejected: 1 });
});

test('events of a Snowplow tracker', async () => {
  const data = { targetUrl: 'cup' };
  const ue = {
    schema: 'iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0',
    data: { schema: 'iglu:com.snowplowanalytics.snowplow/link_click/jsonschema/1-0-1', data },
  };
  const { body } = await post('snowplow', {
    schema: 'iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4',
    data: [
      {
        e: 'ue',
        eid: 's1',
        uid: 'ana',
        dtm: '1767261600000',
        ue_px: Buffer.from(JSON.stringify(ue)).toString('base64'),
      },
      { e: 'se', eid: 's2', uid: 'ana', dtm: '1767261600000', se_ca: 'x', se_ac: 'Unknown' },
      { e: 'pp', eid: 's3' },
    ],
  });
  expect(body).toMatchObject({ stored: 1, ignored: 2, ignored_events: { Unknown: 1, pp: 1 } });
  const again = await post('datasets', {});
  expect(again.status).toBe(403);
});

test('a message without a time is the same when it comes again', async () => {
  const sent = { userId: 'ana', messageId: 'm8', event: 'Viewed', properties: { product_id: 'cup' } };
  expect((await post('track', sent)).body).toMatchObject({ stored: 1 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await post('track', sent)).body).toMatchObject({ repeated: 1, rejected: 0 });
});

test('wrong calls', async () => {
  expect((await post('track', { userId: 'ana' })).status).toBe(400);
  expect((await post('batch', { batch: [] })).status).toBe(400);
  expect((await post('track', { event: 'x' }, `Bearer ${service.key}`)).status).toBe(200);
  expect((await post('track', { event: 'x' }, 'Basic bm9rZXk6')).status).toBe(401);
  const basic = `Basic ${Buffer.from(`${service.key}:`).toString('base64')}`;
  expect((await post('feedback', { domain: 'dating', items: [] }, basic)).status).toBe(401);
  for (const wrong of [
    { track: [{ event: 'a', into: 'feedback', candidate: 'x' }] },
    { track: [{ event: 'a', into: 'events' }] },
    { track: [{ event: 'a', into: 'events', dataset: 'shop', kind: { column: 'event', match: '(a+)+$' } }] },
    { identify: { fields: { age: { colum: 'x' } } } },
  ])
    expect((await ask('PUT', 'message-mapping', wrong)).status).toBe(400);
  expect(
    (await ask('PUT', 'message-mapping', { track: [{ event: 'a', into: 'events', dataset: 'none' }] }))
      .status,
  ).toBe(404);
  expect((await ask('GET', 'message-mapping', undefined, key)).status).toBe(403);
  expect(datasetId).toMatch(/^ds_/);
});

test('connectors of the workspace are listed, and no other', async () => {
  const { tenantId } = await service.accounts.findTenant('main');
  const other = await service.accounts.createTenant({
    name: 'other',
    domains: ['dating'],
    email: 'o@b.example',
  });
  const begun = { source: 'folder', owner: 'here', checkedAtMs: Date.parse(at) };
  await service.store.connectors.take({ ...begun, tenantId, name: 'views' });
  await service.store.connectors.take({ ...begun, tenantId: other.tenantId, name: 'theirs' });
  expect(await ask('GET', 'connectors')).toMatchObject({
    status: 200,
    body: { data: [{ name: 'views', source: 'folder', stored: 0, rejected: 0, lag: null, checked_at: at }] },
  });
  expect((await ask('GET', 'connectors', undefined, key)).status).toBe(403);
});

test('an erasure reaches the refused messages and the ids of the taken ones', async () => {
  expect((await ask('DELETE', 'users/ana')).status).toBe(200);
  const left = (await ask('GET', 'message-rejects')).body.data;
  expect(left.filter(({ user_id }: { user_id: string }) => user_id === 'ana')).toEqual([]);
  const sent = { userId: 'ana', messageId: 'm1', traits: { age: 31 } };
  expect((await post('identify', sent)).body).toMatchObject({ rejected: 1, rejects: [{ code: 'erased' }] });
});

test('what a device did is its person\u2019s from the first identify of both on', async () => {
  const track = (messageId: string, who: object) => {
    return {
      type: 'track',
      event: 'Viewed',
      messageId,
      timestamp: at,
      properties: { item_id: 'cup' },
      ...who,
    };
  };
  const batch = [
    track('device-1', { anonymousId: 'device' }),
    { type: 'identify', userId: 'carla', anonymousId: 'device', messageId: 'device-2', traits: { age: 40 } },
    track('device-3', { anonymousId: 'device' }),
    // Another person of the same device.
    { type: 'identify', userId: 'dora', anonymousId: 'device', messageId: 'device-4', traits: { age: 41 } },
  ];
  expect((await post('batch', { batch })).body).toMatchObject({ stored: 4, rejected: 0 });
  const { tenantId } = await service.accounts.findTenant('main');
  const { appends } = service.store;
  expect(await appends.ownersOf(tenantId, 'shop', ['device'])).toEqual(new Map([['device', 'carla']]));
  expect((await appends.ofPerson(tenantId, 'shop', 'carla', 10)).map(({ id }) => id)).toEqual([
    'device-1',
    'device-3',
  ]);
});

test('a repeated identify merges what the first one did not', async () => {
  const sent = { userId: 'elsa', anonymousId: 'phone', messageId: 'phone-1', traits: { age: 50 } };
  await ask('PUT', 'message-mapping', { track: [] });
  expect((await post('identify', sent)).body).toMatchObject({ stored: 1 });
  await ask('PUT', 'message-mapping', mapping);
  expect((await post('identify', sent)).body).toMatchObject({ stored: 0, repeated: 1 });
  const { tenantId } = await service.accounts.findTenant('main');
  const owners = await service.store.appends.ownersOf(tenantId, 'shop', ['phone']);
  expect(owners).toEqual(new Map([['phone', 'elsa']]));
});
