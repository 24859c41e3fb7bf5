/**
 * `counterpart adapt` and `counterpart models` on the command line; `test/models` tests the models.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonOf, runHere } from './service/testing/run-cli.ts';

let folder: string;
let data: string;
let dataset: string;
const run = (...args: readonly string[]) => runHere(data, ...args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-cli-models-'));
  data = join(folder, 'data');
  await run('tenants', 'create', 'acme', '--email', 'ops@acme.example');
  const rows = join(folder, 'rows.jsonl');
  writeFileSync(rows, '{"type":"item","item_id":"a","text":"A"}\n');
  const importing = ['datasets', 'import', rows, '--tenant', 'acme', '--name', 'shop', '--json'];
  dataset = (await jsonOf<{ id: string }>(run(...importing))).id;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an adaptation is a job and a model, which the lists show until a worker has done it', async () => {
  expect((await run('models')).stdout).toMatch(/No model can serve yet/);
  const settings = '{"epochs": 3, "events": {"kinds": ["buy"]}}';
  const { job_id, model } = await jsonOf<{ job_id: string; model: { id: string } }>(
    run('adapt', dataset, '--settings', settings, '--json'),
  );
  expect(model).toMatchObject({ name: 'shop', version: 'v1', status: 'queued', dataset_id: dataset });
  expect(await jsonOf(run('jobs', 'show', job_id, '--json'))).toMatchObject({
    kind: 'model_adaptation',
    resource: { type: 'model', id: model.id },
  });
  expect(await jsonOf(run('models', 'list', '--json'))).toEqual([]);
  const all = await jsonOf(run('models', 'list', '--status', 'all', '--json'));
  expect(all).toMatchObject([{ id: model.id, tenant: 'acme' }]);
  expect((await run('models', 'show', model.id)).stdout).toMatch(/shop v1 .*queued[\s\S]*Not evaluated yet/);
  await run('jobs', 'cancel', job_id);
  expect((await run('models', 'show', model.id)).stdout).toMatch(/failed[\s\S]*cancelled/);
});

test('an alias is moved to ready models alone', async () => {
  expect(await jsonOf(run('aliases', 'list', '--tenant', 'acme', '--json'))).toEqual([]);
  const { model } = await jsonOf<{ model: { id: string } }>(run('adapt', dataset, '--json'));
  expect(await run('aliases', 'move', 'live', model.id, '--tenant', 'acme')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is queued; only ready models/),
  });
  expect(await run('aliases', 'move', 'a b', model.id, '--tenant', 'acme')).toMatchObject({ code: 2 });
  expect(await run('aliases', 'remove', 'live', '--tenant', 'acme')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no alias live/),
  });
});

test('experiments on models: settings are checked before anything is stored', async () => {
  const ofTenant = ['--tenant', 'acme'];
  expect((await run('model-experiments', 'list', ...ofTenant)).stdout).toMatch(/no experiment yet/);
  const file = join(folder, 'newer.json');
  const page = readFileSync(new URL('../docs/guide/model-experiments.md', import.meta.url), 'utf8');
  writeFileSync(file, /```json\n([\s\S]*?)```/.exec(page)![1]!);
  const create = ['model-experiments', 'create', ...ofTenant, '--settings', file];
  expect(await run(...create)).toMatchObject({ code: 1, stderr: expect.stringMatching(/no alias live/) });
  writeFileSync(file, '{"alias": "live"}');
  expect(await run(...create)).toMatchObject({ code: 2, stderr: expect.stringMatching(/success_kinds/) });
  for (const change of ['show', 'pause', 'resume', 'stop', 'promote'])
    expect(await run('model-experiments', change, 'mexp_none', ...ofTenant)).toMatchObject({ code: 1 });
});

test.each<[string, readonly string[], number, RegExp]>([
  ['a dataset that is not there', ['adapt', 'ds_none'], 1, /There is no dataset ds_none/],
  ['settings that are no JSON', ['adapt', 'ds_none', '--settings', '{'], 2, /Expected JSON/],
  ['a protocol that is none', ['adapt', 'DATASET', '--protocol', 'random'], 2, /settings.protocol/],
  ['a model that is not there', ['models', 'show', 'model_none'], 1, /There is no model model_none/],
  [
    'segments of two kinds of numbers',
    ['models', 'segments', 'model_none', '--k', '2', '--k-max', '3'],
    2,
    /either/,
  ],
  [
    'segments with a seed that is none',
    ['models', 'segments', 'model_none', '--seed', 'x'],
    2,
    /whole number/,
  ],
  ['segments of a model that is not there', ['models', 'segments', 'model_none'], 1, /no model model_none/],
  ['an export without a file', ['models', 'export', 'model_none'], 2, /--output/],
])('%s', async (_, args, code, told) => {
  const own = args.map((arg) => (arg === 'DATASET' ? dataset : arg));
  expect(await run(...own)).toMatchObject({ code, stderr: expect.stringMatching(told) });
});

test('the error names an unknown setting, and an unknown base model', async () => {
  const setting = await run('adapt', dataset, '--settings', '{"layers": 3}');
  expect(setting).toMatchObject({ code: 2, stderr: expect.stringMatching(/layers/) });
  const base = await run('adapt', dataset, '--base', 'model_none');
  expect(base).toMatchObject({ code: 1, stderr: expect.stringMatching(/no model model_none/) });
});
