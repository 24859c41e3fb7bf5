import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oncePerTick } from './once-per-tick.ts';

function counted() {
  let calls = 0;
  return oncePerTick(async () => ++calls);
}

test('returns one answer while promises follow each other', async () => {
  const ask = counted();
  await null;
  const first = await ask();
  for (let step = 0; step < 50; step++) expect(await ask()).toBe(first);
});

test('a callback of the event loop asks again, also within one phase', async () => {
  const ask = counted();
  const answers: number[] = [];
  const callback = () => void ask().then((answer) => answers.push(answer));
  setImmediate(callback);
  setImmediate(callback);
  await nextTurn();
  await nextTurn();
  expect(answers).toEqual([1, 2]);
});

test('a failed call is repeated', async () => {
  let calls = 0;
  const ask = oncePerTick(async () => {
    if (++calls === 1) throw new Error('busy');
    return calls;
  });
  await expect(ask()).rejects.toThrow('busy');
  await nextTurn();
  expect(await ask()).toBe(2);
});
