import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSnapshot, type Snapshot } from '../snapshot/read-snapshot.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from '../testing/dataset-world.ts';
import { collectAttributes } from './collect-attributes.ts';
import { featureColumns } from './feature-columns.ts';

let world: DatasetWorld;
beforeAll(async () => {
  world = await openDatasetWorld();
});
afterAll(() => world.dispose());

const features = {
  items: { price: 'number', brand: { type: 'category' }, genre: 'list', released: 'date', blurb: 'text' },
  people: { age: 'number' },
  events: { device: 'category', distance: 'number' },
};
const items = [
  {
    item_id: 'a',
    text: 'A',
    created_at: '2024-05-01T12:00:00.000Z',
    attributes: { price: 1.5, genre: ['x', 'y'] },
  },
  { item_id: 'b', text: '' },
  { item_id: 'c', text: 'C', attributes: { brand: 'acme', genre: [], released: '2024-05-01', blurb: 'Ünï' } },
];
const people = [{ person_id: 'p', attributes: { age: 30 } }, { person_id: 'q' }];
const events = [
  {
    event_id: 'e',
    person_id: 'p',
    item_id: 'a',
    kind: 'view',
    timestamp: '2024-05-02T00:00:00.000Z',
    value: 1,
  },
  {
    event_id: 'f',
    session_id: 's',
    item_id: 'a',
    kind: 'view',
    timestamp: '2024-05-02T00:00:00.000Z',
    value: 1,
    basket_id: 'order',
    context: { device: 'phone', distance: 12 },
  },
  {
    event_id: 'g',
    person_id: 'p',
    session_id: 's',
    item_id: 'b',
    kind: 'view',
    timestamp: '2024-05-03T00:00:00.000Z',
    value: 1,
    context: { distance: 0.5 },
  },
];
const rows = [
  ...items.map((item) => ({ type: 'item', ...item })),
  ...people.map((person) => ({ type: 'person', ...person })),
  ...events.map((event) => ({ type: 'event', ...event })),
];
const jsonl = rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function imported(body: object) {
  const job = await world.import(body);
  if (job.error !== null) throw new Error(JSON.stringify(job.error));
  const dataset = (await world.store.datasets.get(TENANT, job.resource!.id))!;
  return { dataset, snapshot: await readSnapshot(world.artifacts, dataset) };
}

async function* none(): AsyncGenerator<Snapshot> {}

describe('the same rows', () => {
  const declared = { ...features, items: { ...features.items, price: { type: 'number' } } };

  test.each([
    ['inline', async () => ({ items, people, events })],
    [
      'as JSONL',
      async () => {
        world.putSource('rows.jsonl', jsonl);
        return { source_uri: 'file:rows.jsonl', format: 'jsonl' };
      },
    ],
    [
      'as Parquet',
      async () => {
        const column = (name: string, type: 'STRING' | 'DOUBLE') => ({
          name,
          type,
          nullable: true,
          data: rows.map((row) => {
            const value = (row as Record<string, unknown>)[name] ?? null;
            return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
          }),
        });
        const names = ['type', 'item_id', 'text', 'created_at', 'attributes'];
        const columnData = [
          ...[
            ...names,
            'event_id',
            'person_id',
            'kind',
            'timestamp',
            'session_id',
            'basket_id',
            'context',
          ].map((name) => column(name, 'STRING')),
          column('value', 'DOUBLE'),
        ];
        world.putSource(
          'rows.parquet',
          new Uint8Array(parquetWriteBuffer({ columnData: columnData as never })),
        );
        return { source_uri: 'file:rows.parquet', format: 'parquet' };
      },
    ],
  ])('%s make the same dataset, which is exported as given', async (name, source) => {
    const kinds = { view: { weight: 0.1 }, return: { weight: -1 } };
    const declaring = { name, features: declared, kinds, repeats: true, baskets: 'basket_id' };
    const { dataset } = await imported({ ...declaring, ...(await source()) });
    expect(await world.service.get(TENANT, dataset.datasetId)).toMatchObject({
      item_count: 3,
      event_count: 3,
      features: {
        items: { price: { type: 'number' }, brand: { type: 'category' }, genre: { type: 'list' } },
        people: { age: { type: 'number' } },
        events: { device: { type: 'category' }, distance: { type: 'number' } },
      },
      kinds,
      repeats: true,
      baskets: 'basket_id',
    });
    const exported = (await world.export(dataset.datasetId)).toString();
    // Rows are given in the order of the declaration, so that the export has them to the byte.
    const canonical = rows.map((row) => {
      if (row.type !== 'item' || !('attributes' in row) || row.attributes === undefined) return row;
      const values = row.attributes as Record<string, unknown>;
      const ordered = Object.keys(features.items).filter((feature) => feature in values);
      return { ...row, attributes: Object.fromEntries(ordered.map((feature) => [feature, values[feature]])) };
    });
    const declaration = {
      type: 'features',
      ...dataset.features,
      ...{ kinds, repeats: true, baskets: 'basket_id' },
    };
    expect(exported).toBe([declaration, ...canonical].map((row) => `${JSON.stringify(row)}\n`).join(''));
    world.putSource('again.jsonl', exported);
    const parquet = await world.export(dataset.datasetId, 'none', 'parquet');
    world.putSource('again.parquet', parquet);
    for (const format of ['jsonl', 'parquet']) {
      const again = await imported({ name: `${name} again`, source_uri: `file:again.${format}`, format });
      const { features, declaredEvents, datasetId } = again.dataset;
      expect({ features, declaredEvents }).toEqual({
        features: dataset.features,
        declaredEvents: { kinds, repeats: true, baskets: 'basket_id' },
      });
      expect((await world.export(datasetId)).toString()).toBe(exported);
      expect(parquet.equals(await world.export(datasetId, 'none', 'parquet'))).toBe(true);
    }
  });
});

