import { describe, expect, it } from 'vitest';
import { askedItems, inAddresses, parseModelSearch } from './model-search.ts';

describe('the address of a model', () => {
  it('keeps what it knows', () => {
    const search = {
      split: 2,
      metric: 'mrr',
      history: ['a', 'b', 'a'],
      limit: 50,
      mode: 'generate',
      more: '{"rules":[]}',
      find: 'x',
    };
    expect(parseModelSearch(search)).toEqual(search);
    expect(parseModelSearch({ history: [7, 'a'], find: 12 })).toEqual({ history: ['7', 'a'], find: '12' });
  });

  it('leaves out what has the wrong form', () => {
    const wrong = {
      split: -1,
      metric: 'x',
      history: 'a',
      limit: 7,
      mode: 1,
      more: '[1]',
      find: {},
      other: 1,
    };
    expect(parseModelSearch(wrong)).toEqual({});
    expect(parseModelSearch({ history: [{}, null, ''], more: '{"rules":' })).toEqual({});
    expect(parseModelSearch({ history: Array(90).fill('a') }).history).toHaveLength(50);
  });
});

it('asks for ids where there are commas, else by prefix', () => {
  expect(askedItems(' ')).toEqual({});
  expect(askedItems(' tea ')).toEqual({ prefix: 'tea' });
  expect(askedItems('a, b ,,a')).toEqual({ ids: ['a', 'b'] });
});

it('groups ids by the length of their address', () => {
  expect(inAddresses([])).toEqual([]);
  expect(inAddresses(['a', 'b', 'c'], 22)).toEqual([['a', 'b'], ['c']]);
  expect(inAddresses(['😀'.repeat(100)], 22)).toHaveLength(1);
  expect(
    inAddresses(
      Array.from({ length: 250 }, (_, n) => `i${n}`),
      1e9,
    ).map(({ length }) => length),
  ).toEqual([100, 100, 50]);
});
