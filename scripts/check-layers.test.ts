import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkLayers, verdict } from './check-layers.ts';

const folders: string[] = [];

function project(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('an import down the doors, or down the rooms of a door, passes', async () => {
  const folder = project({
    'src/matching/match/run.ts':
      "import { get } from '../../platform/storage/get.ts';\nimport { rank } from '../ranking/rank.ts';\nrank(get());\n",
    'src/matching/ranking/rank.ts': 'export function rank(_: unknown) {}\n',
    'src/platform/storage/get.ts': 'export function get() {}\n',
  });
  const report = await checkLayers(folder);
  expect(report.violations).toEqual([]);
  expect(verdict(report)).toEqual({ ok: true, message: 'layers: 3 files follow them' });
});

test.each([
  ['door above', 'matching-imports-upwards', 'src/matching/match/run.ts', '../../outside/http/get.ts'],
  ['room above', 'matching-ranking-imports-upwards', 'src/matching/ranking/rank.ts', '../match/get.ts'],
  [
    'sibling door',
    'people-imports-a-sibling-door',
    'src/people/profiles/read.ts',
    '../../behaviour/datasets/get.ts',
  ],
  ['sibling room', 'matching-learn-imports-a-sibling-room', 'src/matching/learn/fit.ts', '../match/get.ts'],
  ['lower door from the lowest', 'contract-imports-upwards', 'src/contract/job.ts', '../domains/get.ts'],
  ['test', 'src-stands-alone', 'src/matching/match/run.test.ts', '../../../test/support/get.ts'],
  ['the client', 'client-stands-alone', 'sdk/typescript/src/client.ts', '../../../src/contract/get.ts'],
  ['the console', 'console-stands-alone', 'console/src/api/get-all.ts', '../../../src/contract/get.ts'],
  ['room that is not listed', 'every-room-is-listed', 'src/matching/other/run.ts', '../match/get.ts'],
])('a forbidden import is caught: %s', async (_, rule, file, path) => {
  const folder = project({
    [join(dirname(file), path)]: 'export interface Get { readonly a: 1 }\n',
    [file]: `import type { Get } from '${path}';\nexport type Got = Get;\n`,
  });
  const report = await checkLayers(folder);
  expect(report.violations).toEqual([`${rule}: ${file} -> ${join(dirname(file), path)}`]);
  expect(verdict(report).ok).toBe(false);
});

test('two screens of the console do not import each other, by whatever files', async () => {
  const folder = project({
    'console/src/screens/people/list.ts': "import { read } from '../import/read.ts';\nread();\n",
    'console/src/screens/people/choice.ts': 'export const choice = 1;\n',
    'console/src/screens/import/read.ts': 'export function read() {}\n',
    'console/src/screens/import/form.ts':
      "import { choice } from '../people/choice.ts';\nexport const form = choice;\n",
  });
  const { violations } = await checkLayers(folder);
  expect(violations).toContain(
    'no-circles-of-screens: console/src/screens/import -> console/src/screens/people',
  );
});

test('only the room of threads starts threads; the file of a thread reads what it was given', async () => {
  const folder = project({
    'src/platform/storage/writer-worker.ts':
      "import { workerData } from 'node:worker_threads';\nexport default workerData;\n",
    'src/platform/storage/writer.ts':
      "import { Worker } from 'node:worker_threads';\nexport default Worker;\n",
    'src/platform/threads/client.ts':
      "import { Worker } from 'node:worker_threads';\nexport default Worker;\n",
    'src/platform/jobs/run.ts': "export { default } from '../threads/client.ts';\n",
    'src/platform/threads/upwards.ts': "export { default } from '../jobs/run.ts';\n",
  });
  expect((await checkLayers(folder)).violations.toSorted()).toEqual([
    'only-threads-starts-threads: src/platform/storage/writer.ts -> worker_threads',
    'platform-threads-imports-upwards: src/platform/threads/upwards.ts -> src/platform/jobs/run.ts',
  ]);
});

test('a check that found no file fails', () => {
  expect(verdict({ looked: 0, violations: [] }).ok).toBe(false);
});

test('a circle of types alone is caught, outside `src/` too', async () => {
  const folder = project({
    'src/platform/jobs/a.ts': 'export interface A { readonly a: 1 }\n',
    'bench/b.ts': "import type { C } from './c.ts';\nexport interface B { readonly c: C }\n",
    'bench/c.ts': "import type { B } from './b.ts';\nexport interface C { readonly b?: B }\n",
  });
  expect((await checkLayers(folder)).violations.join()).toContain('no-cycles: bench/b.ts -> bench/c.ts');
});

test('an acceptance test reaches the service from outside; the contract and two helpers are allowed', async () => {
  const folder = project({
    'src/contract/job.ts': 'export const job = 1;\n',
    'src/platform/storage/store.ts':
      "export * from '../testing/until.ts';\nexport interface Store { readonly a: 1 }\n",
    'src/platform/testing/until.ts': 'export const until = 1;\n',
    'test/service/testing/run-cli.ts': "export * from '../../../src/platform/storage/store.ts';\n",
    'test/service/testing/tenant-with-key.ts': 'export const key = 1;\n',
    'test/service/testing/composed-service.ts': 'export const service = 1;\n',
    'test/jobs.test.ts':
      "import './service/testing/run-cli.ts';\nimport './service/testing/tenant-with-key.ts';\n" +
      "import './service/testing/composed-service.ts';\nimport '../src/contract/job.ts';\n" +
      "import type { Store } from '../src/platform/storage/store.ts';\nexport type S = Store;\n",
  });
  expect((await checkLayers(folder)).violations.toSorted()).toEqual([
    'acceptance-tests-stay-outside: test/jobs.test.ts -> src/platform/storage/store.ts',
    'acceptance-tests-stay-outside: test/jobs.test.ts -> test/service/testing/composed-service.ts',
    'only-tests-import-test-helpers: src/platform/storage/store.ts -> src/platform/testing/until.ts',
  ]);
});

test('a file with a `using` declaration is read, its imports included', async () => {
  const folder = project({
    'src/platform/jobs/a.ts': 'export const a = 1;\n',
    'bench/b.ts': "import { c } from './c.ts';\nusing one = await c();\nexport { one as b };\n",
    'bench/c.ts': "import { b } from './b.ts';\nexport const c = async () => b;\n",
  });
  expect((await checkLayers(folder)).violations.join()).toContain('no-cycles: bench/b.ts -> bench/c.ts');
});
