import { expect, test } from 'vitest';
import { inFrames } from './in-frames.ts';

test('sets all names of a value into each frame', () => {
  expect(inFrames(['eu', 'german*'], ['hosted in {}', '{} servers'])).toEqual([
    'hosted in (eu|german*)',
    '(eu|german*) servers',
  ]);
});

test('keeps the options of a frame, and entries with a phrase of their own', () => {
  const own = { phrase: 'eu central 1', confidence: 0.95 };
  expect(inFrames(['eu', own], [{ phrase: ['nothing leaves {}'], negation: 'ignore' }])).toEqual([
    { phrase: ['nothing leaves (eu)'], negation: 'ignore' },
    own,
  ]);
});

test('without frames, the entries are phrases', () => {
  expect(inFrames(['eu hosted'], undefined)).toEqual(['eu hosted']);
});
