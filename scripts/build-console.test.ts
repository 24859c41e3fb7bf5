import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../test/running-service.ts';
import { buildConsole, showsConsole } from './build-console.mjs';

let folder: ReturnType<typeof temporaryFolder>;
let said: string[];
const at = (...path: readonly string[]) => join(folder.path, ...path);
const build = () => buildConsole(folder.path, (line: string) => said.push(line));
/** How often the workspace was built. */
const builds = () => (existsSync(at('builds')) ? readFileSync(at('builds'), 'utf8').length : 0);

beforeEach(() => {
  folder = temporaryFolder();
  said = [];
  mkdirSync(at('console', 'src'), { recursive: true });
  mkdirSync(at('sdk', 'typescript', 'src'), { recursive: true });
  writeFileSync(at('sdk', 'typescript', 'src', 'index.ts'), '');
  writeFileSync(at('console', 'src', 'main.tsx'), '');
  const about = { name: 'console', version: '1.0.0' };
  writeFileSync(
    at('console', 'package.json'),
    JSON.stringify({ ...about, scripts: { build: 'node build.mjs' } }),
  );
  const lock = { ...about, lockfileVersion: 3, requires: true, packages: { '': about } };
  writeFileSync(at('console', 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(
    at('console', 'build.mjs'),
    `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
    appendFileSync('../builds', 'x');
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/index.html', 'built');`,
  );
});
afterEach(() => folder.remove());

/** Gives a source a time after that of the output, whatever the clock of the file system counts in. */
function touch(...path: readonly string[]): void {
  const later = new Date(Date.now() + 60_000);
  writeFileSync(at(...path), '');
  utimesSync(at(...path), later, later);
}

test('builds what is missing, says so in one line, and leaves alone what is up to date', () => {
  expect(build()).toBe(true);
  expect(readFileSync(at('console', 'dist', 'index.html'), 'utf8')).toBe('built');
  expect(said).toEqual([expect.stringMatching(/^Building the console.*…$/)]);
  expect([build(), builds(), said.length]).toEqual([true, 1, 1]);
  for (const path of [
    ['console', 'test', 'a.test.ts'],
    ['console', 'node_modules', 'x', 'index.js'],
  ]) {
    mkdirSync(at(...path, '..'), { recursive: true });
    touch(...path);
    expect([build(), builds()]).toEqual([true, 1]);
  }
  expect(existsSync(at('.installing'))).toBe(false);
});

test.each([
  ['the page', ['console', 'src', 'main.tsx']],
  ['the client', ['sdk', 'typescript', 'src', 'index.ts']],
])('builds again after a change of %s', (_, path) => {
  build();
  const output = new Date(Date.now() - 60_000);
  utimesSync(at('console', 'dist', 'index.html'), output, output);
  writeFileSync(at(...path), 'changed');
  expect([build(), builds()]).toEqual([true, 2]);
});

test('a failed build says what failed and what to run, and keeps the earlier output', () => {
  build();
  writeFileSync(at('console', 'build.mjs'), `console.error('no such colour'); process.exit(3);`);
  const output = new Date(Date.now() - 60_000);
  utimesSync(at('console', 'dist', 'index.html'), output, output);
  said = [];
  expect(build()).toBe(false);
  expect(said.join('\n')).toMatch(/npm run build failed.*no such colour.*npm run build --prefix console/s);
  expect(existsSync(at('console', 'dist', 'index.html'))).toBe(true);
  expect(existsSync(at('.installing'))).toBe(false);
});

test('a failed installation says so', () => {
  writeFileSync(at('console', 'package-lock.json'), 'no lock');
  expect(build()).toBe(false);
  expect(said.join('\n')).toMatch(/npm ci failed.*could not be built/s);
  rmSync(at('console', 'package-lock.json'));
  said = [];
  expect(build()).toBe(false);
  expect(said.join('\n')).toMatch(/package-lock\.json.*could not be built/s);
  expect(builds()).toBe(0);
});

test('does nothing where there is no workspace', () => {
  rmSync(at('console'), { recursive: true });
  expect([build(), said]).toEqual([true, []]);
});

test('only the commands that show the console need it', () => {
  for (const task of [
    ['src/main.ts', 'serve'],
    ['/x/src/main.ts', 'demo', '--port', '0'],
    ['C:\\x\\src\\main.ts', 'serve'],
    ['src/main.ts', 'serve', '--console', 'on'],
  ])
    expect([task, showsConsole(task, {})]).toEqual([task, true]);
  for (const task of [
    ['src/main.ts', 'keys', 'list'],
    ['src/main.ts'],
    ['scripts/check.ts', '--tests'],
    ['src/main.ts', 'serve', '--console', 'off'],
    ['src/main.ts', 'demo', '--console=off'],
  ])
    expect([task, showsConsole(task, {})]).toEqual([task, false]);
  const off = { COUNTERPART_CONSOLE: 'off' };
  expect(showsConsole(['src/main.ts', 'serve'], off)).toBe(false);
  expect(showsConsole(['src/main.ts', 'serve', '--console=on'], off)).toBe(true);
});
