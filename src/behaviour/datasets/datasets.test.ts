import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import type { DatasetFields } from '../../contract/dataset.ts';
import { ImportDatasetRequest } from '../../contract/dataset.ts';
import type { Job } from '../../platform/storage/job.ts';
import { assertTrainable } from './access-terms.ts';
import { readSnapshot } from './snapshot/read-snapshot.ts';
import { collectArtifacts } from './tasks/collect-artifacts.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from './testing/dataset-world.ts';

let world: DatasetWorld;
beforeAll(async () => {
  world = await openDatasetWorld();
});
afterAll(() => world.dispose());

const item = (id: string, text = 'a thing') => ({ item_id: id, text });
const event = (id: string, of: string, given: object = {}) => ({
  event_id: id,
  person_id: 'p',
  item_id: of,
  kind: 'view',
  timestamp: '2024-05-01T12:00:00Z',
  ...given,
});
const tagged = (type: string, row: object) => JSON.stringify({ type, ...row });
const madeBy = (job: Job) => (job.result as { dataset: DatasetFields }).dataset;
const filesOf = () =>
  readdirSync(join(world.folder, 'artifacts'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const linesOf = (bytes: Buffer) => bytes.toString().trimEnd().split('\n');

describe('rows in the request', () => {
  test('become a dataset, and are exported in order, in UTC with milliseconds', async () => {
    const job = await world.import({
      name: 'shop',
      terms: 'Ours.',
      access: { training: false },
      items: [item('b'), item('a', 'x"\\\u0000\u2028😀')],
      events: [
        event('e2', 'a', { timestamp: '2024-05-01T12:00:00+02:00', value: -0 }),
        event('e1', 'b', { value: 1e-300 }),
      ],
    });
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    const dataset = madeBy(job);
    expect(dataset).toEqual({
      id: job.resource!.id,
      name: 'shop',
      version: 'v1',
      source: 'workspace_upload',
      access: { export: true, training: false },
      terms: 'Ours.',
      item_count: 2,
      features: { items: {}, people: {}, events: {} },
      kinds: {},
      repeats: false,
      baskets: null,
      erasures: { count: 0, last_at: null },
      event_count: 2,
    });
    expect(await world.service.get(TENANT, dataset.id)).toEqual(dataset);
    expect(linesOf(await world.export(dataset.id))).toEqual([
      '{"type":"item","item_id":"b","text":"a thing"}',
      '{"type":"item","item_id":"a","text":"x\\"\\\\\\u0000\u2028😀"}',
      '{"type":"event","event_id":"e2","person_id":"p","item_id":"a","kind":"view","timestamp":"2024-05-01T10:00:00.000Z","value":-0}',
      '{"type":"event","event_id":"e1","person_id":"p","item_id":"b","kind":"view","timestamp":"2024-05-01T12:00:00.000Z","value":1e-300}',
    ]);
    expect(filesOf().filter((file) => file.includes('staging'))).toEqual([]);
  });

  test('a second import of a name is version 2; another tenant sees neither', async () => {
    const first = madeBy(await world.import({ name: 'twice', items: [item('a')] }));
    const second = madeBy(await world.import({ name: 'twice', items: [item('a')] }));
    expect([first.version, second.version]).toEqual(['v1', 'v2']);
    const other = tenantId('ten_b');
    await expect(world.service.get(other, first.id)).rejects.toMatchObject({ code: 'dataset_not_found' });
    expect(await world.service.list(other, { before: null, limit: 9 })).toEqual({ data: [], next: null });
    const page = await world.service.list(TENANT, { before: null, limit: 1 });
    expect(page).toEqual({ data: [second], next: second.id });
    expect((await world.service.list(TENANT, { before: page.next, limit: 1 })).data).toEqual([first]);
  });

  test('duplicate ids and unresolved references are rejected at once, with the first 100 and the total', async () => {
    const items = [...Array.from({ length: 150 }, () => item('a')), item('b'), item('b')];
    const before = filesOf();
    await expect(world.import({ name: 'x', items })).rejects.toMatchObject({
      code: 'duplicate_id',
      details: {
        duplicates: expect.objectContaining({
          length: 100,
          0: { type: 'item', id: 'a', at: 'items[1].item_id', first_at: 'items[0].item_id' },
        }),
        total: 150,
        totals: { items: 150, events: 0 },
      },
    });
    const events = [event('e', 'a'), event('f', 'nowhere')];
    await expect(world.import({ name: 'x', items: [item('a')], events })).rejects.toMatchObject({
      code: 'unresolved_reference',
      details: { unresolved: [{ item_id: 'nowhere', at: 'events[1].item_id' }], total: 1 },
    });
    expect(filesOf()).toEqual(before);
  });

  test('exported rows equal the imported rows, also after a second import', async () => {
    const anyId = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.constantFrom('\ufeffmarked', 'é', 'e\u0301', '"', '\\', '\u2028', '😀'.repeat(256)),
      )
      .filter(
        (id) =>
          id !== '.' && id !== '..' && id.isWellFormed() && !/[\p{Cc}]/u.test(id) && [...id].length <= 256,
      );
    const anyText = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.toWellFormed());
    const anyValue = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(-0, 0, 1e-300, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 2 ** 63, -1),
    );
    const anyTime = fc.tuple(
      fc.date({
        min: new Date('1970-01-02T00:00:00Z'),
        max: new Date('2026-01-01T00:00:00Z'),
        noInvalidDate: true,
      }),
      fc.constantFrom(['Z', 0], ['+05:30', 330], ['-11:00', -660]) as fc.Arbitrary<[string, number]>,
    );
    const dataset = fc.uniqueArray(anyId, { minLength: 1, maxLength: 20 }).chain((ids) =>
      fc.record({
        items: fc.tuple(...ids.map((item_id) => fc.record({ item_id: fc.constant(item_id), text: anyText }))),
        events: fc.uniqueArray(anyId, { maxLength: 40 }).chain((eventIds) =>
          fc.tuple(
            ...eventIds.map((event_id) =>
              fc.record({
                event_id: fc.constant(event_id),
                person_id: anyId,
                item_id: fc.constantFrom(...ids),
                kind: fc
                  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
                  .filter((kind) => kind.isWellFormed()),
                at: anyTime,
                value: anyValue,
              }),
            ),
          ),
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(dataset, async ({ items, events }) => {
        const given = events.map(({ at: [date, [zone, minutes]], ...rest }) => ({
          ...rest,
          timestamp: new Date(date.getTime() + minutes * 60_000).toISOString().replace('Z', zone),
        }));
        const made = madeBy(await world.import({ name: 'any', items, events: given }));
        const exported = await world.export(made.id);
        const rows = linesOf(exported).map((line) => JSON.parse(line));
        expect(rows).toEqual([
          ...items.map((row) => ({ type: 'item', ...row })),
          ...events.map(({ at: [date], ...row }) => ({
            type: 'event',
            ...row,
            timestamp: date.toISOString(),
          })),
        ]);
        world.putSource('again.jsonl', exported);
        const again = await world.import({ name: 'any', source_uri: 'file:again.jsonl', format: 'jsonl' });
        expect((await world.export(madeBy(again).id)).equals(exported)).toBe(true);
      }),
      { numRuns: 8 },
    );
  });
});

describe('exports', () => {
  test('are deterministic, also with gzip', async () => {
    const { id } = madeBy(
      await world.import({
        name: 'same',
        items: [item('a')],
        events: Array.from({ length: 2000 }, (_, at) => event(`e${at}`, 'a')),
      }),
    );
    const [one, two] = [await world.export(id), await world.export(id)];
    expect(one.equals(two)).toBe(true);
    const [packed, again] = [await world.export(id, 'gzip'), await world.export(id, 'gzip')];
    expect(packed.equals(again)).toBe(true);
    expect(packed.subarray(4, 8)).toEqual(Buffer.alloc(4));
    expect(gunzipSync(packed).equals(one)).toBe(true);
  });

  test('access terms are enforced, and an unknown format is rejected', async () => {
    const closed = madeBy(
      await world.import({ name: 'closed', items: [item('a')], access: { export: false, training: false } }),
    );
    const jsonl = { format: 'jsonl', compression: 'none' } as const;
    await expect(world.service.export(TENANT, closed.id, jsonl, null)).rejects.toMatchObject({
      code: 'access_denied',
    });
    const dataset = (await world.store.datasets.get(TENANT, closed.id))!;
    expect(() => assertTrainable(dataset)).toThrow(expect.objectContaining({ code: 'access_denied' }));
    const open = madeBy(await world.import({ name: 'open', items: [item('a')] }));
    await expect(
      world.service.export(TENANT, open.id, { ...jsonl, format: 'csv' }, null),
    ).rejects.toMatchObject({ code: 'unsupported_format', details: { supported: ['jsonl', 'parquet'] } });
    await expect(
      world.service.export(TENANT, open.id, { format: 'parquet', compression: 'gzip' }, null),
    ).rejects.toMatchObject({ code: 'unsupported_format', details: { supported: ['none'] } });
    await expect(world.service.export(tenantId('ten_b'), open.id, jsonl, null)).rejects.toMatchObject({
      code: 'dataset_not_found',
    });
  });

  test('a damaged snapshot is an error and not exported', async () => {
    const { id } = madeBy(await world.import({ name: 'hurt', items: [item('a')] }));
    const dataset = (await world.store.datasets.get(TENANT, id))!;
    const [items] = dataset.files;
    await world.artifacts.remove(items!.key);
    await expect(readSnapshot(world.artifacts, dataset)).rejects.toThrow(/items-\w+\.parquet is missing/);
    const writer = await world.artifacts.create(items!.key);
    await writer.write(Buffer.alloc(items!.bytes));
    await writer.commit();
    await expect(readSnapshot(world.artifacts, dataset)).rejects.toThrow(/SHA-256/);
    await expect(world.export(id)).rejects.toThrow(/log of the service/);
  });
});

describe('sources', () => {
  const fails = async (content: string | Uint8Array, name = 'bad.jsonl') => {
    world.putSource(name, content);
    const job = await world.import({ name: 'bad', source_uri: `file:${name}`, format: 'jsonl' });
    expect(job.status).toBe('failed');
    expect(await world.store.datasets.find(TENANT, job.resource!.id)).toBeNull();
    expect(filesOf().filter((file) => file.includes(job.resource!.id))).toEqual([]);
    return job.error!;
  };

  test('items may follow their events; blank lines, a byte order mark and CRLF are valid', async () => {
    world.putSource(
      'late.jsonl',
      `\ufeff${tagged('event', event('e', 'a'))}\r\n\n \n${tagged('item', item('a'))}`,
    );
    const job = await world.import({ name: 'late', source_uri: 'file:late.jsonl', format: 'jsonl' });
    expect(madeBy(job)).toMatchObject({ source: 'workspace_uri', item_count: 1, event_count: 1 });
  });

  test('gzip is recognised by the file name', async () => {
    world.putSource('p.jsonl.gz', gzipSync(tagged('item', item('a'))));
    const job = await world.import({ name: 'packed', source_uri: 'file:p.jsonl.gz', format: 'jsonl' });
    expect(job.status).toBe('succeeded');
  });

  test('invalid rows are reported with their lines, the first 100 and the total', async () => {
    const lines = ['{"type":"item"', '[]', tagged('item', { item_id: 'a' }), ...Array(120).fill('{}')];
    const error = await fails(lines.join('\n'));
    expect(error.code).toBe('invalid_request');
    expect(error.details.total).toBe(123);
    expect(error.details.issues).toHaveLength(100);
    expect((error.details.issues as { at: string }[]).slice(0, 3).map(({ at }) => at)).toEqual([
      'line 1',
      'line 2',
      'line 3',
    ]);
  });

  test.each<[string, string | Uint8Array, string, RegExp]>([
    [
      'an id that comes twice',
      [tagged('item', item('a')), tagged('item', item('a'))].join('\n'),
      'duplicate_id',
      /line 2 stands at line 1/,
    ],
    [
      'a reference to nothing',
      [tagged('item', item('a')), tagged('event', event('e', 'b'))].join('\n'),
      'unresolved_reference',
      /line 2 names the item «b»/,
    ],
    ['no item', '', 'invalid_request', /no item/],
    [
      'bytes that are not UTF-8',
      Buffer.concat([
        Buffer.from(`${tagged('item', item('a', '\ufffd'))}\n{"type":"item","item_id":"`),
        Buffer.from([0xff]),
        Buffer.from('","text":""}'),
      ]),
      'invalid_request',
      /line 2: is not UTF-8/,
    ],
    ['a line without end', 'x'.repeat(300_000), 'invalid_request', /line 1: the line has more than/],
    [
      'a lone surrogate',
      '{"type":"item","item_id":"\\ud800","text":""}',
      'invalid_request',
      /line 1: item_id must not have lone surrogates/,
    ],
  ])('%s fails the job and leaves nothing', async (_, content, code, message) => {
    const error = await fails(content);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test.each<[string, Uint8Array]>([
    ['cut off', gzipSync('x'.repeat(100_000)).subarray(0, 60)],
    ['no gzip', Buffer.from('{"type":"item"}')],
    ['a bomb of one line', gzipSync(Buffer.alloc(64 * 1024 * 1024))],
  ])('a packed source: %s', async (_, content) => {
    expect(await fails(content, 'bad.jsonl.gz')).toMatchObject({ code: 'invalid_request' });
  });

  test('an unknown format is rejected at once', async () => {
    await expect(
      world.import({ name: 'x', source_uri: 'file:late.jsonl', format: 'xml' }),
    ).rejects.toMatchObject({
      code: 'unsupported_format',
      details: { supported: ['jsonl', 'parquet', 'csv', 'tsv'] },
    });
  });
});

describe('failures', () => {
  const begin = async () => {
    const accepted = await world.service.import(
      TENANT,
      ImportDatasetRequest.parse({ name: 'stop', items: [item('a')] }),
      null,
    );
    if (accepted.state !== 'accepted') throw new Error('expected a new job');
    return accepted.job;
  };
  const filesFor = (job: Job) => filesOf().filter((file) => file.includes(job.resource!.id));

  test('a cancelled import leaves no files', async () => {
    const job = await begin();
    await world.work(AbortSignal.abort('cancelled'));
    expect((await world.job(job.jobId)).status).toBe('cancelled');
    expect(await world.store.datasets.find(TENANT, job.resource!.id)).toBeNull();
    expect(filesFor(job)).toEqual([]);
  });

  test('an import that was stopped starts over, despite files of the first attempt', async () => {
    const job = await begin();
    const staged = filesFor(job);
    await world.work(AbortSignal.abort('stopping'));
    expect(filesFor(job)).toEqual(staged);
    await world.work();
    expect(await world.job(job.jobId)).toMatchObject({ status: 'succeeded', takes: 1 });
  });

  test('an import whose worker died is completed by the next, once', async () => {
    const job = await begin();
    await world.work(AbortSignal.abort('lost'));
    expect(filesFor(job)).toHaveLength(1);
    world.clock.nowMs += 120_000;
    await world.work();
    expect(await world.job(job.jobId)).toMatchObject({ status: 'succeeded', takes: 2 });
    expect(filesFor(job).map((file) => file.replace(/^.*\//, '').replace(/-[\w-]+/, ''))).toEqual([
      'events.parquet',
      'ids.bin',
      'items.parquet',
      'statistics.json',
    ]);
  });
});

test('exactly the unreferenced files are collected', async () => {
  const { id } = madeBy(await world.import({ name: 'kept', items: [item('a')] }));
  await world.export(id);
  const kept = (await world.store.datasets.get(TENANT, id))!.files.map(({ key }) => key);
  const put = async (key: string) => {
    const writer = await world.artifacts.create(key);
    await writer.write(Buffer.from('x'));
    await writer.commit();
  };
  await put(`ten_a/datasets/${id}/unnamed.parquet`);
  await put('ten_a/datasets/ds_dropped/items-1.parquet');
  const collect = (clock: number) =>
    collectArtifacts(
      {
        datasets: world.store.datasets,
        documents: world.store.keptDocuments,
        artifacts: world.artifacts,
        scratchFolder: world.scratchFolder,
        clock: () => clock,
      },
      new AbortController().signal,
    );
  const before = filesOf();
  await collect(Date.now());
  expect(filesOf()).toEqual(before);
  const hoursAgo = Date.now() / 1000 - 2 * 3600;
  for (const file of before) if (statSync(file).isFile()) utimesSync(file, hoursAgo, hoursAgo);
  await collect(Date.now());
  for (const key of kept) expect(await world.artifacts.stat(key)).not.toBeNull();
  const left = filesOf().map((file) => file.slice(join(world.folder, 'artifacts').length + 1));
  expect(left.filter((file) => !file.startsWith('datasets/'))).toEqual([]);
  expect(left.filter((file) => /ds_dropped|unnamed/.test(file))).toEqual([]);
});
