import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatasetWorld, openDatasetWorld } from '../testing/dataset-world.ts';

let world: DatasetWorld;
beforeAll(async () => {
  world = await openDatasetWorld();
});
afterAll(() => world.dispose());

const features = { items: { price: 'number', genre: 'list', brand: 'category' }, people: { age: 'number' } };

async function imported(files: Readonly<Record<string, string | Uint8Array>>, given: object = {}) {
  for (const [name, content] of Object.entries(files)) world.putSource(name, content);
  const source_uris = Object.keys(files).map((name) => `file:${name}`);
  const job = await world.import({ name: 'delimited', features, source_uris, format: 'csv', ...given });
  return { job, rows: async () => (await world.export(job.resource!.id)).toString() };
}

/** The rows after the declaration of the features. */
async function exported(...args: Parameters<typeof imported>): Promise<string> {
  const { job, rows } = await imported(...args);
  expect(job.error).toBeNull();
  const [declaration, ...others] = (await rows()).split('\n');
  expect(JSON.parse(declaration!)).toEqual({
    type: 'features',
    items: { price: { type: 'number' }, genre: { type: 'list' }, brand: { type: 'category' } },
    people: { age: { type: 'number' } },
  });
  return others.join('\n');
}

const items = [
  'item_id,text,created_at,attributes.price,attributes.genre,attributes.brand',
  'a,"Lamp, ""bright""",1714521600,1.5,crime|drama,acme',
  'b,"two',
  'lines",,,"[""x|y""]",',
  'c,,,,,',
  '',
].join('\r\n');
const events = [
  '\ufeffevent_id,person_id,item_id,kind,timestamp,value',
  'e1,p,a,view,1714564800.25,',
  'e2,p,b,rate,1714564801,-3.5e-1',
].join('\n');
const people = 'person_id,attributes.age\np,30\n';

const expected = [
  '{"type":"item","item_id":"a","text":"Lamp, \\"bright\\"","created_at":"2024-05-01T00:00:00.000Z","attributes":{"price":1.5,"genre":["crime","drama"],"brand":"acme"}}',
  '{"type":"item","item_id":"b","text":"two\\r\\nlines","attributes":{"genre":["x|y"]}}',
  '{"type":"item","item_id":"c","text":""}',
  '{"type":"person","person_id":"p","attributes":{"age":30}}',
  '{"type":"event","event_id":"e1","person_id":"p","item_id":"a","kind":"view","timestamp":"2024-05-01T12:00:00.250Z","value":1}',
  '{"type":"event","event_id":"e2","person_id":"p","item_id":"b","kind":"rate","timestamp":"2024-05-01T12:00:01.000Z","value":-0.35}',
  '',
].join('\n');

describe('several files, of which each has its own columns, are one dataset', () => {
  test('as CSV with seconds, one of them packed', async () => {
    const files = { 'events.csv': events, 'items.csv.gz': gzipSync(items), 'people.csv': people };
    expect(await exported(files, { timestamps: 'epoch_seconds' })).toBe(expected);
  });

  test('as JSONL with milliseconds, as numbers or digits', async () => {
    const lines = expected
      .split('\n')
      .map((line) =>
        line.replace(
          /"(2024[^"]*)"/,
          (_, time: string) =>
            `${line.includes('e2') ? '"' : ''}${Date.parse(time)}${line.includes('e2') ? '"' : ''}`,
        ),
      );
    const files = { 'a.jsonl': lines.slice(0, 3).join('\n'), 'b.jsonl': lines.slice(3).join('\n') };
    expect(await exported(files, { format: 'jsonl', timestamps: 'epoch_ms' })).toBe(expected);
  });

  test('as TSV with a column of types, whose other columns may be empty', async () => {
    const tsv = [
      'type\titem_id\ttext\tevent_id\tperson_id\tkind\ttimestamp\tattributes',
      'item\ta\tA "quoted" lamp\t\t\t\t\t{"price":2}',
      'event\ta\t\te1\tp\tview\t2024-05-01T12:00:00Z\t',
    ].join('\n');
    expect(await exported({ 'one.tsv': tsv }, { format: 'tsv' })).toBe(
      '{"type":"item","item_id":"a","text":"A \\"quoted\\" lamp","attributes":{"price":2}}\n{"type":"event","event_id":"e1","person_id":"p","item_id":"a","kind":"view","timestamp":"2024-05-01T12:00:00.000Z","value":1}\n',
    );
  });
});

test('sessions, baskets and context are columns of events', async () => {
  const files = {
    'items.csv': 'item_id,text\na,Lamp\n',
    'events.csv': [
      'event_id,person_id,session_id,item_id,kind,timestamp,basket_id,context.device,context.distance',
      'e1,,s,a,view,2024-05-01T12:00:00Z,,phone,7',
      'e2,p,s,a,buy,2024-05-01T12:01:00Z,o1,,',
    ].join('\n'),
  };
  const { job, rows } = await imported(files, {
    features: { events: { device: 'category', distance: 'number' } },
  });
  expect(job.error).toBeNull();
  expect((await rows()).split('\n').slice(2, -1)).toEqual([
    '{"type":"event","event_id":"e1","session_id":"s","item_id":"a","kind":"view","timestamp":"2024-05-01T12:00:00.000Z","value":1,"context":{"device":"phone","distance":7}}',
    '{"type":"event","event_id":"e2","person_id":"p","session_id":"s","item_id":"a","kind":"buy","timestamp":"2024-05-01T12:01:00.000Z","value":1,"basket_id":"o1"}',
  ]);
});