/** Any text that a row may have: without halves of surrogate pairs. */
const anyText = (most: number) => fc.string({ unit: 'grapheme', maxLength: most });
const anyId = fc.stringMatching(/^[ -~é日\u{1f600}]{1,12}$/u);
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const anyItem = fc.record({
  item_id: anyId,
  text: anyText(20),
  created_at: optional(fc.constantFrom('1970-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z')),
  attributes: optional(
    fc.record(
      {
        price: anyNumber,
        genre: fc.array(fc.constantFrom('x', 'é', '"'), { maxLength: 3 }),
        blurb: anyText(9),
      },
      { requiredKeys: [] },
    ),
  ),
});
const anyDataset = fc.record({
  items: fc.uniqueArray(anyItem, { minLength: 1, maxLength: 5, selector: ({ item_id }) => item_id }),
  taken: fc.array(
    fc.record({
      ...{ item: fc.nat(), person_id: anyId, kind: anyId, value: anyNumber },
      ...{ session_id: optional(anyId), basket_id: optional(anyId) },
    }),
    { maxLength: 12 },
  ),
  weights: fc.dictionary(anyId, fc.constantFrom(-100, -0.5, 0, 1e-6, 0.1, 100), { maxKeys: 4 }),
  repeats: fc.boolean(),
});

test('a Parquet export of any dataset makes the same dataset', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(anyDataset, async ({ items: given, taken, weights, repeats }) => {
      const name = `any ${count++}`;
      const kinds = Object.fromEntries(Object.entries(weights).map(([kind, weight]) => [kind, { weight }]));
      const events = taken.map(({ item, ...event }, at) => ({
        ...event,
        event_id: `e${at}`,
        item_id: given[item % given.length]!.item_id,
        timestamp: new Date(Date.UTC(2024, 0, 1 + at)).toISOString(),
      }));
      const body = JSON.parse(JSON.stringify({ items: given, events, kinds, repeats }));
      const { dataset } = await imported({ name, features: { items: features.items }, ...body });
      world.putSource(`${name}.parquet`, await world.export(dataset.datasetId, 'none', 'parquet'));
      const again = await imported({ name, source_uri: `file:${name}.parquet`, format: 'parquet' });
      expect(again.dataset.declaredEvents).toEqual({ kinds, repeats, baskets: null });
      const before = await world.export(dataset.datasetId);
      expect((await world.export(again.dataset.datasetId)).toString()).toBe(before.toString());
    }),
    { numRuns: 8 },
  );
});

test('typed columns and dates have the values of each item', async () => {
  const { snapshot } = await imported({ name: 'typed', features, items, people, events });
  const collected = await collectAttributes(
    ['c', 'a', 'b', 'gone'],
    snapshot.features.items,
    snapshot,
    none(),
  );
  const expected = {
    price: { type: 'number', values: Float64Array.of(Number.NaN, 1.5, Number.NaN, Number.NaN) },
    brand: { type: 'category', categories: ['acme'], codes: Int32Array.of(0, -1, -1, -1) },
    genre: {
      type: 'list',
      categories: ['x', 'y'],
      offsets: Uint32Array.of(0, 0, 2, 2, 2),
      codes: Uint32Array.of(0, 1),
      isGiven: Uint8Array.of(1, 1, 0, 0),
    },
    released: {
      type: 'date',
      values: Float64Array.of(Date.UTC(2024, 4, 1), Number.NaN, Number.NaN, Number.NaN),
    },
    blurb: { type: 'text', values: ['Ünï', null, null, null] },
  };
  const createdAtMs = Float64Array.of(Number.NaN, Date.UTC(2024, 4, 1, 12), Number.NaN, Number.NaN);
  const typed = featureColumns(collected);
  expect(Object.fromEntries(typed.columns)).toEqual(expected);
  expect(typed.createdAtMs).toEqual(createdAtMs);
});

test('an item that only an earlier dataset has keeps the values of the same name and type', async () => {
  const { snapshot } = await imported({
    name: 'later',
    features: { items: { price: 'number', brand: 'list' } },
    items: [{ item_id: 'new', text: '' }],
  });
  const earlier = async function* () {
    yield (await imported({ name: 'earlier', features, items, people })).snapshot;
  };
  const collected = await collectAttributes(['new', 'a', 'c'], snapshot.features.items, snapshot, earlier());
  expect(collected.attributes).toEqual([null, '{"price":1.5}', null]);
  expect(collected.createdAtMs[1]).toBe(Date.UTC(2024, 4, 1, 12));
});

