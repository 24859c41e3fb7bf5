import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppendEventsRequest, AppendItemsRequest } from '../../../contract/dataset-append.ts';
import type { Job } from '../../../platform/storage/job.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from '../testing/dataset-world.ts';
import { pendingEventsOf } from './pending-events.ts';

let world: DatasetWorld;
beforeAll(async () => {
  world = await openDatasetWorld();
});
afterAll(() => world.dispose());

const item = (id: string, given: object = {}) => ({ item_id: id, text: `Thing ${id}`, ...given });
const event = (id: string, itemId: string, given: object = {}) => ({
  event_id: id,
  person_id: 'ana',
  item_id: itemId,
  kind: 'view',
  timestamp: '2024-05-01T12:00:00Z',
  ...given,
});
const features = {
  items: { price: 'number' },
  people: { age: 'number' },
  events: { device: 'category' },
};
const kinds = { view: { weight: 0.5 } };
const people = [{ person_id: 'ana', attributes: { age: 30 } }];

let names = 0;

/** A dataset of two items and an event, under a name of its own. */
async function imported(given: object = {}): Promise<{ id: string; name: string }> {
  const name = `shop ${names++}`;
  const base = {
    name,
    features,
    kinds,
    repeats: true,
    people,
    items: [item('a'), item('b', { attributes: { price: 1 } })],
  };
  const job = await world.import({ ...base, events: [event('e1', 'a')], ...given });
  expect(job.error).toBeNull();
  return { id: job.resource!.id, name };
}

const appendEvents = (id: string, ...events: object[]) =>
  world.appends.events(TENANT, id, AppendEventsRequest.parse({ events }).events);
const appendItems = (id: string, ...items: object[]) =>
  world.appends.items(TENANT, id, AppendItemsRequest.parse({ items }).items);

async function cut(id: string): Promise<Job> {
  const accepted = await world.appends.cut(TENANT, id, null);
  if (accepted.state !== 'accepted') throw new Error('expected a new job');
  await world.work();
  return world.job(accepted.job.jobId);
}

const linesOf = async (id: string) => (await world.export(id)).toString().split('\n').slice(0, -1);

