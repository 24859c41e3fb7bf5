import { expect, test, vi } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import type { IndexUse } from '../../platform/storage/index-use-store.ts';
import { noteUses } from './note-uses.ts';

const use = (domain: string, usedMs: number): IndexUse => ({ tenant: tenantId('ten_1'), domain, usedMs });

test('a use is noted soon, repeated ones seldom, the last one at the end; a failure is made up for', async () => {
  vi.useFakeTimers();
  const noted: (readonly IndexUse[])[] = [];
  const failures: unknown[] = [];
  let uses: readonly IndexUse[] = [];
  let fails = true;
  const store = {
    note: async (given: readonly IndexUse[]) => {
      if (fails) throw new Error('no database');
      if (given.length > 0) noted.push(given);
    },
    since: async () => [],
  };
  const notes = noteUses({ uses: () => uses }, store, {
    clock: () => 0,
    onFailure: (error) => failures.push(error),
    lookEveryMs: 10,
  });
  uses = [use('dating', 1000)];
  await vi.advanceTimersByTimeAsync(10);
  expect(failures).toHaveLength(1);
  fails = false;
  uses = [use('dating', 2000), use('hiring', 1500)];
  await vi.advanceTimersByTimeAsync(10);
  uses = [use('dating', 3000), use('hiring', 1500)];
  await vi.advanceTimersByTimeAsync(100);
  expect(noted).toEqual([[use('dating', 2000), use('hiring', 1500)]]);
  await notes.close();
  expect(noted.slice(1)).toEqual([[use('dating', 3000)]]);
  vi.useRealTimers();
});
