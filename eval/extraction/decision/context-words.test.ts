import { expect, test } from 'vitest';
import { contextWords } from './context-words.ts';
import { contextLogOdds, fitContext } from './fit-context.ts';

const words = ['I', 'live', 'in', 'Leeds', 'since', '2019'].map((form, at) => ({
  form: form.toLowerCase(),
  gap: at === 0 ? '' : at === 4 ? ', ' : ' ',
}));

test('words and marks on both sides, for the field and for all', () => {
  const found = contextWords(words, { first: 3, last: 4 }, 'dating.location');
  expect(found).toContain('value: next before in');
  expect(found).toContain('dating.location: before live');
  expect(found).toContain('value: mark after ,');
  expect(found).toContain('value: after #');
  expect(found).not.toContain('value: before leeds');
});

test('the last word ends at the end of the text', () => {
  const found = contextWords(words, { first: 5, last: 6 }, 'a.b preference');
  expect(found).toContain('preference: mark after end');
});

test('a word that goes with wrong candidates speaks against them, beyond what the decision knows', () => {
  const of = (isRight: boolean, ...names: string[]) => ({
    isRight,
    logOdds: 1,
    context: new Set(names),
  });
  const candidates = Array.from({ length: 200 }, (_, n) =>
    n % 2 === 0 ? of(true, 'usual') : of(false, 'usual', 'ex'),
  );
  const weights = fitContext(candidates);
  expect(contextLogOdds(weights, new Set(['ex']))).toBeLessThan(-0.5);
  expect(contextLogOdds(weights, new Set(['usual']))).toBeGreaterThan(-0.5);
  expect(contextLogOdds(weights, new Set(['unknown']))).toBe(0);
});
