// Where the caller of a command is: its relative paths mean files there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder and the environment for a program of the repository. npm runs scripts in the folder of
 * package.json, and names the caller's own one. The command line works there; everything else works in the
 * repository. The data folder stays that of the repository, where it is not named: every command has the same
 * one.
 */
export function workingFolder(root, entry, environment = process.env, cwd = process.cwd()) {
  const isCommandLine = /(^|[\\/])src[\\/]main\.ts$/.test(entry);
  const isOfNpm = environment.npm_package_json === join(root, 'package.json');
  const caller = isOfNpm ? environment.INIT_CWD : cwd;
  if (!isCommandLine || caller === undefined || caller === root || !existsSync(caller))
    return { folder: root, environment: {} };
  const data = environment.COUNTERPART_DATA ?? join(root, 'data');
  return { folder: caller, environment: { COUNTERPART_DATA: data } };
}
