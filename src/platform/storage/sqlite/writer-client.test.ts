import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ALPHA, sampleWrite } from '../testing/sample-profiles.ts';
import { openSqliteStore } from './sqlite-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-writer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a change right after one whose thread could not start is written by the next thread', async () => {
  const [data, away] = [join(folder, 'data'), join(folder, 'away')];
  mkdirSync(data);
  const store = await openSqliteStore({ file: join(data, 'counterpart.sqlite') });
  renameSync(data, away);
  writeFileSync(data, 'a file in the place of the folder');
  const write = (userId: string) => store.profiles.write([sampleWrite(userId)]);
  const next = write('first').then(
    () => expect.unreachable('the folder was away'),
    (error: Error) => {
      rmSync(data);
      renameSync(away, data);
      return Promise.all([error.message, write('second'), write('third')]);
    },
  );
  expect((await next)[0]).toMatch(/EEXIST|ENOTDIR|cannot be opened/);
  expect(await store.profiles.get(ALPHA, 'dating', 'second')).toMatchObject({ userId: 'second' });
  expect(await store.profiles.get(ALPHA, 'dating', 'third')).toMatchObject({ userId: 'third' });
  await store.close();
});
