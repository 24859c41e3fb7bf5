/** `counterpart connect` on a folder: what it shows, stores, refuses and gives up. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIngest } from '../../../src/composition/open-ingest.ts';
import { openSink } from '../../../src/outside/cli/connect/row-sink.ts';
import { readSettings } from '../../../src/platform/config/read-settings.ts';
import { temporaryFolder } from '../../../src/platform/testing/temporary-folder.ts';
import { jsonOf, runHere } from '../testing/run-cli.ts';

const { path: folder, remove } = temporaryFolder();
const data = join(folder, 'data');
const inbox = join(folder, 'inbox');
const at = (name: string) => join(folder, name);
afterAll(remove);

function put(name: string, text: string): void {
  const file = join(inbox, name);
  writeFileSync(file, text);
  const before = new Date(Date.now() - 10_000);
  utimesSync(file, before, before);
}

beforeAll(async () => {
  mkdirSync(inbox);
  await runHere(data, 'tenants', 'create', 'acme', '--email', 'a@b', '--domains', 'dating');
  writeFileSync(
    at('people.yaml'),
    `
tenant: acme
source: {folder: {path: inbox, files: "people-*.csv"}}
into: people
domain: dating
mapping: {user_id: id, fields: {age: {column: age, as: integer}, gender: {column: sex, map: {m: man, f: woman}}}}
`,
  );
  put('people-1.csv', 'id,age,sex\nana,31,f\nben,old,m\ncem,40,x\n');
  put('other.txt', 'not for it');
});

const connect = (...args: readonly string[]) => runHere(data, 'connect', at('people.yaml'), ...args);

test('shows what rows become, stores them, and goes on with new files', async () => {
  const shown = await jsonOf<{ rows: object[] }>(connect('--dry-run', '--json'));
  expect(shown.rows).toMatchObject([
    { row: { user_id: 'ana', fields: { age: 31, gender: 'woman' } } },
    { fault: { message: expect.stringMatching(/age: «old»/) } },
    { fault: { message: expect.stringMatching(/sex: «x»/) } },
  ]);
  const first = await jsonOf<{ dead_letters: string }>(connect('--once', '--json'));
  expect(first).toMatchObject({ stored: 1, rejected: 2, lag: 0 });
  expect(readFileSync(first.dead_letters, 'utf8').split('\n')).toHaveLength(3);
  put('people-2.csv', 'id,age,sex\ndan,33,m\n');
  expect(await jsonOf(connect('--once', '--json'))).toMatchObject({
    stored: 2,
    this_run: { stored: 1, rejected: 0 },
  });
  expect(await jsonOf(connect('--once', '--restart', '--json'))).toMatchObject({ stored: 2, rejected: 2 });
});

test('outcomes that are written again change nothing', async () => {
  const opened = await openIngest(readSettings({}, ['--data', data]), () => undefined);
  try {
    const { tenantId } = await opened.accounts.findTenant('acme');
    const sink = await openSink(opened, tenantId, {
      ...{ tenant: 'acme', name: 'likes', folder, into: 'feedback', domain: 'dating', batch: 10 },
      ...{ source: { folder: undefined }, mapping: null },
    });
    const outcomes = ['accepted', 'rejected'];
    const records = outcomes.map((outcome, n) => {
      return { id: `likes/${n}`, row: { seeker_id: 'ana', candidate_id: 'dan', outcome } };
    });
    const decided = () => opened.store.outcomes.decidedBy(tenantId, 'dating', 'ana', ['rejected']);
    expect(await sink.write(records)).toEqual(['stored', 'stored']);
    const triplets = await opened.store.learning.pendingTriplets(tenantId, 'dating');
    expect(await sink.write(records.slice(0, 1))).toEqual(['stored']);
    expect(await decided()).toEqual(['dan']);
    expect(await opened.store.learning.pendingTriplets(tenantId, 'dating')).toBe(triplets);
  } finally {
    await opened.close();
  }
});

test.each([
  ['an unknown key', 'sorce: {}', /sorce/],
  ['two sources', 'source: {folder: {path: a}, kafka: {brokers: ["a:1"], topic: b}}', /exactly one/],
  ['a mapping with an unknown value', 'mapping: {person: x}', /person/],
  ['an unknown domain', 'domain: nothing', /nothing/],
  ['events without a dataset', 'into: events', /dataset/],
])('%s is said', async (_, line, message) => {
  const lines: Record<string, string> = {
    tenant: 'tenant: acme',
    source: 'source: {folder: {path: inbox}}',
    into: 'into: context',
    domain: 'domain: dating',
  };
  lines[line.split(':')[0]!] = line;
  writeFileSync(at('wrong.yaml'), Object.values(lines).join('\n'));
  const { code, stderr } = await runHere(data, 'connect', at('wrong.yaml'), '--once');
  expect(code).not.toBe(0);
  expect(stderr).toMatch(message);
});
