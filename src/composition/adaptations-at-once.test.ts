import { expect, test } from 'vitest';
import { adaptationsAtOnce } from './adaptations-at-once.ts';

const GIB = 2 ** 30;

test('as many adaptations run side by side as cores and memory allow, one at least', () => {
  const settings = { trainingThreads: 2, jobMemoryMib: 2048 };
  const atOnce = (cores: number, gibibytes: number) =>
    adaptationsAtOnce(settings, { cores, memoryBytes: gibibytes * GIB });
  expect([atOnce(2, 64), atOnce(8, 64), atOnce(8, 16), atOnce(1, 1)]).toEqual([1, 4, 2, 1]);
  expect(adaptationsAtOnce({ ...settings, trainingThreads: 8 }, { cores: 16, memoryBytes: 64 * GIB })).toBe(
    2,
  );
});
