/**
 * Every format of people, by the table of numbers: ids by their digits, other numbers as they are or refused.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberCases, twins } from '../../../contract/testing/number-cases.ts';
import { type Mapping, parseMapping } from '../../../platform/intake/mapping/mapping.ts';
import { PeopleRows } from '../../../platform/intake/people-rows.ts';
import type { SourceFormat } from '../../../platform/intake/sources/source-formats.ts';
import { openSource } from './read-source.ts';
import { prepareBatch } from './store-batch.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-numbers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The rows of a file as requests and rejects, up to the store. */
async function prepared(format: SourceFormat, content: string, read: Mapping | null) {
  const file = join(folder, `rows.${format}`);
  if (content !== '') writeFileSync(file, content);
  const rows = [];
  const source = await openSource(format, { file, columns: null, reading: {} });
  for await (const row of source.rows) rows.push(row);
  const people = new PeopleRows({
    domain: 'dating',
    mapping: read,
    decimal: source.decimal,
    repeated: 'replace',
  });
  const { accepted, rejects } = prepareBatch(people, rows);
  return {
    ids: accepted.map(({ request }) => request.user_id),
    requests: accepted.map(({ request }) => request),
    rejects,
  };
}

const mapping = parseMapping(
  'user_id: id\nfields: {crm: {column: n}, age: {column: age, as: number}}\ncontext: {template: "{n}"}\n',
  'mapping.yaml',
);

describe.each(numberCases)('$text', ({ text, isKept, id }) => {
  test('as an id of NDJSON, which is a body or is mapped', async () => {
    const body = await prepared('ndjson', `{"user_id":${text}}\n`, null);
    expect(body.ids).toEqual(id === null ? [] : [id]);
    const one = await prepared('ndjson', `{"id":${text}}\n`, mapping);
    if (id !== null) expect(one.ids).toEqual([id]);
  });

  test('as a value of NDJSON', async () => {
    const { requests, rejects } = await prepared(
      'ndjson',
      `\n{"user_id":"u","fields":{"crm":${text}}}\n`,
      null,
    );
    if (isKept) expect(requests).toMatchObject([{ fields: { crm: Number(text) } }]);
    else
      expect(rejects).toMatchObject([
        { row: 2, reason: expect.stringMatching(/^fields\.crm: .*more.*; send it as text/) },
      ]);
    const other = await prepared('ndjson', `{"id":"u","n":${text}}\n`, mapping);
    expect(other.rejects).toHaveLength(isKept ? 0 : 1);
  });

  test('as a cell', async () => {
    for (const [format, comma] of [
      ['csv', ','],
      ['tsv', '\t'],
    ] as const) {
      const content = `${['id', 'n', 'age'].join(comma)}\n${[text, text, text].join(comma)}\n`;
      const { requests, rejects } = await prepared(format, content, mapping);
      if (isKept)
        expect(requests).toMatchObject([{ user_id: text, fields: { crm: text, age: Number(text) } }]);
      else
        expect(rejects).toMatchObject([
          { row: 1, reason: expect.stringMatching(/^column age: .*(digits|finite)/) },
        ]);
    }
  });
});

test('a conversion may round', async () => {
  const rounding = parseMapping(
    'user_id: id\nfields: {age: {column: a, as: number, convert: {decimals: 2}}}\n',
    'm.yaml',
  );
  const { requests } = await prepared('csv', 'id,a\nx,30.12345678901234567890\n', rounding);
  expect(requests).toMatchObject([{ fields: { age: 30.12 } }]);
});

test('twins stay apart in every format', async () => {
  const ids = [...twins];
  expect((await prepared('csv', `id\n${ids.join('\n')}\n`, mapping)).ids).toEqual(ids);
  expect((await prepared('ndjson', ids.map((id) => `{"id":${id}}`).join('\n'), mapping)).ids).toEqual(ids);
});

