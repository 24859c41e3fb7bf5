import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearIdentical, signText } from './context-text.ts';

const long = Array.from({ length: 120 }, (_, word) => `word${word}`).join(' ');

test.each([
  ['Hello, World', 'hello   world!'],
  ['ﬁne café', 'fine CAFÉ'],
  [long, `${long}!`],
  [long, long.replace('word60', 'changed')],
])('the same: %.20s… and %.20s…', (a, b) => {
  expect(nearIdentical(signText(a), signText(b))).toBe(true);
});

test.each([
  ['I like tea', 'I like coffee'],
  ['👍', '👎'],
  [long, long.split(' ').reverse().join(' ')],
  ['yes', 'no'],
])('not the same: %.20s… and %.20s…', (a, b) => {
  expect(nearIdentical(signText(a), signText(b))).toBe(false);
});

test('a text is always near-identical to itself, whatever its characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => nearIdentical(signText(text), signText(text))),
  );
});

test('the estimate follows the true Jaccard similarity of the shingles', () => {
  const words = Array.from({ length: 400 }, (_, word) => `w${word}`);
  const half = [...words.slice(0, 200), ...words.slice(200).map((word) => `x${word}`)];
  const { minhash: a } = signText(words.join(' '));
  const { minhash: b } = signText(half.join(' '));
  const equal = a.filter((value, k) => value === b[k]).length / a.length;
  // Jaccard is 198 / 598 = 0.33; four standard errors of 64 hash functions are 0.24.
  expect(Math.abs(equal - 198 / 598)).toBeLessThan(0.24);
});
