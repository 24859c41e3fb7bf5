/**
 * The code of another commit in a git worktree below `folder`, with the packages of this checkout. Packages
 * have to be the same, so both commits need the same package-lock.json.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface ParentCheckout extends Disposable {
  readonly path: string;
  readonly commit: string;
}

/** In place of a checkout: why there is none, as a sentence. */
export interface NoCheckout {
  readonly reason: string;
}

export function openParentCheckout(
  repository: string,
  revision: string,
  folder: string,
): ParentCheckout | NoCheckout {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
    });
  let commit: string;
  try {
    commit = git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`).trim();
  } catch {
    return {
      reason: `there is no commit ${revision} here: no git checkout, its first commit or a shallow clone.`,
    };
  }
  let lock: string;
  try {
    lock = git('show', `${commit}:./package-lock.json`);
  } catch {
    return { reason: `${revision} has no package-lock.json.` };
  }
  if (lock !== readFileSync(join(repository, 'package-lock.json'), 'utf8'))
    return {
      reason: `package-lock.json differs from that of ${revision}, so the packages are not the same.`,
    };
  const path = join(folder, 'parent');
  git('worktree', 'add', '--quiet', '--detach', path, commit);
  const packages = join(path, 'node_modules');
  symlinkSync(join(repository, 'node_modules'), packages, 'junction');
  return {
    path,
    commit,
    [Symbol.dispose]: () => {
      unlinkSync(packages);
      git('worktree', 'remove', '--force', path);
    },
  };
}
