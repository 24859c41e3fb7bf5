import { expect, test } from 'vitest';
import { parseLearningSearch } from './learning-search.ts';

test('keeps what is valid and not the default', () => {
  const search = { domain: 'dating', days: 90, view: 'runs' };
  expect(parseLearningSearch(search)).toEqual(search);
  expect(parseLearningSearch({ days: '7' })).toEqual({ days: 7 });
  expect(parseLearningSearch({ domain: 'dating', days: 28, view: 'outcomes' })).toEqual({ domain: 'dating' });
});

test('leaves out what is not', () => {
  const wrong = { domain: 7, days: 8, view: '<script>', more: 1 };
  expect(parseLearningSearch(wrong)).toEqual({});
  expect(parseLearningSearch({ domain: 'd'.repeat(65), days: 'x', view: ['runs'] })).toEqual({});
});
