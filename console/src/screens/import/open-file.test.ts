import { gzipSync, zstdCompressSync } from 'node:zlib';
import { guessMapping } from 'counterpart-intake/guess/guess-mapping.ts';
import type { IntakeField } from 'counterpart-intake/guess/intake-field.ts';
import { datingFields } from 'counterpart-intake/guess/testing/dating-fields.ts';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { type FileSchema, peopleRows } from './file-mapping.ts';
import type { Chosen } from './layout.ts';
import { openFile, readRows } from './open-file.ts';

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const schema = { domain: 'dating', fields: datingFields };

/** Ids that are sent, and reasons of the rows that are not, by their lines. */
async function read(
  content: string | Uint8Array,
  chosen: Chosen = {},
  name = 'people.csv',
  into: FileSchema = schema,
) {
  const file = new File([content as BlobPart], name);
  const opened = (await openFile(file, into, chosen))!;
  const columns = guessMapping(into.fields, opened.facts);
  const source = await readRows(file, opened.layout);
  const people = peopleRows({ schema: into, layout: opened.layout, columns }, source.decimal);
  const [ids, reasons]: [string[], [number, string][]] = [[], []];
  const merges: (boolean | undefined)[] = [];
  for await (const numbered of source.rows) {
    const row = people.next(numbered);
    if ('reason' in row) reasons.push([row.line ?? row.row, row.reason]);
    else {
      ids.push(row.request.user_id);
      merges.push(row.request.merge);
    }
  }
  return { ...opened, ids, reasons, merges, repeated: people.repeated };
}

describe('a file', () => {
  it('is decoded by all of its bytes, not by its beginning', async () => {
    const text = latin(`id,text\n${'1,plain\n'.repeat(40_000)}2,M\xfcnchen\n`);
    const { layout, ids } = await read(text, { repeated: 'replace' });
    expect(layout.reading.encoding).toBe('windows-1252');
    expect(ids.at(-1)).toBe('2');
  });

  it('of a spreadsheet has a title, semicolons, decimal commas and nameless columns', async () => {
    const found = await read('Kunden;;;\r\n\r\nid;age;preis;\r\n1;31;12,50;\r\n2\r\n3;x;1,5;;9\r\n');
    expect(found.report.left_out_lines).toEqual(['Kunden;;;', '']);
    expect(found.layout.reading).toMatchObject({
      delimiter: ';',
      quote: '"',
      skipLines: 2,
      decimal: 'comma',
    });
    expect(found.ids).toEqual(['1', '2']);
    expect(found.reasons).toEqual([[6, 'the row has 5 cells, the header has 4']]);
  });

  it('has ids that come again: the later rows are left out, or replace the person', async () => {
    const text = 'id,age\n1,31\n2,32\n1,33\n';
    const refused = await read(text);
    expect(refused).toMatchObject({ ids: ['1', '2'], repeated: 1 });
    expect(refused.reasons).toEqual([[4, expect.stringContaining('line 4 repeats the id of line 2')]]);
    expect(await read(text, { repeated: 'replace' })).toMatchObject({ ids: ['1', '2', '1'], reasons: [] });
  });

  it('of JSON is an array, or bodies that are not mapped', async () => {
    const rows = [
      { id: 7, sex: 'F' },
      { id: 8, sex: 'M' },
    ];
    expect((await read(JSON.stringify(rows), {}, 'people.txt')).ids).toEqual(['7', '8']);
    const bodies = await read('{"user_id":"a","fields":{"age":30}}\n[1]\n', {}, 'people.ndjson');
    expect(bodies).toMatchObject({ layout: { bodies: true }, ids: ['a'] });
    expect(bodies.reasons).toEqual([[2, 'the line is no JSON object']]);
  });

  it('without rows is none', async () => {
    const empty = new File(['id,age\n'], 'header.csv');
    expect(await openFile(empty, schema)).toBeNull();
  });

  it('that repeats ids may merge them', async () => {
    const merged = await read('id,age\n1,31\n1,33\n', { repeated: 'merge' });
    expect(merged).toMatchObject({ ids: ['1', '1'], repeated: 1, merges: [undefined, true] });
  });
});

