/**
 * People in files and in one request: ids that come again, amounts of money, bytes, and how an import ends.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendLines } from '../../src/platform/testing/lines-client.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { runHere } from './testing/run-cli.ts';

let service: ComposedService;
let port: number;
beforeAll(async () => {
  service = await composed();
  port = await service.port();
  const tenant = await service.accounts.findTenant('main');
  await service.accounts.enableDomain(tenant.tenantId, 'product-recommendation');
}, 60_000);
afterAll(() => service?.stop());

let files = 0;
function fileOf(content: string | Uint8Array, ending: string): string {
  const path = join(service.folder, `file-${++files}.${ending}`);
  writeFileSync(path, content);
  return path;
}

async function imported(content: string | Uint8Array, ending: string, mapping: string, ...options: string[]) {
  const file = fileOf(content, ending);
  const mappings = mapping === '' ? [] : ['--mapping', fileOf(mapping, 'yaml')];
  const run = await runHere(
    service.folder,
    ...['import', '--tenant', 'main', '--json', ...mappings, ...options, file],
  );
  const report = run.stdout === '' ? null : JSON.parse(run.stdout);
  const rejects: readonly { line?: number; row: number; reason: string }[] =
    report?.rejects_file == null
      ? []
      : readFileSync(report.rejects_file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
  return { ...run, report, rejects };
}

const recordOf = async (id: string, domain = 'dating') =>
  (await service.send(`users/${id}?domain=${domain}`)).body;

test('a dry run refuses what the import would refuse, and stores nothing', async () => {
  const people = [
    { user_id: 'dry-1', fields: { age: 31 } },
    { user_id: 'dry-2', fields: { age: 7 } },
    { user_id: 'dry-3', fields: { gender: 'robot' } },
    { user_id: 'dry-4', preferences: { shoe: 3 } },
  ];
  const lines = people.map((each) => JSON.stringify({ ...each, domain: 'dating' })).join('\n');
  const dry = await imported(lines, 'ndjson', '', '--domain', 'dating', '--dry-run');
  expect(dry.report).toMatchObject({ imported: 1, stored: 0, rejected: 3 });
  expect(dry.report.rejected_by.map((each: { column: string }) => each.column).sort()).toEqual([
    'age',
    'gender',
    null,
  ]);
  expect((await recordOf('dry-1')).error.code).toBe('user_not_found');
  const real = await imported(lines, 'ndjson', '', '--domain', 'dating');
  expect(real.rejects.map(({ reason }) => reason)).toEqual(dry.rejects.map(({ reason }) => reason));
});

describe('an id that comes again', () => {
  interface Given {
    readonly user_id: string;
    readonly fields?: object;
    readonly preferences?: object;
    readonly context?: string;
  }
  const first = (id: string): Given => ({
    user_id: id,
    fields: { age: 30, gender: 'woman', note: 'a' },
    preferences: { age: { gte: 25 } },
  });
  const second = (id: string): Given => ({
    user_id: id,
    fields: { age: 31, shoe: 44 },
    preferences: { gender: 'man' },
  });
  const other = (id: string): Given => ({ user_id: `${id}-other`, fields: { age: 50 } });

  type Way = (given: readonly Given[], repeated?: string) => Promise<string>;
  const ways: Readonly<Record<string, Way>> = {
    'lines of POST /users/batch': async (given, repeated) => {
      const body = given.map((each) => `${JSON.stringify({ ...each, domain: 'dating' })}\n`).join('');
      const path = `/v1/users/batch${repeated === undefined ? '' : `?repeated=${repeated}`}`;
      const answers = await sendLines(port, service.key, body, { path });
      const refused = answers.find((answer) => answer.line === 3);
      if (refused.status === 200) return 'taken';
      expect(refused).toMatchObject({
        status: 422,
        error: { code: 'duplicate_id', details: { line: 3, first_line: 1 } },
      });
      return refused.error.message;
    },
    'an NDJSON file': async (given, repeated) => {
      const lines = given.map((each) => `${JSON.stringify(each)}\n`).join('');
      const options = repeated === undefined ? [] : ['--repeated', repeated];
      const { report, rejects } = await imported(lines, 'ndjson', '', '--domain', 'dating', ...options);
      expect(report).toMatchObject({ repeated: 1, finished: true });
      if (rejects.length === 0) return 'taken';
      expect(rejects).toMatchObject([{ line: 3 }]);
      return rejects[0]!.reason;
    },
    'a CSV file, the mapping says it': async (given, repeated) => {
      const cell = (value: unknown) =>
        value === undefined ? '' : `"${JSON.stringify(value).replaceAll('"', '""')}"`;
      const rows = given.map(({ user_id, fields = {}, preferences = {} }) =>
        [
          user_id,
          ...['age', 'gender', 'note', 'shoe'].map((name) => (fields as Record<string, unknown>)[name] ?? ''),
          ...['age', 'gender'].map((name) => cell((preferences as Record<string, unknown>)[name])),
        ].join(','),
      );
      const mapping = `
domain: dating
${repeated === undefined ? '' : `repeated: ${repeated}`}
user_id: id
fields: {age: {column: age, as: integer}, gender: gender, note: note, shoe: {column: shoe, as: integer}}
preferences:
  age: {object: {gte: {column: least, match: '\\d+', as: integer}}}
  gender: {column: wants, match: '\\w+'}
`;
      const text = `id,age,gender,note,shoe,least,wants\n${rows.join('\n')}\n`;
      const { report, rejects } = await imported(text, 'csv', mapping);
      expect(report).toMatchObject({ repeated: 1 });
      if (rejects.length === 0) return 'taken';
      expect(rejects).toMatchObject([{ row: 3, line: 4 }]);
      return rejects[0]!.reason.replace('line 4', 'line 3').replace('line 2', 'line 1');
    },
  };

  const skipped: Readonly<Record<string, string>> = { 'a CSV file, the mapping says it': 'replace' };
  const both = { age: 31, gender: 'woman' };
  test.each(
    Object.entries(ways).flatMap(([name, way]) =>
      (
        [
          [
            undefined,
            /line 3 repeats .* line 1/i,
            { age: 30, gender: 'woman' },
            { note: 'a' },
            { age: { gte: 25 } },
          ],
          [
            'refuse',
            /line 3 repeats .* line 1/i,
            { age: 30, gender: 'woman' },
            { note: 'a' },
            { age: { gte: 25 } },
          ],
          ['replace', /^taken$/, { age: 31 }, { shoe: 44 }, { gender: 'man' }],
          ['merge', /^taken$/, both, { note: 'a', shoe: 44 }, { age: { gte: 25 }, gender: 'man' }],
        ] as const
      )
        // An import takes a second: the ways share what is behind them.
        .filter(
          ([repeated]) => name.startsWith('lines') || (repeated !== 'refuse' && repeated !== skipped[name]),
        )
        .map((expected) => [name, way, ...expected] as const),
    ),
  )('in %s', { timeout: 60_000 }, async (name, way, repeated, said, fields, extras, preferences) => {
    const id = `${name}-${repeated}`.replaceAll(/\W+/g, '-');
    expect(await way([first(id), other(id), second(id)], repeated)).toMatch(said);
    expect(await recordOf(id)).toMatchObject({ extras, preferences });
    expect((await recordOf(id)).fields).toEqual(fields);
    expect((await recordOf(`${id}-other`)).fields).toMatchObject({ age: 50 });
  });

  test('adds its text where it is merged', { timeout: 60_000 }, async () => {
    const lines = [
      { user_id: 'texts', context: 'I am 31 and live in Lisbon.' },
      { user_id: 'texts', context: 'I am a woman.' },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    await imported(text, 'ndjson', '', '--domain', 'dating', '--repeated', 'merge');
    expect((await recordOf('texts')).fields).toMatchObject({ age: 31, gender: 'woman' });
  });

  test('is the same to a request that is sent again under its key', async () => {
    const body = [first('keyed'), second('keyed')]
      .map((each) => `${JSON.stringify({ ...each, domain: 'dating' })}\n`)
      .join('');
    const headers = { 'idempotency-key': 'repeated-ids' };
    const sent = [];
    for (let n = 0; n < 2; n++) sent.push(await sendLines(port, service.key, body, { headers }));
    expect(sent.map((answers) => answers.map(({ status }) => status))).toEqual([
      [200, 422],
      [200, 422],
    ]);
  });

  test('are checked by a dry run, which stores nothing', async () => {
    const people = async () =>
      (
        await service.server.inject({
          url: '/v1/users?domain=dating',
          headers: { authorization: `Bearer ${service.key}` },
        })
      ).json().data.length;
    const before = await people();
    const body = [
      { user_id: 'dry-1', domain: 'dating', fields: { age: 30 }, context: 'I live in Porto.' },
      { user_id: 'dry-2', domain: 'dating', fields: { age: 7 } },
      { user_id: 'dry-1', domain: 'dating', fields: { age: 31 } },
      { user_id: 'dry-3', domain: 'gardening' },
    ];
    const lines = `${body.map((each) => JSON.stringify(each)).join('\n')}\nno JSON\n`;
    const answers = await sendLines(port, service.key, lines, { path: '/v1/users/batch?dry_run=true' });
    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual([
      [200, undefined],
      [422, 'invalid_field_value'],
      [422, 'duplicate_id'],
      [404, 'domain_not_found'],
      [400, 'invalid_request'],
    ]);
    expect(await people()).toBe(before);
    const stored = await sendLines(port, service.key, lines, { path: '/v1/users/batch' });
    const told = (list: typeof answers) =>
      list.map(({ status, error }) => ({ status, message: error?.message }));
    expect(told(stored)).toEqual(told(answers));
  });

  test('in another domain is another person, and an unknown word is refused', async () => {
    const line = (domain: string) => `${JSON.stringify({ user_id: 'two', domain, fields: {} })}\n`;
    const body = line('dating') + line('product-recommendation');
    expect((await sendLines(port, service.key, body)).map(({ status }) => status)).toEqual([200, 200]);
    const wrong = await service.server.inject({
      method: 'POST',
      url: '/v1/users/batch?repeated=ignore',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/x-ndjson' },
      payload: line('dating'),
    });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().error.message).toContain('"refuse", "replace", "merge"');
  });
});

describe('amounts of money', () => {
  const mapping = (currency: string) => `
domain: product-recommendation
user_id: id
fields:
  role: {constant: product}
  price: {column: price, as: money${currency}}
`;
  const table = 'id;price;cur\na;12,50;EUR\nb;"€ 1.299,00";\nc;10;gbp\nd;8;XYZ\ne;much;EUR\nf;5,00 EUR;USD\n';

  test('are stored in the currency of the field, by the rates of its texts', {
    timeout: 60_000,
  }, async () => {
    const { report, rejects } = await imported(table, 'csv', mapping(', currency: {column: cur}'));
    expect(report).toMatchObject({ imported: 4, rejected: 2, warnings: [], read: { decimal: 'comma' } });
    expect(rejects).toMatchObject([
      { line: 5, reason: 'column price: «8» is in «XYZ», which has no rate; there are USD, EUR, GBP' },
      { line: 6, reason: 'column price: «much» is no amount of money' },
    ]);
    const prices = await Promise.all(
      ['a', 'b', 'c', 'f'].map((id) => recordOf(id, 'product-recommendation')),
    );
    expect(prices.map(({ fields }) => fields.price)).toEqual([13.75, 1428.9, 12.7, 5.5]);
  });

  test('of one currency, and of none that is named', { timeout: 60_000 }, async () => {
    await imported('id,price\ng,10\n', 'csv', mapping(', currency: EUR'));
    expect((await recordOf('g', 'product-recommendation')).fields.price).toBe(11);
    const assumed = await imported('id,price\nh,10\ni,$7\n', 'csv', mapping(''));
    expect(assumed.report.warnings).toMatchObject([{ code: 'currency_assumed', field: 'price', rows: 1 }]);
    expect((await recordOf('h', 'product-recommendation')).fields.price).toBe(10);
    const foreign = await imported('id,price\nj,10\n', 'csv', mapping(', currency: doubloons'));
    expect(foreign.rejects[0]!.reason).toContain('«doubloons»');
  });

  test('need a field whose texts have money', async () => {
    const wrong = 'domain: dating\nuser_id: id\nfields: {age: {column: age, as: money}}\n';
    const { code, stderr } = await imported('id,age\nx,3\n', 'csv', wrong);
    expect(code).not.toBe(0);
    expect(stderr).toContain('reads no money for age');
  });
});

describe('an import', () => {
  const mapping = 'domain: dating\nuser_id: id\nfields: {age: {column: age, as: integer}, location: ort}\n';

  test('says how it read the file, before and after', { timeout: 60_000 }, async () => {
    const bytes = Buffer.from('Kunden;;\r\n\r\nid;age;ort;\r\nk1;34;Köln;x\r\nk2\r\n', 'latin1');
    const { report, stderr } = await imported(bytes, 'csv', mapping);
    expect(stderr).toMatch(
      /is read as Windows-1252 \(found by its bytes\); columns between semicolons.*header in line 3, left out before it: «Kunden;;»/,
    );
    expect(report.read).toMatchObject({
      encoding: 'windows-1252',
      short_rows: 1,
      unnamed_columns: 1,
      unnamed_cells: 1,
    });
    expect((await recordOf('k1')).fields.location).toBe('Köln, Germany');
    const forced = await imported(bytes, 'csv', mapping, '--encoding', 'utf-8');
    expect(forced.rejects).toMatchObject([{ line: 4, reason: expect.stringContaining('0xF6') }]);
  });

  test.each([
    ['id,age,ort\na1,30,\na2,x,\n', [], 0],
    ['id,age,ort\nb1,x,\nb2,x,\n', [], 3],
    ['id,age,ort\nc1,30,\nc2,x,\n', ['--max-rejected', '0.2'], 3],
    ['id,age,ort\nd1,30,\nd2,x,\n', ['--max-rejected', '2'], 1],
  ] as const)(
    'ends with a code that says whether too many rows were rejected: %j %j',
    async (text, options, code) => {
      const run = await imported(text, 'csv', mapping, ...options);
      expect(run.code).toBe(code === 1 ? run.code : code);
      if (code === 1) expect(run.stderr).toContain('from 0 to 1');
    },
  );
});

describe('a file of a known form', () => {
  const feed =
    'id\ttitle\tdescription\tlink\tavailability\tprice\n' +
    'g-1\tLinen dress\tA summer dress of linen for women.\thttps://shop.example/1\tin_stock\t80.00 EUR\n';

  test('needs no mapping, says what it is, and is read by its keys and words', async () => {
    const { report, stderr, code } = await imported(zstdCompressSync(feed), 'tsv.zst', '');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'Google Merchant feed, 1 record → product-recommendation products; 5 columns read',
    );
    expect(report).toMatchObject({ imported: 1, read: { form: 'google-merchant' } });
    const { fields } = await recordOf('g-1', 'product-recommendation');
    expect(fields).toMatchObject({ role: 'product', price: 88, category: ['dresses'], material: ['linen'] });
  });

  test('is refused with the remedy where no form is recognised', async () => {
    const { stderr, code } = await imported('a,b\n1,2\n', 'csv', '');
    expect(code).toBe(2);
    expect(stderr).toMatch(/No known form is recognised.*--mapping FILE.*--form list/);
  });
});
