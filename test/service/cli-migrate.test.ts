import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../running-service.ts';
import { runHere } from './testing/run-cli.ts';

const folder = temporaryFolder();
const data = join(folder.path, 'data');
const file = join(data, 'counterpart.sqlite');
afterEach(() => folder.remove());

test('migrate lists the steps, applies them, and then finds none; a newer database is refused', async () => {
  const listed = await runHere(data, 'migrate', '--dry-run');
  expect(listed.code).toBe(0);
  expect(listed.stdout.split('\n')[0]).toBe('to apply  0001-first-tables');
  expect(existsSync(file)).toBe(false);
  const applied = await runHere(data, 'migrate');
  expect(applied.stdout).toBe(listed.stdout.replaceAll('to apply', 'applied'));
  expect((await runHere(data, 'migrate')).stdout).toBe('The database is up to date.\n');
  expect(JSON.parse((await runHere(data, 'migrate', '--dry-run', '--json')).stdout)).toEqual({
    steps: [],
    applied: false,
  });
  const database = new DatabaseSync(file);
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-later', 'now')");
  database.close();
  for (const more of [[], ['--dry-run']]) {
    const refused = await runHere(data, 'migrate', ...more);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('newer version of Counterpart');
  }
});