const role: IntakeField = {
  ...{ name: 'role', kind: 'hard', type: 'enum', required: true },
  values: ['candidate', 'job'],
};
const hiring = { domain: 'hiring', fields: [role] };
const resumes = [
  { basics: { name: 'Nadia', email: 'n@example.org', label: 'Engineer' }, work: [{ position: 'Welder' }] },
  { basics: { name: 'Omar', email: 'o@example.org', label: 'Nurse' }, work: [{ position: 'Nurse' }] },
];

describe('a file of a known form', () => {
  const content = JSON.stringify(resumes);

  it('is read by it, without a mapping', async () => {
    const found = await read(content, {}, 'resumes.json', hiring);
    expect(found).toMatchObject({
      layout: { form: 'json-resume' },
      ids: ['n@example.org', 'o@example.org'],
      reasons: [],
    });
    expect(found.recognised?.sentence).toMatch(
      /^JSON Resume, 2 records → hiring candidates; \d+ columns read/,
    );
  });

  it('is recognised in another domain, and its columns are mapped there, or by choice', async () => {
    for (const found of [
      await read(content, {}, 'resumes.json', schema),
      await read(content, { byColumns: true }, 'resumes.json', hiring),
    ]) {
      expect(found.recognised?.form.form).toBe('json-resume');
      expect(found.layout.form).toBeUndefined();
    }
  });

  it('is not read by it where the domain has another field of a name', async () => {
    const offer = JSON.stringify({ '@type': 'Offer', sku: 'a', price: 3, priceCurrency: 'EUR' });
    const shop = { domain: 'product-recommendation', fields: [] };
    const found = await read(offer, {}, 'offer.json', shop);
    expect(found.layout.form).toBeUndefined();
    expect(found.recognised?.fault).toMatch(/price/);
  });
});

describe('a packed file', () => {
  const text = `id,age\n${Array.from({ length: 5000 }, (_, n) => `${n},30`).join('\n')}\n`;

  it.each([
    ['people.csv.gz', gzipSync(text)],
    ['people.csv.zst', zstdCompressSync(text)],
  ])('%s is unpacked as it is read', async (name, bytes) => {
    const { ids, layout } = await read(bytes, {}, name);
    expect([ids.length, ids.at(-1), layout.format]).toEqual([5000, '4999', 'csv']);
  });

  it.each([
    ['cut.csv.gz', gzipSync(text).subarray(0, 2000), 'gzip'],
    ['cut.csv.zst', zstdCompressSync(text).subarray(0, 500), 'zstd'],
    ['no.csv.gz', Buffer.from(text), 'gzip'],
    ['no.csv.zst', Buffer.from(text), 'zstd'],
  ])('%s is no sound file', async (name, bytes, packing) => {
    await expect(read(bytes, {}, name)).rejects.toThrow(`${name} is no sound ${packing} file`);
  });

  it.each([
    ['bomb.csv.gz', gzipSync(Buffer.alloc(100 * 2 ** 20, 'a,b\n'))],
    ['bomb.csv.zst', zstdCompressSync(Buffer.alloc(100 * 2 ** 20, 'a,b\n'))],
  ])('%s unpacks to too much', async (name, bytes) => {
    await expect(read(bytes, {}, name)).rejects.toThrow(`${name} unpacks to more than 250 times its size`);
  });
});

it('reads Parquet by its parts', async () => {
  const columns = [
    { name: 'id', data: ['a', 'b'] },
    { name: 'age', data: [31n, 44n] },
  ];
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData: columns }));
  expect(await read(bytes, {}, 'people.parquet')).toMatchObject({
    layout: { format: 'parquet', reading: {} },
    ids: ['a', 'b'],
    reasons: [],
  });
  expect((await read(bytes, {}, 'people')).layout.format).toBe('parquet');
  await expect(read(gzipSync(bytes), {}, 'people.parquet.gz')).rejects.toThrow(/is packed. Parquet packs/);
});