test('without dates there is no column of dates', async () => {
  const { snapshot } = await imported({ name: 'plain', items: [{ item_id: 'a', text: '' }] });
  const collected = await collectAttributes(['a'], {}, snapshot, none());
  expect(featureColumns(collected).createdAtMs).toBeNull();
});

describe('a declaration in the first line of a source', () => {
  const line = (declared: object) => `${JSON.stringify({ type: 'features', ...declared })}\n`;
  const source = { source_uri: 'file:declared.jsonl', format: 'jsonl' };
  const item = (id: string, attributes: object) =>
    `${JSON.stringify({ type: 'item', item_id: id, text: '', attributes })}\n`;

  test('is that of the dataset, for all its files, also after blank lines', async () => {
    world.putSource(
      'declared.jsonl',
      `\n\n${line({ items: { price: 'number' } })}${item('a', { price: 1 })}`,
    );
    const same = line({ items: { price: { type: 'number' } }, people: {} });
    world.putSource('more.jsonl', `${same}${item('b', { price: 2 })}`);
    const { dataset } = await imported({
      name: 'files',
      source_uris: ['file:declared.jsonl', 'file:more.jsonl'],
      format: 'jsonl',
    });
    expect(dataset).toMatchObject({
      itemCount: 2,
      features: { items: { price: { type: 'number' } }, people: {} },
    });
  });

  test('of kinds of events is refused where a later file changes it', async () => {
    const kinds = { view: { weight: 0.1 } };
    world.putSource('declared.jsonl', `${line({ kinds })}${item('a', {})}`);
    const job = async (second: object) => {
      world.putSource('more.jsonl', `${line(second)}${item('b', {})}`);
      const uris = ['file:declared.jsonl', 'file:more.jsonl'];
      return world.import({ name: 'kinds', source_uris: uris, format: 'jsonl' });
    };
    expect((await job({ kinds })).status).toBe('succeeded');
    expect((await job({ kinds: { view: { weight: 2 } } })).error).toMatchObject({ code: 'invalid_request' });
    expect((await job({ kinds: { view: { weight: 1000 } } })).error).toMatchObject({
      code: 'invalid_request',
    });
  });

  test('gives way to that of the request', async () => {
    world.putSource(
      'declared.jsonl',
      `${line({ items: { price: 'number' } })}${item('a', { brand: 'acme' })}`,
    );
    const { dataset } = await imported({
      name: 'own',
      features: { items: { brand: 'category' } },
      ...source,
    });
    expect(dataset.features).toEqual({ items: { brand: { type: 'category' } }, people: {}, events: {} });
  });

  test.each([
    ['is refused with a type that is none', line({ items: { price: 'money' } }), 'line 1'],
    ['is refused after other rows', `${item('b', {})}${line({ items: { price: 'number' } })}`, 'line 2'],
  ])('%s', async (_, lines, at) => {
    world.putSource('declared.jsonl', `${lines}${item('a', {})}`);
    const job = await world.import({ name: 'late', ...source });
    expect(job.error).toMatchObject({ code: 'invalid_request', details: { issues: [{ at }], total: 1 } });
    expect(await world.store.datasets.newest(TENANT, 'late')).toBeNull();
  });
});

describe('faults', () => {
  test('of inline rows have their place', async () => {
    const faulty = world.import({
      name: 'x',
      features,
      items: [items[0], { item_id: 'b', text: '', attributes: { price: '1', colour: 'red' } }],
      people: [{ person_id: 'p', attributes: { age: 'old' } }],
    });
    await expect(faulty).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'items[1].attributes.colour' }, { path: 'people[0].attributes.age' }] },
    });
  });

  test('of a source have their line, also a person who is there twice', async () => {
    world.putSource(
      'bad.jsonl',
      `${jsonl}{"type":"item","item_id":"d","text":"","attributes":{"price":"1"}}\n`,
    );
    const source = { source_uri: 'file:bad.jsonl', format: 'jsonl' };
    const job = await world.import({ name: 'bad', features, ...source });
    expect(job.error).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ at: 'line 9', path: 'attributes.price' }] },
    });
    world.putSource('bad.jsonl', `${jsonl}{"type":"person","person_id":"q"}\n`);
    const twice = await world.import({ name: 'bad', features, ...source });
    expect(twice.error).toMatchObject({
      code: 'duplicate_id',
      details: {
        duplicates: [{ type: 'person', id: 'q', at: 'line 9', first_at: 'line 5' }],
        totals: { items: 0, events: 0, people: 1 },
      },
    });
  });

  test('people without declared features are refused', async () => {
    const refused = world.import({ name: 'x', items: [{ item_id: 'a', text: '' }], people });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/people: .*"features": \{"people"/),
    });
  });
});
