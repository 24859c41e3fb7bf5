/** Rows of datasets and of catalogues by the table of numbers, in every format. */
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { numberCases, twins } from '../../../contract/testing/number-cases.ts';
import type { RowBatch, RowOrFault } from './dataset-row.ts';
import { datasetReader } from './row-reader.ts';

const reader = datasetReader({
  features: { items: { sku: { type: 'number' } }, people: {}, events: {} },
  timestamps: 'iso',
});
const named = { file: 0, name: '' };

async function all(batches: AsyncGenerator<RowBatch<RowOrFault>>) {
  const rows: RowOrFault[] = [];
  const lines: number[] = [];
  for await (const batch of batches) {
    rows.push(...batch.rows);
    lines.push(...batch.lines);
  }
  return { rows, lines };
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

const jsonl = (text: string) => all(reader.jsonl(bytesOf(text), named));
const csv = (text: string) => all(reader.delimited!(bytesOf(text), named, 'csv'));
const event = (id: string, value: string) =>
  `{"type":"event","event_id":"e","person_id":${id},"item_id":"a","kind":"view","timestamp":"2024-05-01T12:00:00Z","value":${value}}`;

const refused = (path: string) => ({
  type: 'faulty',
  issues: [{ path, message: expect.stringMatching(/digits a 64-bit float keeps.*; send it as text/) }],
});

describe.each(numberCases)('$text', ({ text, isKept, id }) => {
  test('as an id', async () => {
    const { rows } = await jsonl(`\n${event(text, '1')}\n{"type":"item","item_id":${text},"text":""}\n`);
    if (id === null) expect(rows).toMatchObject([{ type: 'faulty' }, { type: 'faulty' }]);
    else expect(rows).toMatchObject([{ personId: id }, { itemId: id }]);
  });

  test('as the value of an event and as an attribute', async () => {
    const item = `{"type":"item","item_id":"a","text":"","attributes":{"sku":${text}}}`;
    const lines = await jsonl(`${event('"p"', text)}\n${item}\n`);
    const [events, items] = [
      await csv(`event_id,person_id,item_id,kind,timestamp,value\ne,p,a,view,2024-05-01T12:00:00Z,${text}\n`),
      await csv(`item_id,text,attributes.sku\na,,${text}\n`),
    ];
    for (const [asEvent, asItem] of [lines.rows, [events.rows[0], items.rows[0]]]) {
      expect(asEvent).toMatchObject(isKept ? { value: Number(text) } : refused('value'));
      const attributes = JSON.stringify({ sku: Number(text) });
      expect(asItem).toMatchObject(isKept ? { attributes } : refused('attributes.sku'));
    }
    expect(events.lines).toEqual([2]);
  });
});

test('Parquet keeps twins apart and refuses what it cannot keep, by its row', async () => {
  const ids = twins.map(BigInt);
  const columnData = [
    { name: 'type', data: ['item', 'item', 'item'] },
    { name: 'item_id', data: [...ids, 7n], type: 'INT64' as const },
    { name: 'text', data: ['', '', ''] },
    { name: 'attributes', data: [null, `{"sku":${twins[1]}}`, '{"sku":1.5}'] },
  ];
  const bytes = parquetWriteBuffer({ columnData });
  const source = {
    bytes: bytes.byteLength,
    read: async (start: number, end: number) => bytes.slice(start, end),
  };
  const { rows, lines } = await all(reader.parquet(source, named, () => {}));
  expect(lines).toEqual([1, 2, 3]);
  expect(rows).toMatchObject([
    { itemId: twins[0] },
    refused('attributes.sku'),
    { itemId: '7', attributes: '{"sku":1.5}' },
  ]);
});
