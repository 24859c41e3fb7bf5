import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppendEventsRequest } from '../../../contract/dataset-append.ts';
import { sessionKey, sessionMark } from '../../../contract/session-key.ts';
import { notingErasures } from '../../../platform/backup/erasures.ts';
import { createDatasetsWithout } from '../ids/datasets-without.ts';
import { createIdIndexes } from '../ids/read-id-index.ts';
import { erasePeople } from '../tasks/erase-people.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from '../testing/dataset-world.ts';
import { pendingEventsOf } from './pending-events.ts';

let world: DatasetWorld;
beforeAll(async () => {
  world = await openDatasetWorld();
});
afterAll(() => world.dispose());

const event = (event_id: string, who: object) => {
  return { event_id, item_id: 'a', kind: 'view', timestamp: '2024-05-01T12:00:00Z', ...who };
};
const ofSession = (id: string, session_id = 's') => event(id, { session_id });

async function imported(name: string, events: readonly object[]): Promise<string> {
  const job = await world.import({ name, items: [{ item_id: 'a', text: 'A' }], events });
  expect(job.error).toBeNull();
  return job.resource!.id;
}

const append = (id: string, ...events: object[]) =>
  world.appends.events(TENANT, id, AppendEventsRequest.parse({ events }).events);
const merge = (id: string, session_id: string, person_id: string) =>
  world.appends.mergeSessions(TENANT, id, { merges: [{ session_id, person_id }] });

async function cut(id: string): Promise<string> {
  const accepted = await world.appends.cut(TENANT, id, null);
  if (accepted.state !== 'accepted') throw new Error('expected a new job');
  await world.work();
  return accepted.job.resource!.id;
}

/** Whose each event is. */
const readersOf = async (id: string) =>
  (await world.export(id))
    .toString()
    .split('\n')
    .filter((line) => line.includes('"event_id"'))
    .map((line) => JSON.parse(line))
    .map(({ event_id, person_id, session_id }) => `${event_id} ${person_id} ${session_id}`);

const waitingOf = async (name: string, reader: string) =>
  (await pendingEventsOf(world.store.appends, TENANT, { name }, reader)).map(({ eventId }) => eventId);

