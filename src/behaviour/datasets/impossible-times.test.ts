import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendFiles } from './appends/append-files.ts';
import { keepIdIndexes } from './ids/keep-id-index.ts';
import { createIdIndexes } from './ids/read-id-index.ts';
import type { SourceFormat } from './sources/source-format.ts';
import { readStatistics } from './statistics/read-statistics.ts';
import { StoredTimes } from './stored-times.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from './testing/dataset-world.ts';

const DAY_MS = 86_400_000;
const signal = new AbortController().signal;
let world: DatasetWorld;
let appendedTo: string;
beforeAll(async () => {
  world = await openDatasetWorld();
  appendedTo = (await world.import({ name: 'shop', items: [{ item_id: 'a', text: '' }] })).resource!.id;
});
afterAll(() => world.dispose());

type Times = readonly (string | number | bigint | Date)[];
type Form = 'iso' | 'epoch_seconds' | 'epoch_ms';

const iso = (ms: number) => new Date(ms).toISOString();
const quoted = (time: unknown) => (typeof time === 'string' ? JSON.stringify(time) : String(time));

/** One item, and an event at each time; `of`: whose times they are. */
const files: Readonly<Record<SourceFormat, (times: Times) => string | Uint8Array>> = {
  jsonl: (times) =>
    [
      '{"type":"item","item_id":"a","text":""}',
      ...times.map(
        (time, n) =>
          `{"type":"event","event_id":"e${n}","person_id":"p","item_id":"a","kind":"view","timestamp":${quoted(time)}}`,
      ),
    ].join('\n'),
  csv: (times) => delimited(times, ','),
  tsv: (times) => delimited(times, '\t'),
  parquet: (times) => {
    const columns = [
      ['type', 'STRING', 'item', 'event'],
      ['item_id', 'STRING', 'a', 'a'],
      ['text', 'STRING', '', null],
      ['person_id', 'STRING', null, 'p'],
      ['kind', 'STRING', null, 'view'],
    ] as const;
    const type = times[0] instanceof Date ? 'TIMESTAMP' : typeof times[0] === 'string' ? 'STRING' : 'INT64';
    const columnData = [
      ...columns.map(([name, of, item, event]) => ({
        name,
        type: of,
        data: [item, ...times.map(() => event)],
      })),
      { name: 'event_id', type: 'STRING' as const, data: [null, ...times.map((_, n) => `e${n}`)] },
      {
        name: 'timestamp',
        type: type as 'STRING',
        data: [null, ...times.map((time) => (typeof time === 'number' ? BigInt(time) : time))],
      },
    ];
    return new Uint8Array(parquetWriteBuffer({ columnData: columnData as never }));
  },
};

function delimited(times: Times, by: string): string {
  const rows = times.map((time, n) => ['event', 'a', '', `e${n}`, 'p', 'view', String(time)]);
  const header = ['type', 'item_id', 'text', 'event_id', 'person_id', 'kind', 'timestamp'];
  return [header, ['item', 'a', '', '', '', '', ''], ...rows].map((cells) => cells.join(by)).join('\n');
}

/** By a source of the service, and by files of the operator. */
const ways = {
  import: async (format: SourceFormat, content: string | Uint8Array, timestamps: Form) => {
    world.putSource(`times.${format}`, content);
    const source_uri = `file:times.${format}`;
    const { error } = await world.import({ name: 'times', source_uri, format, timestamps });
    return error === null ? null : `${error.code} ${error.message}`;
  },
  append: async (format: SourceFormat, content: string | Uint8Array, timestamps: Form) => {
    const path = join(world.folder, `append.${format}`);
    writeFileSync(path, content);
    const { artifacts, store } = world;
    const parts = {
      datasets: store.datasets,
      appends: store.appends,
      ids: createIdIndexes(artifacts),
      indexed: (base: Parameters<typeof keepIdIndexes>[1]) => keepIdIndexes(artifacts, base, signal),
    };
    const given = { tenant: TENANT, datasetId: appendedTo, timestamps, signal, progress: () => {} };
    const before = await store.appends.pending(TENANT, 'shop');
    try {
      await appendFiles(parts, { ...given, files: [{ path, name: path, format }] });
      return null;
    } catch (error) {
      expect(await store.appends.pending(TENANT, 'shop')).toEqual(before);
      const { code, message } = error as { readonly code: string; readonly message: string };
      return `${code} ${message}`;
    }
  },
};
const everyWay = (Object.keys(files) as SourceFormat[]).flatMap((format) =>
  (['import', 'append'] as const).map((way) => [way, format] as const),
);
const last = Date.UTC(2024, 4, 1);
const days = (ms: number) => [0, 1, 2].map((day) => ms + day * DAY_MS);
const inSeconds = days(last).map((ms) => ms / 1000);

