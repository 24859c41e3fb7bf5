import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** The niceness of each thread of a process that lowered its priority. */
const program = `
  import { readdirSync } from 'node:fs';
  import { getPriority } from 'node:os';
  const { lowerPriority } = await import(process.argv[1]);
  lowerPriority(15);
  console.log(JSON.stringify(readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))));
`;

it.runIf(process.platform === 'linux')('lowers every thread of the process, those of V8 too', () => {
  const module = new URL('./lower-priority.ts', import.meta.url).href;
  const args = ['--input-type=module', '-e', program, module];
  const threads: readonly number[] = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', env: {} }).toString(),
  );
  expect(threads.length).toBeGreaterThan(1);
  expect(new Set(threads)).toEqual(new Set([15]));
});
