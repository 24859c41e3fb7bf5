import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatOf, openSource, type SourceFormat } from './read-source.ts';
import type { NumberedRow } from './source-reader.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-source-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function read(format: SourceFormat, file: string, after = 0, columns: readonly string[] | null = null) {
  const source = openSource(format, { file, after, columns: columns === null ? null : new Set(columns) });
  const rows: NumberedRow[] = [];
  for await (const row of source.rows) rows.push(row);
  return { rows, progress: source.progress() };
}

describe('CSV', () => {
  test('quotes, line breaks in cells, byte order mark, blank lines and Windows line ends', async () => {
    const file = fileOf('a.csv', '\uFEFFid, text\r\n1,"a ""b"",\r\nc"\r\n\r\n2,\r\n');
    const { rows, progress } = await read('csv', file);
    expect(rows).toEqual([
      { number: 1, row: { id: '1', text: 'a "b",\r\nc' } },
      { number: 2, row: { id: '2', text: '' } },
    ]);
    expect(progress).toBe(1);
  });

  test('unreadable rows are reported in order, and reading continues', async () => {
    const file = fileOf('b.csv', 'id,text\n1,ok\n2,too,many\n3,a "good" quote\n4\n5,fine\n6,"open\n7,lost\n');
    const { rows } = await read('csv', file);
    expect(rows.map((row) => [row.number, 'fault' in row ? 'fault' : row.row.text])).toEqual([
      [1, 'ok'],
      [2, 'fault'],
      [3, 'a "good" quote'],
      [4, 'fault'],
      [5, 'fine'],
      [6, 'fault'],
    ]);
    expect(rows[5]).toMatchObject({ fault: expect.stringMatching(/Quote Not Closed.*line 8/) });
    expect(rows[1]).toMatchObject({
      fault: 'the row has 3 cells, the header has 2',
      text: ['2', 'too', 'many'],
    });
  });

  test('columns that the mapping misspells stop it before the first row', async () => {
    const file = fileOf('c.csv', 'id,text\n1,a\n');
    await expect(read('csv', file, 0, ['id', 'txt'])).rejects.toThrow(/no column txt.*id, text/);
    const twice = fileOf('d.csv', 'id,id\n1,2\n');
    await expect(read('csv', twice)).rejects.toThrow(/id twice/);
  });

  test('tabs', async () => {
    const file = fileOf('a.tsv', 'id\ttext\n1\ta, b\n');
    expect((await read('tsv', file)).rows).toEqual([{ number: 1, row: { id: '1', text: 'a, b' } }]);
  });
});

describe('NDJSON', () => {
  test('keeps U+2028 and U+2029, counts blank lines, reports faults, needs no last line end', async () => {
    const file = fileOf('a.ndjson', '\uFEFF{"t":"a\u2028b\u2029c"}\r\n\n[1]\n{"t":\n{"t":"é😀"}');
    const { rows } = await read('ndjson', file);
    expect(rows).toMatchObject([
      { number: 1, row: { t: 'a\u2028b\u2029c' } },
      { number: 3, fault: 'the line is no JSON object', text: '[1]' },
      { number: 4, text: '{"t":' },
      { number: 5, row: { t: 'é😀' } },
    ]);
  });

  test('packed', async () => {
    const lines = Array.from({ length: 5000 }, (_, n) => JSON.stringify({ n })).join('\n');
    const { rows } = await read('ndjson', fileOf('a.ndjson.gz', gzipSync(lines)));
    expect(rows).toHaveLength(5000);
    expect(rows.at(-1)).toEqual({ number: 5000, row: { n: 4999 } });
  });
});

describe('Parquet', () => {
  test('reads named columns in ranges, with nulls, numbers and texts', async () => {
    const file = join(folder, 'a.parquet');
    const count = 20_000;
    const numbers = Array.from({ length: count }, (_, n) => n);
    parquetWriteFile({
      filename: file,
      rowGroupSize: 7000,
      columnData: [
        { name: 'id', data: numbers.map((n) => `p${n}`), type: 'STRING' },
        { name: 'age', data: numbers.map((n) => (n % 3 === 0 ? null : n)), type: 'INT32' },
        { name: 'unused', data: numbers.map(String), type: 'STRING' },
      ],
    });
    const { rows, progress } = await read('parquet', file, 0, ['id', 'age']);
    expect(rows.map(({ number }) => number)).toEqual(numbers.map((n) => n + 1));
    expect(rows[16_001]).toEqual({ number: 16_002, row: { id: 'p16001', age: 16_001 } });
    expect('row' in rows[0]! && (rows[0].row.age ?? null)).toBeNull();
    expect(progress).toBe(1);
    expect(
      (await read('parquet', file, 19_998, ['id'])).rows.map((row) => 'row' in row && row.row.id),
    ).toEqual(['p19998', 'p19999']);
    await expect(read('parquet', file, 0, ['years'])).rejects.toThrow(/no column years/);
  });
});

test('going on behind any row gives exactly what stood behind it', async () => {
  const line = fc.oneof(
    fc.constantFrom('1,x', '2,"a,b"', '3,"two\nlines"', '', '4', '5,a,b', '6,"bad" x'),
    fc.constantFrom('{"a":1}', '{', '', '[]', '"x"'),
  );
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.nat(14), async (lines, after) => {
      for (const format of ['csv', 'ndjson'] as const) {
        const file = fileOf(`p${round++}.${format}`, ['id,text', ...lines].join('\n'));
        const { rows } = await read(format, file);
        expect((await read(format, file, after)).rows).toEqual(rows.filter(({ number }) => number > after));
      }
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['people.csv', 'csv'],
  ['People.CSV', 'csv'],
  ['a.b.jsonl.gz', 'ndjson'],
  ['x.tab', 'tsv'],
  ['x.parquet', 'parquet'],
  ['x.xlsx', undefined],
  ['csv', undefined],
])('the format of %s is %s', (name, format) => {
  expect(formatOf(name)).toBe(format);
});
