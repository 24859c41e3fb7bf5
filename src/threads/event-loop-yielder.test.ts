import { expect, it } from 'vitest';
import { EventLoopYielder } from './event-loop-yielder.ts';
import { TurnClock } from './turn-clock.ts';

function holdThread(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('waits for the next turn once the tasks have used up the slice together', async () => {
  const yielder = new EventLoopYielder(20);
  const turns: number[] = [];
  let turn = 0;
  let counting = setImmediate(function count() {
    turn++;
    counting = setImmediate(count);
  });
  const task = async () => {
    for (let piece = 0; piece < 4; piece++) {
      await yielder.yieldIfDue();
      turns.push(turn);
      holdThread(15);
    }
  };
  await Promise.all([task(), task()]);
  clearImmediate(counting);
  expect(turns).toHaveLength(8);
  const pieces = turns.map((one) => turns.filter((other) => other === one).length);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(4);
  expect(new Set(turns).size).toBeGreaterThan(1);
});

it('counts what others with the same clock have held of the turn', async () => {
  const clock = new TurnClock();
  const [one, other] = [20, 20].map((ms) => new EventLoopYielder(ms, undefined, undefined, clock));
  expect(one!.yieldIfDue()).toBeUndefined();
  holdThread(25);
  const waiting = other!.yieldIfDue();
  expect(waiting).toBeInstanceOf(Promise);
  await waiting;
  expect(other!.yieldIfDue()).toBeUndefined();
});

it('does not yield while the slice has time left', () => {
  expect(new EventLoopYielder(1000).yieldIfDue()).toBeUndefined();
});

it('throws the reason of its signal, before and after a wait', async () => {
  const aborted = new AbortController();
  const yielder = new EventLoopYielder(1, aborted.signal);
  yielder.yieldIfDue();
  holdThread(5);
  const waiting = yielder.yieldIfDue();
  aborted.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(() => yielder.yieldIfDue()).toThrow('enough');
});
