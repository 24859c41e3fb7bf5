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

test('an import down the layers passes', async () => {
  const folder = project({
    'src/match/run.ts': "import { get } from '../storage/get.ts';\nget();\n",
    'src/storage/get.ts': 'export function get() {}\n',
  });
  const report = await checkLayers(folder);
  expect(report.violations).toEqual([]);
  expect(verdict(report)).toEqual({ ok: true, message: 'layers: 2 files follow them' });
});

test.each([
  ['upwards', 'src/storage/get.ts', "import type { Run } from '../match/run.ts';\nexport type Get = Run;\n"],
  [
    'sibling',
    'src/profiles/intake.ts',
    "import type { Run } from '../match/run.ts';\nexport type Get = Run;\n",
  ],
])('a forbidden import is caught: %s', async (word, file, text) => {
  const folder = project({ 'src/match/run.ts': 'export interface Run { readonly a: 1 }\n', [file]: text });
  const report = await checkLayers(folder);
  expect(report.violations.join()).toContain(word);
  expect(report.violations.join()).toContain(file);
  expect(verdict(report).ok).toBe(false);
});

test('only the room of threads starts threads; the file of a thread reads what it was given', async () => {
  const folder = project({
    'src/storage/writer-worker.ts':
      "import { workerData } from 'node:worker_threads';\nexport default workerData;\n",
    'src/storage/writer.ts': "import { Worker } from 'node:worker_threads';\nexport default Worker;\n",
    'src/threads/client.ts': "import { Worker } from 'node:worker_threads';\nexport default Worker;\n",
    'src/domains/field.ts': "export { default } from '../threads/client.ts';\n",
    'src/threads/upwards.ts': "export { default } from '../domains/field.ts';\n",
  });
  expect((await checkLayers(folder)).violations.toSorted()).toEqual([
    'only-threads-starts-threads: src/storage/writer.ts -> worker_threads',
    'threads-imports-upwards: src/threads/upwards.ts -> src/domains/field.ts',
  ]);
});

test('a check that found no file fails', () => {
  expect(verdict({ looked: 0, violations: [] }).ok).toBe(false);
});

test('a circle of types alone is caught, outside `src/` too', async () => {
  const folder = project({
    'src/jobs/a.ts': 'export interface A { readonly a: 1 }\n',
    'bench/b.ts': "import type { C } from './c.ts';\nexport interface B { readonly c: C }\n",
    'bench/c.ts': "import type { B } from './b.ts';\nexport interface C { readonly b?: B }\n",
  });
  expect((await checkLayers(folder)).violations.join()).toContain('no-cycles: bench/b.ts -> bench/c.ts');
});

test('an acceptance test reaches the service from outside; the contract and two helpers are allowed', async () => {
  const folder = project({
    'src/composition/testing/run-cli.ts': 'export const run = 1;\n',
    'src/composition/testing/tenant-with-key.ts': 'export const key = 1;\n',
    'src/contract/job.ts': 'export const job = 1;\n',
    'src/storage/store.ts':
      "export * from '../../test/support/until.ts';\nexport interface Store { readonly a: 1 }\n",
    'test/support/until.ts': 'export const until = 1;\n',
    'test/jobs.test.ts':
      "import '../src/composition/testing/run-cli.ts';\nimport '../src/composition/testing/tenant-with-key.ts';\n" +
      "import '../src/contract/job.ts';\nimport type { Store } from '../src/storage/store.ts';\nexport type S = Store;\n",
  });
  expect((await checkLayers(folder)).violations.toSorted()).toEqual([
    'acceptance-tests-stay-outside: test/jobs.test.ts -> src/storage/store.ts',
    'only-tests-import-test-helpers: src/storage/store.ts -> test/support/until.ts',
  ]);
});

test('a file with a `using` declaration is read, its imports included', async () => {
  const folder = project({
    'src/jobs/a.ts': 'export const a = 1;\n',
    'bench/b.ts': "import { c } from './c.ts';\nusing one = await c();\nexport { one as b };\n",
    'bench/c.ts': "import { b } from './b.ts';\nexport const c = async () => b;\n",
  });
  expect((await checkLayers(folder)).violations.join()).toContain('no-cycles: bench/b.ts -> bench/c.ts');
});
