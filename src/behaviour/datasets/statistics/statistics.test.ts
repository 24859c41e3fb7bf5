import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import type { DatasetFields } from '../../../contract/dataset.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import { collectArtifacts } from '../tasks/collect-artifacts.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from '../testing/dataset-world.ts';
import { createStatisticsService } from './create-statistics-service.ts';
import { keepStatistics } from './keep-statistics.ts';
import { measurePeople } from './measure-people.ts';
import { readStatistics, statisticsKey } from './read-statistics.ts';
import { createStatisticsClient } from './statistics-client.ts';
import { expectRecount } from './testing/expect-recount.ts';
import { recount } from './testing/recount.ts';

const HOUR_MS = 3_600_000;
const never = new AbortController().signal;
let world: DatasetWorld;
beforeAll(async () => {
  world = await openDatasetWorld();
});
afterAll(() => world.dispose());

async function imported(items: readonly object[], events: readonly object[] = []): Promise<Dataset> {
  const job = await world.import({ name: 'measured', items, events });
  const { dataset } = job.result as { readonly dataset: DatasetFields };
  return (await world.store.datasets.get(TENANT, dataset.id))!;
}

const item = (item_id: string, text = 'a thing') => ({ item_id, text });
const event = (n: number, item_id: string, timestamp: string, person_id = 'ana') => {
  return { event_id: `e${n}`, person_id, item_id, kind: 'view', timestamp };
};
const cup = [item('cup')];

describe('the statistics of a dataset', () => {
  test('are kept by the import, which is all that a request reads', async () => {
    const dataset = await imported(cup, [event(1, 'cup', '2024-05-01T12:00:00Z')]);
    const read: string[] = [];
    const service = createStatisticsService({
      datasets: world.store.datasets,
      artifacts: {
        stat: (key) => world.artifacts.stat(key),
        read: (key) => {
          read.push(key);
          return world.artifacts.read(key);
        },
      },
      keep: () => expect.fail('nothing is measured'),
    });
    const found = await service.get(TENANT, dataset.datasetId);
    expect(found).toMatchObject({ dataset_id: dataset.datasetId, people: 1, items: 1, events: 1 });
    expect(read).toEqual([statisticsKey(dataset)]);
    await expect(service.get(tenantId('ten_b'), dataset.datasetId)).rejects.toMatchObject({
      code: 'dataset_not_found',
    });
  });

  test('equal a recount, whatever the events', async () => {
    const ids = fc.nat({ max: 12 });
    const someEvents = fc.array(fc.tuple(ids, ids, fc.nat({ max: 400_000 }), fc.nat({ max: 2 })), {
      maxLength: 80,
    });
    await fc.assert(
      fc.asyncProperty(someEvents, fc.integer({ min: 13, max: 150 }), async (drawn, itemCount) => {
        const items = Array.from({ length: itemCount }, (_, n) => item(`i${n}`));
        const events = drawn.map(([person, of, minutes, kind], n) => ({
          ...event(n, `i${of}`, new Date(1.7e12 + minutes * 60_000).toISOString(), `p${person}`),
          kind: `kind ${kind}`,
        }));
        const dataset = await imported(items, events);
        const found = (await readStatistics(world.artifacts, dataset))!;
        expectRecount(
          found,
          recount(
            items.map(({ item_id }) => item_id),
            events,
          ),
        );
      }),
      { numRuns: 25 },
    );
  });

  test('do not depend on the number of passes', async () => {
    const events = Array.from({ length: 300 }, (_, n) =>
      event(n, `i${n % 7}`, new Date(1.7e12 + ((n * 7919) % 5000) * 60_000).toISOString(), `p${n % 11}`),
    );
    const items = Array.from({ length: 7 }, (_, n) => item(`i${n}`));
    const snapshot = await readSnapshot(world.artifacts, await imported(items, events));
    const measure = async (eventsAPass: number) => {
      const found = await measurePeople(
        snapshot,
        (id) => Number(id.slice(1)),
        () => undefined,
        eventsAPass,
      );
      return {
        ...found,
        histories: found.histories.describe(),
        sessions: found.sessions.describe(),
      };
    };
    expect(await measure(20)).toEqual(await measure(1000));
  });

  test('without events have no dates and no curve', async () => {
    const dataset = await imported([item('a', ''), item('b')]);
    expect(await readStatistics(world.artifacts, dataset)).toMatchObject({
      people: 0,
      first_event_at: null,
      timeline: { bins: [] },
      long_tail: { curve: [], head: [], gini: 0 },
      histories: { median: 0, bins: [] },
      sessions: { count: 0, per_person: 0 },
      repeats: { events: 0, share: 0 },
      fields: [{ name: 'text', items: 1, share: 0.5 }],
    });
  });

  test('bin the widest span of dates', async () => {
    const events = [event(1, 'cup', '1970-01-01T00:00:00Z'), event(2, 'cup', '2025-12-31T23:59:59.999Z')];
    const { timeline, first_event_at, last_event_at } = (await readStatistics(
      world.artifacts,
      await imported(cup, events),
    ))!;
    expect([first_event_at, last_event_at]).toEqual(['1970-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z']);
    expect(timeline.bin_days).toBe(364);
    expect(timeline.bins[0]).toMatchObject({ events: 1 });
    expect(timeline.bins.at(-1)).toMatchObject({ events: 1 });
  });

  test('bin by days up to 120 of them, then by weeks that begin on Mondays', async () => {
    const spanning = async (days: number) => {
      const last = new Date(Date.parse('2024-05-01') + days * 24 * HOUR_MS).toISOString();
      const events = [event(1, 'cup', '2024-05-01T00:00:00Z'), event(2, 'cup', last)];
      return (await readStatistics(world.artifacts, await imported(cup, events)))!.timeline;
    };
    expect((await spanning(119)).bins).toHaveLength(120);
    const weeks = await spanning(120);
    expect(weeks.bin_days).toBe(7);
    expect(weeks.bins[0]).toEqual({ from: '2024-04-29', events: 1 });
  });

  test('begin another session after more than 30 minutes', async () => {
    const times = ['12:00:00.000', '12:30:00.000', '13:00:00.001'];
    const events = times.map((time, n) => event(n, 'cup', `2024-05-01T${time}Z`));
    const { sessions } = (await readStatistics(world.artifacts, await imported(cup, events.reverse())))!;
    expect(sessions).toMatchObject({ count: 2, per_person: 2, lengths: { longest: 2 } });
  });

  test('count fields of items', async () => {
    const dataset = await imported([
      item('a', 'Lamp\ncategory: Lights\ncolour: red'),
      item('b', 'Desk\ncategory: Desks'),
      item('c', ' '),
    ]);
    expect((await readStatistics(world.artifacts, dataset))!.fields).toEqual([
      { name: 'text', items: 2, share: 2 / 3 },
      { name: 'category', items: 2, share: 2 / 3 },
      { name: 'colour', items: 1, share: 1 / 3 },
    ]);
  });
});

