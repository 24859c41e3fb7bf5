import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatasetWorld, openDatasetWorld } from '../testing/dataset-world.ts';

let world: DatasetWorld;
beforeAll(async () => {
  world = await openDatasetWorld();
});
afterAll(() => world.dispose());

type Columns = Parameters<typeof parquetWriteBuffer>[0]['columnData'];
const text = (name: string, data: (string | null)[]) => ({ name, data, type: 'STRING' as const });

const rows = (given: Columns = []): Columns => [
  text('type', ['item', 'event', 'item', 'event']),
  text('item_id', ['a', 'b', '\ufeffb', 'a']),
  text('text', ['A', null, 'B', null]),
  text('event_id', [null, 'e1', null, 'e2']),
  text('person_id', [null, 'p', null, 'p']),
  text('kind', [null, 'view', null, 'buy']),
  {
    name: 'timestamp',
    type: 'TIMESTAMP',
    data: [null, new Date('2024-05-01T12:00:00.123Z'), null, new Date('2024-05-01T12:00:01Z')],
  },
  { name: 'value', type: 'DOUBLE', data: [null, -0, null, 1e-300] },
  ...given,
];

async function importParquet(columnData: Columns, bytes = Buffer.from(parquetWriteBuffer({ columnData }))) {
  world.putSource('a.parquet', bytes);
  return world.import({ name: 'parquet', source_uri: 'file:a.parquet', format: 'parquet' });
}

test('columns of both kinds become rows, with numbers and timestamps', async () => {
  const columns = rows().map((column) =>
    column.name === 'item_id' ? text('item_id', ['a', '\ufeffb', '\ufeffb', 'a']) : column,
  );
  const job = await importParquet(columns);
  expect(job).toMatchObject({ status: 'succeeded', error: null });
  expect((await world.export(job.resource!.id)).toString().trimEnd().split('\n')).toEqual([
    '{"type":"item","item_id":"a","text":"A"}',
    '{"type":"item","item_id":"\ufeffb","text":"B"}',
    '{"type":"event","event_id":"e1","person_id":"p","item_id":"\ufeffb","kind":"view","timestamp":"2024-05-01T12:00:00.123Z","value":-0}',
    '{"type":"event","event_id":"e2","person_id":"p","item_id":"a","kind":"buy","timestamp":"2024-05-01T12:00:01.000Z","value":1e-300}',
  ]);
});

test.each<[string, () => ReturnType<typeof importParquet>, string, RegExp]>([
  [
    'an id that only looks the same is no item',
    () => importParquet(rows()),
    'unresolved_reference',
    /row 2 names/,
  ],
  [
    'an unknown column',
    () => importParquet(rows([text('colour', ['', '', '', ''])])),
    'invalid_request',
    /column «colour»/,
  ],
  ['no column for the kind', () => importParquet(rows().slice(1)), 'invalid_request', /no column «type»/],
  ['another kind', () => importParquet([text('type', ['thing'])]), 'invalid_request', /row 1: type must be/],
  ['no Parquet', () => importParquet([], Buffer.from('{}')), 'invalid_request', /cannot be read as Parquet/],
  [
    'one that was cut off',
    () => importParquet([], Buffer.from(parquetWriteBuffer({ columnData: rows() })).subarray(100)),
    'invalid_request',
    /cannot be read as Parquet/,
  ],
])('%s', async (_, importing, code, message) => {
  expect((await importing()).error).toMatchObject({ code, message: expect.stringMatching(message) });
});
