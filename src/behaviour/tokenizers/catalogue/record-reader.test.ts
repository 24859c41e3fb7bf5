import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { numberCases } from '../../../contract/testing/number-cases.ts';
import { CatalogueItem, InteractionSequence } from '../../../contract/tokenizer.ts';
import { recordReader } from './record-reader.ts';

const catalogue = recordReader(CatalogueItem, 'item_id');
const interactions = recordReader(InteractionSequence, 'items');
const named = { file: 0, name: '' };

async function ofJsonl<Row>(reader: { jsonl: typeof catalogue.jsonl }, lines: string): Promise<Row[]> {
  const bytes = (async function* () {
    yield Buffer.from(lines);
  })();
  const rows: unknown[] = [];
  for await (const batch of reader.jsonl(bytes, named)) rows.push(...batch.rows);
  return rows as Row[];
}

async function ofParquet(
  reader: { parquet: typeof catalogue.parquet },
  columnData: Parameters<typeof parquetWriteBuffer>[0]['columnData'],
) {
  const bytes = parquetWriteBuffer({ columnData });
  const read = async (start: number, end: number) => bytes.slice(start, end);
  const rows: unknown[] = [];
  const source = { bytes: bytes.byteLength, read };
  for await (const batch of reader.parquet(source, named, () => {})) rows.push(...batch.rows);
  return rows;
}

test('records of JSONL are validated one by one', async () => {
  expect(
    await ofJsonl(catalogue, '{"item_id":"a","title":"Lamp"}\n{"item_id":"","x":1}\n[]\nnonsense\n'),
  ).toMatchObject([
    { type: 'record', value: { item_id: 'a', title: 'Lamp' } },
    { type: 'faulty' },
    { type: 'faulty', issues: [{ message: 'must be an object' }] },
    { type: 'faulty' },
  ]);
});

const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

test('a record has the bounds of a request body, in either format', async () => {
  const [row] = await ofJsonl<{ issues: { message: string }[] }>(
    catalogue,
    `{"item_id":"a","attributes":${deep}}\n`,
  );
  expect(row!.issues[0]!.message).toContain('nested deeper than 64 levels');
  const rows = await ofParquet(catalogue, [
    { name: 'item_id', data: ['a', 'b'] },
    { name: 'attributes', data: [deep, '{"colour":"brass"}'] },
  ]);
  expect(rows).toMatchObject([
    { type: 'faulty', issues: [{ path: 'attributes', message: expect.stringContaining('nested deeper') }] },
    { type: 'record', value: { attributes: { colour: 'brass' } } },
  ]);
});

test('a record with many faults gives a short error', async () => {
  const keys = Array.from({ length: 20_000 }, (_, n) => `"unknown_${n}":0`).join(',');
  const [row] = await ofJsonl<{ issues: { message: string }[] }>(catalogue, `{"item_id":"",${keys}}\n`);
  expect(JSON.stringify(row).length).toBeLessThan(4000);
});

test('Parquet gives the same records; attributes may be JSON text', async () => {
  const rows = await ofParquet(catalogue, [
    { name: 'item_id', data: ['a', 'b'] },
    { name: 'title', data: ['Lamp', null] },
    { name: 'attributes', data: ['{"colour":"brass"}', null] },
  ]);
  expect(rows).toEqual([
    { type: 'record', value: { item_id: 'a', title: 'Lamp', attributes: { colour: 'brass' } } },
    { type: 'record', value: { item_id: 'b' } },
  ]);
});

test('Parquet sequences may have lists and 64-bit integers', async () => {
  const rows = await ofParquet(interactions as never, [
    { name: 'user_id', data: ['u'] },
    { name: 'items', data: [['a', 'b']], type: 'JSON' },
    { name: 'timestamps', data: [[1, 2]], type: 'JSON' },
  ]);
  expect(rows).toEqual([{ type: 'record', value: { user_id: 'u', items: ['a', 'b'], timestamps: [1, 2] } }]);
});

test('an unknown column and a missing one are refused with a message', async () => {
  await expect(ofParquet(catalogue, [{ name: 'price', data: [1] }])).rejects.toThrow(/column «price»/);
  await expect(ofParquet(catalogue, [{ name: 'title', data: ['x'] }])).rejects.toThrow(/no column «item_id»/);
});

test.each(numberCases)('a number arrives as it is or is refused: $text', async ({ text, isKept, id }) => {
  const [one] = await ofJsonl<object>(catalogue, `{"item_id":"a","attributes":{"a":{"b":[${text}]}}}`);
  const [two] = await ofParquet(catalogue, [
    { name: 'item_id', data: ['a'] },
    { name: 'attributes', data: [`{"a":{"b":[${text}]}}`] },
  ]);
  for (const row of [one, two])
    expect(row).toMatchObject(
      isKept
        ? { value: { attributes: { a: { b: [Number(text)] } } } }
        : { issues: [{ path: 'attributes.a.b[0]', message: expect.stringMatching(/send it as text/) }] },
    );
  const [sequence] = await ofJsonl<object>(interactions as never, `{"user_id":"u","items":["a",${text}]}`);
  expect(sequence).toMatchObject(id === null ? { type: 'faulty' } : { value: { items: ['a', id] } });
});

test('Parquet lists of JSON and integers keep their digits', async () => {
  const [row] = await ofParquet(interactions as never, [
    { name: 'user_id', data: [76561197980428155n], type: 'INT64' },
    { name: 'items', data: [[1, 2]], type: 'JSON' },
  ]);
  expect(row).toMatchObject({ value: { user_id: '76561197980428155', items: ['1', '2'] } });
});