describe.each(everyWay)('an %s of %s refuses', (way, format) => {
  const outcome = (times: Times, timestamps: Form) => ways[way](format, files[format](times), timestamps);

  test.each([
    ['a time of 2099', [iso(last), '2099-01-01T00:00:00Z'], 'iso', /at most one day ahead, not 2099-/],
    ['a time of 1969', ['1969-12-31T23:59:59Z'], 'iso', /not be before 1970/],
    ['seconds as milliseconds', inSeconds, 'epoch_ms', /2024-05-02.*import it with timestamps epoch_seconds/],
    [
      'milliseconds as seconds',
      days(last),
      'epoch_seconds',
      /in milliseconds it is 2024.*timestamps epoch_ms/,
    ],
    ['microseconds', days(last).map((ms) => ms * 1000), 'epoch_ms', /in microseconds it is 2024.*divide/],
    ['a counter', [1, 2, 3], 'epoch_seconds', /no unit .* puts it between 2000 and tomorrow/],
    ['negative seconds', [-5], 'epoch_seconds', /at most one day ahead, not -5/],
  ] as const)('%s', async (_, times, timestamps, message) => {
    expect(await outcome(times, timestamps)).toMatch(/^invalid_request/);
    expect(await outcome(times, timestamps)).toMatch(message);
  });
});

test.each(['import', 'append'] as const)(
  'an %s takes times up to one day ahead, and of 1998',
  async (way) => {
    const soon = Date.now() + DAY_MS - 60_000;
    expect(await ways[way]('csv', files.csv([iso(soon)]), 'iso')).toBeNull();
    const old = days(Date.UTC(1998, 1, 3)).map((ms) => ms / 1000);
    const renamed = String(files.csv(old)).replaceAll(/,e(\d)/g, ',old$1');
    expect(await ways[way]('csv', renamed, 'epoch_seconds')).toBeNull();
  },
);

test('a typed column that was made of seconds as nanoseconds is refused', async () => {
  const times = days(last).map((ms) => new Date(ms / 1e6));
  expect(await ways.import('parquet', files.parquet(times), 'iso')).toMatch(/in seconds it is 2024/);
  expect(await ways.import('parquet', files.parquet(days(last).map((ms) => new Date(ms))), 'iso')).toBeNull();
});

test('a stored event of 2099 or 1970 is in no chart; times that only give an order stay', async () => {
  const events = days(last).map((ms, n) => ({
    ...{ event_id: `e${n}`, person_id: 'p', item_id: 'a', kind: 'view' },
    timestamp: iso(n === 0 ? 0 : ms),
  }));
  const items = [{ item_id: 'a', text: '' }];
  const dislike = { ...events[2]!, event_id: 'no', kind: 'rate', value: -1 };
  const job = await world.import({ name: 'odd', items, events: [...events, dislike] });
  const dataset = (await world.store.datasets.get(TENANT, job.resource!.id))!;
  const found = (await readStatistics(world.artifacts, dataset))!;
  expect(found).toMatchObject({
    events: 4,
    first_event_at: iso(last + DAY_MS),
    left_out: { impossible_times: 1, negative_values: 1 },
    timeline: { bin_days: 1, bins: [{ events: 1 }, { events: 2 }] },
  });
  const count = (...times: readonly number[]) => {
    const stored = new StoredTimes();
    for (const ms of times) stored.add(ms);
    return stored;
  };
  expect(count(last, last, Date.UTC(2099, 0, 1), -5, 1000)).toMatchObject({ impossible: 1 });
  expect(count(last, last, last, Date.UTC(2099, 0, 1), -5, 1000)).toMatchObject({ impossible: 3 });
  expect(count(1, 2, 3)).toMatchObject({ impossible: 0, fromMs: Number.NEGATIVE_INFINITY });
});