describe('Parquet', () => {
  const numbers = [76561197980428154n, 76561197980428155n, -9007199254740993n, 42n];
  const digits = numbers.map(String);

  async function ofColumn(element: object, data: unknown[], value = data.map(() => 'x')) {
    const columnData = [
      { name: 'id', data },
      { name: 'n', data: value },
    ];
    const schema = [
      { name: 'root', num_children: 2 },
      { name: 'id', repetition_type: 'REQUIRED', ...element },
      { name: 'n', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
    ];
    parquetWriteFile({ filename: join(folder, 'rows.parquet'), columnData, schema } as never);
    return prepared('parquet', '', mapping);
  }

  test.each([
    ['INT64', { type: 'INT64' }, numbers, digits],
    [
      'UINT_64',
      { type: 'INT64', converted_type: 'UINT_64' },
      [18446744073709551615n],
      ['18446744073709551615'],
    ],
    ['INT32', { type: 'INT32' }, [7, -8], ['7', '-8']],
    ['DOUBLE', { type: 'DOUBLE' }, [7, 2 ** 60], ['7', '1152921504606847000']],
    [
      'DECIMAL(18, 0)',
      { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 0 },
      numbers,
      digits,
    ],
    [
      'DECIMAL(38, 0)',
      { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', precision: 38, scale: 0 },
      [...numbers, 12345678901234567890123456789012345678n],
      [...digits, '12345678901234567890123456789012345678'],
    ],
    ['DECIMAL(9, 2)', { type: 'INT32', converted_type: 'DECIMAL', precision: 9, scale: 2 }, [1200n], ['12']],
  ])('ids of %s', async (_, element, data, ids) => {
    expect((await ofColumn(element, data)).ids).toEqual(ids);
  });

  test('values are kept or refused with their row', async () => {
    const given = numbers.slice(1);
    const columnData = [
      { name: 'id', data: ['a', 'b', 'c'], type: 'STRING' },
      { name: 'n', data: given, type: 'INT64' },
    ];
    parquetWriteFile({ filename: join(folder, 'rows.parquet'), columnData } as never);
    const { requests, rejects } = await prepared('parquet', '', mapping);
    expect(requests).toMatchObject([{ user_id: 'c', fields: { crm: 42 } }]);
    expect(rejects.map(({ row }) => row)).toEqual([1, 2]);
    expect(JSON.stringify(rejects[0])).toContain('76561197980428155');
  });

  test('decimals have their own digits', async () => {
    const element = { type: 'INT32', converted_type: 'DECIMAL', precision: 9, scale: 1 };
    const columnData = [
      { name: 'id', data: ['a', 'b', 'c'] },
      { name: 'n', data: [3n, -12n, 0n] },
    ];
    const schema = [
      { name: 'root', num_children: 2 },
      { name: 'id', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { name: 'n', repetition_type: 'REQUIRED', ...element },
    ];
    parquetWriteFile({ filename: join(folder, 'rows.parquet'), columnData, schema } as never);
    const { requests } = await prepared('parquet', '', mapping);
    expect(requests.map(({ fields }) => fields?.crm)).toEqual([0.3, -1.2, 0]);
  });
});

test('a mapping names the line of a number that YAML would round', () => {
  for (const [text, line] of [
    ['user_id: id\nfields:\n  crm: {constant: 9007199254740993}\n', 3],
    ['user_id: id\nmissing: [0.1234567890123456789012]\n', 2],
    ['user_id: {column: id, map: {76561197980428155: x}}\n', 1],
  ] as const)
    expect(() => parseMapping(text, 'm.yaml')).toThrow(
      new RegExp(`m\\.yaml:${line}:.*more digits than a 64-bit float keeps; put it in quotes`),
    );
  expect(parseMapping('user_id: id\nmissing: ["9007199254740993", 0.1, 1e3]\n', 'm.yaml').missing).toEqual([
    '9007199254740993',
    '0.1',
    '1000',
  ]);
});
