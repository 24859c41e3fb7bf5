/**
 * `npm run audit`: known vulnerabilities of all packages in the lock files, as the registry answers. One of
 * level high or above fails. A registry without the audit endpoint (a mirror, often) is said plainly, and
 * does not fail: the answer is then unknown. Any other fault fails.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readAudit } from './audit/read-audit.ts';

const root = join(import.meta.dirname, '..');
const folders = ['.', 'console', 'sdk/typescript/generate'];

for (const folder of folders) {
  const { stdout, stderr, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: join(root, folder),
    encoding: 'utf8',
    timeout: 120_000,
    shell: process.platform === 'win32',
  });
  const found = readAudit(stdout, error?.message ?? stderr);
  const name = folder === '.' ? 'the service' : folder;
  switch (found.state) {
    case 'no_endpoint':
      console.log(`SKIPPED: ${name} was not audited: the registry has no audit endpoint (${found.answer}).`);
      break;
    case 'failed':
      console.error(`${name} could not be audited: ${found.reason}`);
      process.exitCode = 1;
      break;
    case 'read':
      for (const line of found.lines) console.log(`${name}: ${line}`);
      console.log(
        `${name}: ${found.severe} vulnerabilities of level high or critical, ${found.lesser} below`,
      );
      if (found.severe > 0) process.exitCode = 1;
      break;
    default:
      found satisfies never;
  }
}