describe('files as spreadsheets write them', () => {
  const item =
    '{"type":"item","item_id":"a","text":"Lampe, groß","attributes":{"price":1299.5}}\n{"type":"item","item_id":"b","text":"24\\" hoch","attributes":{"price":3}}\n';
  test('semicolons, decimal commas, a title, nameless columns and UTF-16', async () => {
    const text =
      'Artikel;;;\r\n\r\nitem_id;text;attributes.price;\r\na;Lampe, groß;1.299,50;\r\nb;24" hoch;3;\r\n';
    expect(await exported({ 'a.csv': text })).toBe(item);
    expect(await exported({ 'b.csv': Buffer.from(`\ufeff${text}`, 'utf16le') })).toBe(item);
  });

  test('tabs without quoting', async () => {
    const text = 'item_id\ttext\tattributes.price\na\tLampe, groß\t1299.5\nb\t24" hoch\t3\n';
    expect(await exported({ 'c.tsv': text }, { format: 'tsv' })).toBe(item);
  });
});

describe('faults have their file and line', () => {
  const fails = async (files: Readonly<Record<string, string | Uint8Array>>, given: object = {}) => {
    const { job } = await imported(files, given);
    expect(job.status).toBe('failed');
    return `${job.error!.code} ${job.error!.message}`;
  };

  test.each<[string, string | Uint8Array, RegExp]>([
    ['a cell too few', 'item_id,text\na,"x\ny"\n\nb\n', /items\.csv, line 5: has 1 cells; the header has 2/],
    [
      'a cell of several lines',
      'item_id,attributes.size,text\na,,\n\nb,1,"x\r\ny"\n',
      /line 4: attributes\.size/,
    ],
    [
      'a number that is none',
      'item_id,text,attributes.price\na,,much\n',
      /line 2: attributes\.price expected a number/,
    ],
    [
      'an attribute that is not declared',
      'item_id,text,attributes.size\na,,1\n',
      /line 2: attributes\.size is no declared feature/,
    ],
    [
      'an unknown column',
      'item_id,text,colour\na,,red\n',
      /line 1: it has a column «colour»; there may be type, /,
    ],
    ['a column that comes twice', 'item_id,text,text\na,,red\n', /line 1: it has the column «text» twice/],
    ['columns of nothing', 'item_id\na\n', /line 1: it has neither a column «type»/],
    [
      'an open quote',
      'item_id,text\na,\nb,"x\nc,\n',
      /items\.csv, line 3: the quote that opens in line 3, cell 2, is not closed; it took 1 more line/,
    ],
    ['a quote that is not doubled', 'item_id,text\na,"x "y" z"\n', /line 2: .*a quote is not doubled/],
    [
      'an endless record',
      `item_id,text\na,${'x'.repeat(300_000)}\n`,
      /line 2: the row does not end: the cell that begins in line 2, cell 2/,
    ],
    [
      'other bytes than UTF-8 in the header',
      Buffer.from([0x69, 0xff, 0x0a]),
      /line 1: it has the byte 0xFF, which is not UTF-8/,
    ],
    [
      'other bytes than UTF-8',
      Buffer.from('item_id,text\na,ok\nb,Stra\xdfe\n', 'latin1'),
      /items\.csv, line 3: has the byte 0xDF, which is not UTF-8/,
    ],
    [
      'a value under no name',
      'item_id,text,,\na,,,\nb,,,x\n',
      /line 3: has a value in column 4, which has no name/,
    ],
  ])('%s', async (_, content, message) => {
    expect(await fails({ 'items.csv': content, 'events.csv': events })).toMatch(message);
  });

  test.each([
    ['epoch_seconds', '2024-05-01T12:00:00Z', /line 2: timestamp must be a number of seconds since 1970/],
    ['epoch_ms', '1e18', /line 2: timestamp must be a number of milliseconds since 1970/],
    ['iso', '1714564800', /line 2: timestamp must be an ISO 8601/],
  ])('times that are not %s', async (timestamps, time, message) => {
    const rows = `event_id,person_id,item_id,kind,timestamp\ne,p,a,view,${time}\n`;
    expect(await fails({ 'rows.csv': rows }, { timestamps })).toMatch(message);
  });

  test('a duplicate id of another file', async () => {
    const given = { 'one.csv': 'item_id,text\na,\n', 'two.csv': 'item_id,text\nb,\na,\n' };
    expect(await fails(given)).toMatch(/^duplicate_id .* at two\.csv, line 3 stands at one\.csv, line 2/);
  });
});