describe('appended rows', () => {
  test('wait, and are in the next version after those of the one before', async () => {
    const { id, name } = await imported();
    expect(
      await appendItems(id, item('c', { attributes: { price: 3 }, created_at: '2024-05-01T00:00:00Z' })),
    ).toEqual({
      appended: 1,
      duplicates: 0,
      pending_items: 1,
      pending_events: 0,
    });
    expect(await appendEvents(id, event('e2', 'c'), event('e3', 'a', { value: -0 }))).toEqual({
      appended: 2,
      duplicates: 0,
      pending_items: 1,
      pending_events: 2,
    });
    const before = await linesOf(id);
    const job = await cut(id);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { taken: { items: 1, events: 2 }, left_out: { changed: 0, unresolved: 0 } },
    });
    const next = job.resource!.id;
    expect(await world.service.get(TENANT, next)).toMatchObject({
      ...{ kinds, repeats: true, name },
      version: 'v2',
      item_count: 3,
      event_count: 3,
    });
    expect(await linesOf(id)).toEqual(before);
    const after = await linesOf(next);
    expect(after.filter((line) => !before.includes(line))).toEqual([
      '{"type":"item","item_id":"c","text":"Thing c","created_at":"2024-05-01T00:00:00.000Z","attributes":{"price":3}}',
      '{"type":"event","event_id":"e2","person_id":"ana","item_id":"c","kind":"view","timestamp":"2024-05-01T12:00:00.000Z","value":1}',
      '{"type":"event","event_id":"e3","person_id":"ana","item_id":"a","kind":"view","timestamp":"2024-05-01T12:00:00.000Z","value":-0}',
    ]);
    expect(after.filter((line) => before.includes(line))).toEqual(before);
    expect(await world.store.appends.pending(TENANT, name)).toEqual({ items: 0, events: 0 });
  });

  test('keep their session, basket and context, and are recognised again', async () => {
    const { id } = await imported();
    const anonymous = event('s1', 'a', { person_id: null, session_id: 's', context: { device: 'phone' } });
    const ordered = event('s2', 'b', { session_id: 's', basket_id: 'o' });
    expect(await appendEvents(id, anonymous, ordered)).toMatchObject({ appended: 2 });
    const next = (await cut(id)).resource!.id;
    expect((await linesOf(next)).slice(-2).map((line) => JSON.parse(line))).toMatchObject([
      { event_id: 's1', session_id: 's', context: { device: 'phone' } },
      { event_id: 's2', person_id: 'ana', session_id: 's', basket_id: 'o' },
    ]);
    expect(await appendEvents(next, anonymous, ordered)).toMatchObject({ appended: 0, duplicates: 2 });
    await expect(appendEvents(next, event('s3', 'a', { context: { device: 3 } }))).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'events[0].context.device' }] },
    });
  });

  test('sent again are duplicates: within a request, while they wait, and after a cut, to any version', async () => {
    const { id } = await imported();
    const counts = async (...events: object[]) => {
      const { appended, duplicates } = await appendEvents(id, ...events);
      return { appended, duplicates };
    };
    expect(await counts(event('e1', 'a'), event('e2', 'b'), event('e2', 'b'))).toEqual({
      appended: 1,
      duplicates: 2,
    });
    expect(await counts(event('e2', 'b', { timestamp: '2024-05-01T14:00:00+02:00' }))).toEqual({
      appended: 0,
      duplicates: 1,
    });
    expect((await cut(id)).status).toBe('succeeded');
    expect(await counts(event('e2', 'b'), event('e1', 'a'))).toEqual({ appended: 0, duplicates: 2 });
    expect(await appendItems(id, item('b', { attributes: { price: 1 } }))).toMatchObject({ duplicates: 1 });
  });

  test.each([
    ['in the version', [event('e1', 'b')]],
    ['that waits', [event('e2', 'b')]],
    ['in the request', [event('e9', 'a'), event('e9', 'b')]],
  ])(
    'with other content than the row %s are refused, and nothing of the request is kept',
    async (_, events) => {
      const { id, name } = await imported();
      await appendEvents(id, event('e2', 'a'));
      const changed = events.at(-1)!.event_id;
      await expect(appendEvents(id, event('new', 'a'), ...events)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(`event_id «${changed}» at events[${events.length}]`),
        details: { dataset_id: id, type: 'event', ids: [changed], total: 1 },
      });
      expect(await world.store.appends.pending(TENANT, name)).toEqual({ items: 0, events: 1 });
    },
  );

  test('that name items which neither the version nor waiting rows have are refused with their places', async () => {
    const { id } = await imported();
    await appendItems(id, item('c'));
    const events = [event('e2', 'c'), event('e3', 'x'), event('e4', 'a'), event('e5', 'y')];
    await expect(appendEvents(id, ...events)).rejects.toMatchObject({
      code: 'unresolved_reference',
      details: {
        unresolved: [
          { item_id: 'x', at: 'events[1]' },
          { item_id: 'y', at: 'events[3]' },
        ],
        total: 2,
      },
    });
  });

  test('have attributes that the dataset declares', async () => {
    const { id } = await imported();
    await expect(appendItems(id, item('c', { attributes: { price: 'x' } }))).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'items[0].attributes.price' }] },
    });
    await expect(appendEvents('ds_none', event('e', 'a'))).rejects.toMatchObject({
      code: 'dataset_not_found',
    });
  });

  test('of a person are known at once, by time', async () => {
    const { id, name } = await imported();
    await appendEvents(
      id,
      event('e2', 'b', { timestamp: '2024-05-03T00:00:00Z' }),
      event('e3', 'a', { person_id: 'ben' }),
      event('e4', 'a', { timestamp: '2024-05-02T00:00:00Z' }),
    );
    const found = await pendingEventsOf(world.store.appends, TENANT, { name }, 'ana');
    expect(found.map(({ eventId, itemId }) => [eventId, itemId])).toEqual([
      ['e4', 'a'],
      ['e2', 'b'],
    ]);
  });
});

