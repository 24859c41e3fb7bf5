import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBenchFolder } from '../support/bench-folder.ts';
import { openParentCheckout } from './parent-checkout.ts';

/** A repository with `file` and a package-lock.json in each commit, and an installed package. */
function repositoryOf(
  folder: string,
  commits: readonly { readonly file: string; readonly lock: string }[],
): string {
  const repository = join(folder, 'repository');
  mkdirSync(join(repository, 'node_modules/toy'), { recursive: true });
  writeFileSync(join(repository, 'node_modules/toy/index.js'), '1');
  const identity = ['-c', 'user.name=toy', '-c', 'user.email=toy@example.com', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: repository, stdio: 'pipe' });
  git('init', '--quiet');
  for (const { file, lock } of commits) {
    writeFileSync(join(repository, 'file.txt'), file);
    writeFileSync(join(repository, 'package-lock.json'), lock);
    git('add', 'file.txt', 'package-lock.json');
    git('commit', '--quiet', '--message', file);
  }
  return repository;
}

it('has the code of the parent commit and the packages of this one, and leaves nothing', () => {
  using folder = openBenchFolder();
  const repository = repositoryOf(folder.path, [
    { file: 'before', lock: '{}' },
    { file: 'after', lock: '{}' },
  ]);
  const opened = openParentCheckout(repository, 'HEAD~1', folder.path);
  if ('reason' in opened) throw new Error(opened.reason);
  const { path } = opened;
  {
    using _ = opened;
    expect(readFileSync(join(path, 'file.txt'), 'utf8')).toBe('before');
    expect(readFileSync(join(path, 'node_modules/toy/index.js'), 'utf8')).toBe('1');
  }
  expect(existsSync(path)).toBe(false);
  expect(readFileSync(join(repository, 'node_modules/toy/index.js'), 'utf8')).toBe('1');
  const worktrees = execFileSync('git', ['worktree', 'list'], { cwd: repository, encoding: 'utf8' });
  expect(worktrees.trim().split('\n')).toHaveLength(1);
});

it('says why there is no parent to compare with', () => {
  using folder = openBenchFolder();
  const repository = repositoryOf(folder.path, [{ file: 'first', lock: '{}' }]);
  expect(openParentCheckout(repository, 'HEAD~1', folder.path)).toMatchObject({
    reason: expect.stringContaining('no commit HEAD~1'),
  });
  expect(openParentCheckout(folder.path, 'HEAD~1', folder.path)).toMatchObject({
    reason: expect.stringContaining('no git checkout'),
  });
  writeFileSync(join(repository, 'package-lock.json'), '{"changed": true}');
  expect(openParentCheckout(repository, 'HEAD', folder.path)).toMatchObject({
    reason: expect.stringContaining('package-lock.json differs'),
  });
});
