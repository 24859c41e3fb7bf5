import { expect, it } from 'vitest';
import { leaveGaps } from './leave-gaps.ts';

/** Gaps on a clock that only sleeping moves, and the sleeps so far. */
function onFakeClock() {
  let nowMs = 0;
  const slept: number[] = [];
  const gaps = leaveGaps({
    nowMs: () => nowMs,
    sleep: async (ms) => {
      slept.push(ms);
      nowMs += ms;
    },
  });
  const write = async (rows: number, takesMs: number) => {
    await gaps.before(rows);
    nowMs += takesMs;
    gaps.after(rows);
  };
  return {
    write,
    slept,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

it('rests between writes of many rows that follow one another, and not before the first', async () => {
  const { write, slept } = onFakeClock();
  await write(256, 20);
  expect(slept).toEqual([]);
  await write(256, 20);
  await write(256, 20);
  expect(slept).toEqual([2, 2]);
});

it('takes the time since the last one into account', async () => {
  const { write, slept, pass } = onFakeClock();
  await write(256, 20);
  pass(1.5);
  await write(256, 20);
  pass(40);
  await write(256, 20);
  expect(slept).toEqual([0.5]);
});

it('lets a small write through at once', async () => {
  const { write, slept } = onFakeClock();
  await write(256, 20);
  await write(1, 1);
  await write(1, 1);
  expect(slept).toEqual([]);
});
