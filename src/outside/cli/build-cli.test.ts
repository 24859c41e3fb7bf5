import { expect, test } from 'vitest';
import { buildCli } from './build-cli.ts';
import type { CliActions } from './cli-actions.ts';

const namesOf = async (first?: string) => {
  const program = await buildCli({ version: '1.2.3', actions: async () => ({}) as CliActions }, first);
  return program.commands.map((command) => command.name());
};

test('a command is built from the file that names it, and from no other', async () => {
  const all = await namesOf();
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(25);
  for (const name of all) {
    const built = await namesOf(name);
    expect(built).toContain(name);
    expect(built.length).toBeLessThan(4);
  }
});

test('the version loads no command; help and an unknown word load all', async () => {
  expect(await namesOf('--version')).toEqual([]);
  expect(await namesOf('-V')).toEqual([]);
  const all = await namesOf();
  for (const word of ['help', '--help', 'tenant']) expect(await namesOf(word)).toEqual(all);
});