describe('a dataset without kept statistics', () => {
  async function earlier(): Promise<Dataset> {
    const dataset = await imported(cup, [event(1, 'cup', '2024-05-01T12:00:00Z')]);
    await world.artifacts.remove(statisticsKey(dataset));
    return dataset;
  }
  const parts = () => ({ datasets: world.store.datasets, artifacts: world.artifacts });

  test('is measured once by a thread, however many ask', async () => {
    const dataset = await earlier();
    const client = createStatisticsClient({ kind: 'folder', folder: `${world.folder}/artifacts` });
    let times = 0;
    const keep = (asked: Dataset) => {
      times++;
      return client.keep(asked);
    };
    const service = createStatisticsService({ ...parts(), keep });
    const get = () => service.get(TENANT, dataset.datasetId);
    const [first, second] = await Promise.all([get(), get()]);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ people: 1, events: 1 });
    expect(await get()).toEqual(first);
    expect(times).toBe(1);
    await client.close();
  });

  test('asks to come again while it is being measured', async () => {
    const dataset = await earlier();
    const { promise, resolve } = Promise.withResolvers<void>();
    const service = createStatisticsService({ ...parts(), keep: () => promise, waitMs: 1 });
    const get = () => service.get(TENANT, dataset.datasetId);
    await expect(get()).rejects.toMatchObject({ code: 'warming_up' });
    await keepStatistics(world.artifacts, dataset, never);
    resolve();
    expect(await get()).toMatchObject({ events: 1 });
  });

  test('can be asked again after a failure', async () => {
    const dataset = await earlier();
    let fails = true;
    const keep = async (asked: Dataset) => {
      if (fails) throw new Error('the thread ended');
      await keepStatistics(world.artifacts, asked, never);
    };
    const service = createStatisticsService({ ...parts(), keep });
    await expect(service.get(TENANT, dataset.datasetId)).rejects.toThrow('the thread ended');
    fails = false;
    expect(await service.get(TENANT, dataset.datasetId)).toMatchObject({ events: 1 });
  });
});

test('the collection of files keeps the statistics of a dataset, and removes other ones', async () => {
  const dataset = await imported(cup);
  const key = statisticsKey(dataset);
  const stale = key.replace(/-[0-9a-f]{16}\.json$/, '-0123456789abcdef.json');
  const writer = await world.artifacts.create(stale);
  await writer.write(Buffer.from('{}'));
  await writer.commit();
  const later = () => Date.now() + 3 * HOUR_MS;
  await collectArtifacts(
    { ...world, datasets: world.store.datasets, documents: world.store.keptDocuments, clock: later },
    never,
  );
  expect(await world.artifacts.stat(key)).not.toBeNull();
  expect(await world.artifacts.stat(stale)).toBeNull();
});
