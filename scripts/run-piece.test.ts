import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { piecesIn, summaryOf } from './run-piece.ts';

const repository = join(import.meta.dirname, '..');
const run = (command: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(repository, command, 'main.ts'), ...args], { encoding: 'utf8' });

it.each(['bench', 'eval', 'reliability'])('%s lists every program with a sentence', (command) => {
  const names = piecesIn(join(repository, command));
  expect(names.length).toBeGreaterThan(0);
  const { stdout, status } = run(command);
  expect(status).toBe(0);
  for (const name of names) {
    const sentence = summaryOf(join(repository, command, `${name}.ts`));
    expect(sentence.length, name).toBeGreaterThan(10);
    expect(stdout).toContain(sentence);
  }
});

it('says that a name is not known, lists the others, and fails', () => {
  const { stderr, stdout, status } = run('bench', 'nonsense');
  expect(stderr).toContain('no bench named «nonsense»');
  expect(stdout).toContain('kernels');
  expect(status).toBe(2);
});

it('hands the arguments on', () => {
  const { stderr, stdout, status } = run('eval', 'encoder');
  expect(status, stdout).not.toBe(0);
  expect(stderr).toContain('which file?');
});
