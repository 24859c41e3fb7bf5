import { expect, it } from 'vitest';
import { stepsOf } from './steps.ts';

it('lists the known steps in their order', () => {
  expect(stepsOf({ model: false, people: true })).toEqual([
    { name: 'people', done: true },
    { name: 'model', done: false },
  ]);
  expect(stepsOf({})).toEqual([]);
});
