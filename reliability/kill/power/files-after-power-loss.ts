/** The files that a script has left when the power goes at its end. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/running-service.ts';
import { preparePowerLoss } from './power-loss.ts';

/**
 * The texts of the files by path; null where this system cannot lose them. `script`: a module. `dir` is the
 * folder, which has a file `old` with the text `old`; `write` and `sync` are short for calls of `fs`.
 */
export function filesAfterPowerLoss(script: string): Readonly<Record<string, string>> | null {
  const folder = temporaryFolder();
  writeFileSync(join(folder.path, 'old'), 'old');
  const power = preparePowerLoss(folder.path);
  try {
    if (power === null) return null;
    runAndDie(folder.path, script, power.environment);
    power.cut();
    const entries = readdirSync(folder.path, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(
      paths.map((path) => [path.slice(folder.path.length), readFileSync(path, 'utf8')]),
    );
  } finally {
    power?.remove();
    folder.remove();
  }
}

function runAndDie(dir: string, script: string, environment: Readonly<Record<string, string>>): void {
  const code = `
    import fs from 'node:fs';
    const dir = ${JSON.stringify(dir)};
    const write = (name, text, flags = 'w') => {
      const file = fs.openSync(dir + name, flags);
      fs.writeSync(file, text);
      return file;
    };
    const sync = (name) => fs.fsyncSync(fs.openSync(dir + name, 'r'));
    ${script};
    process.kill(process.pid, 'SIGKILL');`;
  try {
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    if ((error as { signal?: string }).signal !== 'SIGKILL') throw error;
  }
}
