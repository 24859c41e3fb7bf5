/** An empty project into which npm has installed the packed package. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const shell = process.platform === 'win32';
const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error'];

/** Returns the folder `project` in `parent`. */
export async function packedProject(parent: string): Promise<string> {
  const project = join(parent, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"name": "empty", "private": true, "type": "module"}');
  const sdk = join(import.meta.dirname, '../..');
  await run('npm', ['pack', '--pack-destination', project], { cwd: sdk, shell });
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'))!;
  await run('npm', ['install', '--offline', ...quiet, `./${tarball}`], { cwd: project, shell });
  return project;
}

/**
 * Installs a package of the registry into a folder of its own; undefined where the registry is not to be had.
 */
export async function installed(parent: string, name: string): Promise<string | undefined> {
  const folder = join(parent, name.replace(/\W/g, '-'));
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  try {
    await run('npm', ['install', ...quiet, name], { cwd: folder, shell });
    return folder;
  } catch (error) {
    if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(String(error))) return undefined;
    throw error;
  }
}
