import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GivenReading } from '../../../platform/intake/sources/reading.ts';
import { formatOf, type SourceFormat } from '../../../platform/intake/sources/source-formats.ts';
import type { NumberedRow } from '../../../platform/intake/sources/source-reader.ts';
import { openSource } from './read-source.ts';

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

async function read(
  format: SourceFormat,
  file: string,
  columns: readonly string[] | null = null,
  reading: GivenReading = {},
) {
  const source = await openSource(format, {
    file,
    columns: columns === null ? null : new Set(columns),
    reading,
  });
  const rows: NumberedRow[] = [];
  for await (const row of source.rows) rows.push(row);
  return { rows, progress: source.progress(), report: source.report(), decimal: source.decimal };
}

describe('CSV', () => {
  test('quotes, line breaks in cells, byte order mark, blank lines and Windows line ends', async () => {
    const file = fileOf('a.csv', '\uFEFFid, text\r\n1,"a ""b"",\r\nc"\r\n\r\n2,\r\n');
    const { rows, progress } = await read('csv', file);
    expect(rows).toEqual([
      { number: 1, line: 2, row: { id: '1', text: 'a "b",\r\nc' } },
      { number: 2, line: 5, row: { id: '2', text: '' } },
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
      [4, undefined],
      [5, 'fine'],
      [6, 'fault'],
    ]);
    expect(rows[5]).toMatchObject({ line: 7, fault: expect.stringMatching(/opens in line 7.*1 more line/) });
    expect(rows[1]).toMatchObject({
      fault: 'the row has 3 cells, the header has 2',
      text: ['2', 'too', 'many'],
    });
  });

  test('columns that the mapping misspells stop it before the first row', async () => {
    const file = fileOf('c.csv', 'id,text\n1,a\n');
    await expect(read('csv', file, ['id', 'txt'])).rejects.toThrow(
      /line 1: there is no column txt.*id, text/,
    );
    const twice = fileOf('d.csv', 'id,id\n1,2\n');
    await expect(read('csv', twice)).rejects.toThrow(/id twice/);
    expect((await read('csv', fileOf('e.csv', 'id,x,x\n1,2,3\n'), ['id'])).rows).toHaveLength(1);
  });

  test('tabs', async () => {
    const file = fileOf('a.tsv', 'id\ttext\n1\ta, b\n');
    expect((await read('tsv', file)).rows).toEqual([{ number: 1, line: 2, row: { id: '1', text: 'a, b' } }]);
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
    expect(rows.at(-1)).toEqual({ number: 5000, line: 5000, row: { n: 4999 } });
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
    const { rows, progress } = await read('parquet', file, ['id', 'age']);
    expect(rows.map(({ number }) => number)).toEqual(numbers.map((n) => n + 1));
    expect(rows[16_001]).toEqual({ number: 16_002, row: { id: 'p16001', age: 16_001 } });
    expect('row' in rows[0]! && (rows[0].row.age ?? null)).toBeNull();
    expect(progress).toBe(1);
    await expect(read('parquet', file, ['years'])).rejects.toThrow(/no column years/);
  });
});

describe('files as other programs write them', () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const umlaut = { number: 1, line: 2, row: { id: '1', ort: 'Köln' } };

  test.each<[string, SourceFormat, Uint8Array, object]>([
    [
      'CSV in Windows-1252',
      'csv',
      latin('id;ort\r\n1;Köln\r\n'),
      { encoding: 'windows-1252', encoding_by: 'bytes' },
    ],
    ['CSV in UTF-16', 'csv', utf16('id;ort\r\n1;Köln\r\n'), { encoding: 'utf-16le', encoding_by: 'mark' }],
    [
      'TSV in UTF-16, «Unicode text»',
      'tsv',
      utf16('id\tort\r\n1\tKöln\r\n'),
      { encoding: 'utf-16le', quote: null },
    ],
    ['CSV of tabs', 'csv', latin('id\tort\n1\tKöln\n'), { delimiter: '\t', encoding: 'windows-1252' }],
    ['CSV packed', 'csv', gzipSync(latin('id,ort\n1,Köln\n')), { encoding: 'windows-1252' }],
    ['NDJSON in Windows-1252', 'ndjson', latin('\n{"id":"1","ort":"Köln"}\n'), { encoding: 'windows-1252' }],
    ['NDJSON in UTF-16', 'ndjson', utf16('\n{"id":"1","ort":"Köln"}'), { encoding: 'utf-16le' }],
  ])('%s', async (name, format, bytes, report) => {
    const file = fileOf(
      `${name.replaceAll(/\W/g, '')}.${format}${name.includes('packed') ? '.gz' : ''}`,
      bytes,
    );
    const read1 = await read(format, file);
    expect(read1.rows).toEqual([format === 'ndjson' ? { ...umlaut, number: 2 } : umlaut]);
    expect(read1.report).toMatchObject(report);
  });

  test('bytes that the encoding does not have refuse their row, with its line', async () => {
    for (const [format, text] of [
      ['csv', 'id,ort\n1,Köln\n2,Bonn\n'],
      ['ndjson', '\n{"id":"1","ort":"Köln"}\n{"id":"2"}\n'],
    ] as const) {
      const given = await read(format, fileOf(`broken.${format}`, latin(text)), null, { encoding: 'utf-8' });
      expect(given.rows).toMatchObject([
        { line: 2, fault: expect.stringContaining('has the byte 0xF6, which is not UTF-8') },
        { line: 3, row: { id: '2' } },
      ]);
      expect(given.report).toMatchObject({ encoding: 'utf-8', encoding_by: 'given', undecoded_rows: 1 });
    }
  });

  test('a report with a title, a decimal comma and an empty header', async () => {
    const text = 'Kundenliste\r\n\r\nid;preis;;\r\n1;12,50;;x\r\n2\r\n;;;\r\n';
    const { rows, report, decimal } = await read('csv', fileOf('report.csv', latin(text)), ['id', 'preis']);
    expect(rows).toEqual([
      { number: 1, line: 4, row: { id: '1', preis: '12,50' } },
      { number: 2, line: 5, row: { id: '2' } },
    ]);
    expect(decimal).toBe('comma');
    expect(report).toMatchObject({
      ...{ delimiter: ';', header_line: 3, left_out_lines: ['Kundenliste', ''], short_rows: 1 },
      ...{ unnamed_columns: 2, unnamed_cells: 1, empty_rows: 1 },
    });
    const wrong = read('csv', fileOf('report.csv', latin(text)), ['id'], { skipLines: 0 });
    await expect(wrong).rejects.toThrow(/line 1: there is no column id.*--skip-lines/);
  });
});

test.each([
  ['people.csv', 'csv'],
  ['People.CSV', 'csv'],
  ['a.b.jsonl.gz', 'ndjson'],
  ['x.tab', 'tsv'],
  ['x.parquet', 'parquet'],
  ['x.xlsx', 'xlsx'],
  ['x.xls', undefined],
  ['csv', undefined],
])('the format of %s is %s', (name, format) => {
  expect(formatOf(name)).toBe(format);
});
