import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { currentTurn } from './current-turn.ts';

it('has one number until the next turn of the event loop, promises included', async () => {
  const first = currentTurn();
  await Promise.resolve();
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(currentTurn()).toBe(first);
  await nextTurn();
  expect(currentTurn()).toBeGreaterThan(first);
});
