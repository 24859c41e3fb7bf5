/** What `npm pack` puts into the package: the built console, and none of what an operator keeps beside it. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/running-service.ts';

const root = join(import.meta.dirname, '..');

test('the package has the built console and no data', () => {
  const folder = temporaryFolder();
  const write = (...path: readonly string[]) => {
    mkdirSync(dirname(join(folder.path, ...path)), { recursive: true });
    writeFileSync(join(folder.path, ...path), '');
  };
  for (const path of [
    ['bin', 'counterpart.mjs'],
    ['console', 'dist', 'index.html'],
    ['console', 'dist', 'assets', 'index-B3xY.js.br'],
    ['console', 'src', 'main.tsx'],
    ['console', 'node_modules', 'x', 'index.js'],
    ['data', 'counterpart.sqlite'],
    ['src', 'main.ts'],
    ['.env'],
  ])
    write(...path);
  // What decides: the list of the package, and the ignore files of the repository.
  for (const path of ['package.json', '.gitignore', '.npmignore', 'console/.gitignore', 'console/.npmignore'])
    if (existsSync(join(root, path))) copyFileSync(join(root, path), join(folder.path, path));
  const packed = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder.path,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  folder.remove();
  const names: string[] = JSON.parse(packed.stdout)[0].files.map(({ path }: { path: string }) => path);
  expect(names.sort()).toEqual([
    'bin/counterpart.mjs',
    'console/dist/assets/index-B3xY.js.br',
    'console/dist/index.html',
    'package.json',
    'src/main.ts',
  ]);
});
