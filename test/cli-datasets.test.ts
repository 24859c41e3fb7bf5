/** `counterpart datasets` as the operator runs it: in, out, and in again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonOf, runHere } from './service/testing/run-cli.ts';

const item = '{"type":"item","item_id":"a","text":"A"}\n';
const event =
  '{"type":"event","event_id":"e","person_id":"p","item_id":"a","kind":"view","timestamp":"2024-05-01T12:00:00.000Z","value":1}\n';

let folder: string;
let data: string;
const at = (name: string) => join(folder, name);
const datasets = (...args: readonly string[]) => runHere(data, 'datasets', ...args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-cli-datasets-'));
  data = at('data');
  await runHere(data, 'tenants', 'create', 'acme', '--email', 'ops@acme.example');
  writeFileSync(at('items.jsonl'), item);
  writeFileSync(at('events.jsonl.gz'), gzipSync(event));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('several files make one dataset, and an export has the imported rows', async () => {
  const made = await jsonOf<{ id: string; version: string }>(
    datasets(
      'import',
      at('events.jsonl.gz'),
      at('items.jsonl'),
      '--tenant',
      'acme',
      '--name',
      'shop',
      '--json',
    ),
  );
  expect(made).toMatchObject({ version: 'v1', item_count: 1, event_count: 1, access: { export: true } });
  expect(await jsonOf(datasets('list', '--json'))).toMatchObject([{ id: made.id, tenant: 'acme' }]);
  expect((await datasets('show', made.id)).stdout).toMatch(/shop v1 .* 1 items, 1 events/);
  await jsonOf(datasets('export', made.id, '--output', at('out.jsonl'), '--json'));
  await jsonOf(datasets('export', made.id, '--output', at('out.jsonl.gz'), '--gzip', '--json'));
  expect(readFileSync(at('out.jsonl'), 'utf8')).toBe(item + event);
  expect(gunzipSync(readFileSync(at('out.jsonl.gz'))).toString()).toBe(item + event);
});

test('kinds of events are declared by a file, and are in an export as Parquet', async () => {
  const kinds = { view: { weight: 0.1 } };
  writeFileSync(at('kinds.json'), JSON.stringify(kinds));
  writeFileSync(at('faulty.json'), '{"view": {"weight": "much"}}');
  const files = [at('items.jsonl'), at('events.jsonl.gz')];
  const imported = (name: string, ...args: readonly string[]) =>
    datasets('import', ...args, '--tenant', 'acme', '--name', name, '--json');
  const faulty = await imported('kinds', ...files, '--kinds', at('faulty.json'));
  expect(faulty).toMatchObject({ code: 2, stderr: expect.stringMatching(/view.weight expected a number/) });
  const first = await jsonOf<{ id: string }>(
    imported('kinds', ...files, '--kinds', at('kinds.json'), '--repeats'),
  );
  expect(first).toMatchObject({ kinds, repeats: true });
  expect((await datasets('export', first.id, '--output', at('out.parquet'), '--gzip')).code).toBe(2);
  expect((await datasets('export', first.id, '--output', at('out.xml'), '--format', 'xml')).code).toBe(2);
  await jsonOf(datasets('export', first.id, '--output', at('out.parquet'), '--json'));
  expect(await jsonOf(imported('kinds', at('out.parquet')))).toMatchObject({
    ...{ kinds, repeats: true, version: 'v2' },
    ...{ item_count: 1, event_count: 1 },
  });
  expect((await runHere(data, 'models', 'list')).stdout).toMatch(/No model can serve yet/);
  expect((await runHere(data, 'models', 'list', '--status', 'failed')).stdout).toMatch(/has failed/);
  expect((await runHere(data, 'models', 'list', '--status', 'odd')).code).not.toBe(0);
});

test('terms that forbid exports hold for the operator, too', async () => {
  const { id } = await jsonOf<{ id: string }>(
    datasets('import', at('items.jsonl'), '--tenant', 'acme', '--name', 'closed', '--no-export', '--json'),
  );
  const { code, stderr } = await datasets('export', id, '--output', at('closed.jsonl'));
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/forbid its export/) });
});

test.each<[string, readonly string[], number, RegExp]>([
  ['a file that is not there', ['nothing.jsonl'], 2, /There is no file/],
  ['an unknown ending', ['odd.xlsx'], 2, /no known ending/],
  ['an id that comes twice', ['items.jsonl', 'items.jsonl'], 1, /item_id «a».*\n.*"type":"item"/],
  ['a reference to nothing', ['events.jsonl.gz'], 1, /no item/],
])('%s is told, and nothing is kept', async (_, names, code, message) => {
  writeFileSync(at('odd.xlsx'), 'a,b\n');
  const before = (await datasets('list', '--json')).stdout;
  const run = await datasets('import', ...names.map(at), '--tenant', 'acme', '--name', 'bad');
  expect(run).toMatchObject({ code, stderr: expect.stringMatching(message) });
  expect((await datasets('list', '--json')).stdout).toBe(before);
});

test('baskets are declared, and a session is merged with a person once', async () => {
  const visit = `${event.slice(0, -2).replace('"person_id":"p"', '"session_id":"s"')},"basket_id":"o"}\n`;
  writeFileSync(at('visit.jsonl'), item + visit);
  const named = ['--tenant', 'acme', '--name', 'visits', '--baskets', 'basket_id', '--json'];
  const made = await jsonOf<{ id: string }>(datasets('import', at('visit.jsonl'), ...named));
  expect(made).toMatchObject({ baskets: 'basket_id' });
  await jsonOf(datasets('export', made.id, '--output', at('visits.jsonl'), '--json'));
  expect(readFileSync(at('visits.jsonl'), 'utf8').endsWith(item + visit)).toBe(true);
  const merge = (person: string) =>
    datasets('merge-session', made.id, '--session', 's', '--person', person, '--json');
  expect([await jsonOf(merge('ana')), await jsonOf(merge('ana'))]).toEqual([
    { merged: 1, repeated: 0 },
    { merged: 0, repeated: 1 },
  ]);
  expect(await merge('ben')).toMatchObject({ code: 1, stderr: expect.stringMatching(/another person/) });
});