test('a merge holds for what waits, what comes later and the next versions, and not for earlier ones', async () => {
  const id = await imported('merged', [ofSession('e1'), event('e2', { person_id: 's', session_id: 's' })]);
  await append(id, ofSession('e3'));
  expect(await merge(id, 's', 'ana')).toEqual({ merged: 1, repeated: 0 });
  expect(await merge(id, 's', 'ana')).toEqual({ merged: 0, repeated: 1 });
  await append(id, ofSession('e4'), ofSession('other', 'another'));
  expect(await waitingOf('merged', 'ana')).toEqual(['e3', 'e4']);
  expect(await waitingOf('merged', sessionKey('s'))).toEqual([]);
  const next = await cut(id);
  expect(await readersOf(next)).toEqual([
    'e1 ana s',
    'e2 s s',
    'e3 ana s',
    'e4 ana s',
    'other undefined another',
  ]);
  expect(await readersOf(id)).toEqual(['e1 undefined s', 'e2 s s']);
  // The same rows again are the same rows, as they were sent.
  expect(await append(next, ofSession('e1'), ofSession('e3'))).toMatchObject({ appended: 0, duplicates: 2 });
  await expect(append(next, event('e1', { person_id: 'ben', session_id: 's' }))).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('a version is cut for merges alone', async () => {
  const id = await imported('merges alone', [ofSession('e1')]);
  await expect(cut(id)).rejects.toMatchObject({ code: 'conflict' });
  world.clock.nowMs += 1000;
  await merge(id, 's', 'ana');
  expect(await readersOf(await cut(id))).toEqual(['e1 ana s']);
});

test('a session stays whose it is, and nothing of a refused request is kept', async () => {
  const id = await imported('refused', [ofSession('e1')]);
  await merge(id, 's', 'ana');
  const merges = ['new', 's'].map((session_id) => ({ session_id, person_id: 'ben' }));
  await expect(world.appends.mergeSessions(TENANT, id, { merges })).rejects.toMatchObject({
    code: 'conflict',
    details: { dataset_id: id, session_ids: ['s'], total: 1 },
  });
  const twice = ['ana', 'ben'].map((person_id) => ({ session_id: 'new', person_id }));
  await expect(world.appends.mergeSessions(TENANT, id, { merges: twice })).rejects.toMatchObject({
    details: { session_ids: ['new'] },
  });
  expect(await world.store.appends.sessionsOf(TENANT, 'ben', null)).toEqual([]);
  await world.store.profiles.erase(TENANT, 'gone', null, { block: true });
  await expect(merge(id, 'new', 'gone')).rejects.toMatchObject({ code: 'erased' });
  await expect(merge('ds_none', 'new', 'ana')).rejects.toMatchObject({ code: 'dataset_not_found' });
});

const rewrite = () =>
  erasePeople(
    {
      ...{ datasets: world.store.datasets, deletions: world.store.deletions, artifacts: world.artifacts },
      ...{ clock: () => world.clock.nowMs, readersMs: 0 },
    },
    new AbortController().signal,
  );

test('with a person goes what was merged, and no event of somebody else', async () => {
  const shared = event('e2', { person_id: 'ben', session_id: 's' });
  const id = await imported('erased person', [ofSession('e1'), shared, ofSession('e3', 't')]);
  await append(id, ofSession('e4'));
  await merge(id, 's', 'ana');
  expect(await world.store.profiles.erase(TENANT, 'ana', null)).toMatchObject({ pendingEvents: 1 });
  expect(await readersOf(id)).toEqual(['e2 ben s', 'e3 undefined t']);
  await rewrite();
  expect(await readersOf(id)).toEqual(['e2 ben s', 'e3 undefined t']);
  expect(await world.store.datasets.get(TENANT, id)).toMatchObject({ erased: [], eventCount: 2 });
  expect(await world.store.appends.ownersOf(TENANT, 'erased person', ['s'])).toEqual(new Map());
});

test('with a session go all of its events; versions that do not name it stay as they are', async () => {
  const without = await imported('erased session', [ofSession('e0', 'kept')]);
  const id = await imported('erased session', [ofSession('e1'), event('e2', { person_id: 's' })]);
  await merge(id, 's', 'ana');
  await append(id, ofSession('e3'));
  const next = await cut(id);
  await append(next, event('e4', { person_id: 'ana', session_id: 's' }));
  const find = createDatasetsWithout(world.store.datasets, createIdIndexes(world.artifacts));
  const datasetsWithout = await find(TENANT, sessionMark('s'));
  expect(datasetsWithout).toContain(without);
  const erased = await world.store.profiles.erase(TENANT, sessionMark('s'), null, { datasetsWithout });
  expect(erased).toMatchObject({ pendingEvents: 1, records: 0 });
  await rewrite();
  expect([await readersOf(without), await readersOf(id), await readersOf(next)]).toEqual([
    ['e0 undefined kept'],
    ['e2 s undefined'],
    ['e2 s undefined'],
  ]);
});

test('an erased session is noted in the log of erasures, and announced as no person', async () => {
  const id = await imported('announced', [ofSession('e1', 'alone'), event('e2', { person_id: 'eve' })]);
  await append(id, ofSession('e3', 'alone'), ofSession('e4', 'merged'));
  await merge(id, 'merged', 'eve');
  await world.store.webhooks.create({
    ...{ tenantId: TENANT, webhookId: 'wh_1', url: 'https://example.com/', description: null, events: null },
    ...{ secret: 'whsec_c2VjcmV0', earlierSecret: null, disabledAt: null, disabledBecause: null },
    createdAt: new Date(world.clock.nowMs).toISOString(),
  });
  const noted: string[] = [];
  const note = async ({ mark }: { readonly mark: string }) => void noted.push(mark);
  const { profiles } = notingErasures(world.store, { note }, () => world.clock.nowMs);
  const announced = async () =>
    (await world.store.webhooks.deliveries(TENANT, 'wh_1', { before: null, limit: 9 })).map(
      ({ event: { type, data } }) => [type, data],
    );

  expect(await profiles.erase(TENANT, sessionMark('alone'), null)).toMatchObject({ pendingEvents: 1 });
  expect(await announced()).toEqual([]);
  await profiles.erase(TENANT, 'eve', null, { sessionsWithout: { [sessionKey('merged')]: [] } });
  expect(await announced()).toEqual([['person.erased', { user_id: 'eve', domain: null, domains: [] }]]);
  const erased = [sessionMark('alone'), 'eve', sessionKey('merged')];
  expect(noted).toEqual([...(await world.store.people.marks(TENANT, erased))]);
});
