import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Experiment } from '../../src/contract/experiment.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';

let data: string;
const run = (...args: readonly string[]) => runHere(data, 'experiments', ...args);
const settings = {
  domain: 'dating',
  name: 'General',
  design: 'split',
  arms: [{ name: 'domain' }, { name: 'general', tier: 'general' }],
  primary_metric: 'positive_rate',
  stop: { smallest_effect: 0.1 },
};
const fileOf = (content: unknown) => {
  const file = join(data, 'settings.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'counterpart-cli-experiments-'));
  await runHere(data, 'tenants', 'create', 'acme', '--domains', 'dating', '--email', 'ops@acme.example');
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

test('begins, lists, shows and stops', async () => {
  const create = ['create', '--tenant', 'acme', '--settings', fileOf(settings)];
  const begun = await jsonOf<Experiment>(run(...create, '--json'));
  expect(begun).toMatchObject({ state: 'running', name: 'General', days: 28 });
  expect(await run(...create)).toMatchObject({ code: 1, stderr: expect.stringContaining(begun.id) });
  const { stdout: listed } = await run('list', '--tenant', 'acme');
  expect(listed).toMatch(new RegExp(`^${begun.id} +General +ten_\\S+ +dating +split +running$`, 'm'));
  expect((await run('show', begun.id)).stdout).toContain('Nothing is measured yet.');
  const { stdout } = await run('stop', begun.id);
  expect(stdout).toContain('ended at');
  expect(stdout).toMatch(/^general +0 +0/m);
  expect(await run('stop', begun.id)).toMatchObject({ code: 1 });
});

test('takes the settings of the guide', async () => {
  const page = readFileSync(new URL('../../docs/guide/experiments.md', import.meta.url), 'utf8');
  const [, inGuide] = /```json\n([\s\S]*?)```/.exec(page)!;
  const { id, design } = await jsonOf<Experiment>(
    run('create', '--tenant', 'acme', '--settings', fileOf(inGuide), '--json'),
  );
  expect(design).toBe('switchback');
  expect((await run('stop', id)).code).toBe(0);
});

test('names what is wrong with the settings', async () => {
  const withFile = (content: unknown) => run('create', '--tenant', 'acme', '--settings', fileOf(content));
  const { code, stderr } = await withFile({ ...settings, design: 'coin' });
  expect(code).toBe(2);
  expect(stderr).toMatch(/design: /);
  expect((await withFile('{')).stderr).toMatch(/cannot be read as JSON/);
  expect((await run('show', 'exp_none')).stderr).toMatch(/no experiment «exp_none»/);
});