describe('a cut', () => {
  test('without waiting rows is refused', async () => {
    const { id } = await imported();
    await expect(world.appends.cut(TENANT, id, null)).rejects.toMatchObject({
      code: 'conflict',
      details: { dataset_id: id, pending_items: 0, pending_events: 0 },
    });
  });

  test('after an import of the name leaves out what the import has made meaningless', async () => {
    const { id, name } = await imported();
    await appendItems(id, item('c'), item('d'));
    await appendEvents(id, event('e2', 'b'), event('e3', 'a'), event('e4', 'c'), event('e5', 'a'));
    await imported({
      name,
      items: [item('a'), item('c', { text: 'Other' })],
      events: [event('e5', 'a'), event('e3', 'c')],
    });
    const job = await cut(id);
    expect(job.result).toMatchObject({
      dataset: { version: 'v3', item_count: 3, event_count: 3 },
      taken: { items: 1, events: 1 },
      left_out: { changed: 2, unresolved: 1 },
    });
    const events = (await linesOf(job.resource!.id)).filter((line) => line.includes('"type":"event"'));
    expect(events.map((line) => JSON.parse(line).event_id)).toEqual(['e5', 'e3', 'e4']);
    expect(await world.store.appends.pending(TENANT, name)).toEqual({ items: 0, events: 0 });
  });

  test('takes rows that were appended during another cut of the name once', async () => {
    const { id, name } = await imported();
    await appendEvents(id, event('e2', 'a'));
    const accepted = [await world.appends.cut(TENANT, id, null), await world.appends.cut(TENANT, id, null)];
    await appendEvents(id, event('e3', 'a'));
    await world.work();
    const newest = (await world.store.datasets.newest(TENANT, name))!;
    expect(accepted.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
    expect(newest).toMatchObject({ version: 3, eventCount: 3 });
    expect(await appendEvents(id, event('e2', 'a'), event('e3', 'a'))).toMatchObject({ appended: 0 });
  });

  test('that ends after a later one is the newest version', async () => {
    const { id, name } = await imported();
    await appendEvents(id, event('e2', 'a'));
    await world.appends.cut(TENANT, id, null);
    const held = { limits: { dataset_snapshot: 1 }, limit: 1, nowMs: world.clock.nowMs, leaseMs: 1000 };
    await world.store.jobs.take('a worker that dies', held);
    await cut(id);
    await appendEvents(id, event('e3', 'a'));
    world.clock.nowMs += 1000;
    await world.work();
    expect(await world.store.datasets.newest(TENANT, name)).toMatchObject({ version: 4, eventCount: 3 });
    expect(await appendEvents(id, event('e2', 'a'), event('e3', 'a'))).toMatchObject({ appended: 0 });
  });

  test('during which another version becomes the newest begins again from that one', async () => {
    const { id, name } = await imported();
    await appendEvents(id, event('e2', 'a'));
    await world.appends.cut(TENANT, id, null);
    const { finish } = world.store.jobs;
    const importsFirst: typeof finish = async (...given) => {
      world.store.jobs.finish = finish;
      await imported({ name });
      return finish(...given);
    };
    world.store.jobs.finish = importsFirst;
    await world.work();
    await world.work();
    expect(await world.store.datasets.newest(TENANT, name)).toMatchObject({ version: 4, eventCount: 2 });
  });

  test('that was cancelled leaves no version, and the rows wait on', async () => {
    const { id, name } = await imported();
    await appendEvents(id, event('e2', 'a'));
    const accepted = await world.appends.cut(TENANT, id, null);
    await world.work(AbortSignal.abort('cancelled'));
    if (accepted.state !== 'accepted') throw new Error('expected a new job');
    expect((await world.job(accepted.job.jobId)).status).toBe('cancelled');
    expect((await world.store.datasets.newest(TENANT, name))!.version).toBe(1);
    expect(await world.store.appends.pending(TENANT, name)).toEqual({ items: 0, events: 1 });
    expect((await cut(id)).result).toMatchObject({ dataset: { version: 'v2', event_count: 2 } });
  });
});
