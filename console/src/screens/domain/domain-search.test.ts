import { expect, it } from 'vitest';
import { parseDomainSearch } from './domain-search.ts';

it('reads what the screen writes', () => {
  const state = { tenant: 'ten_1', domain: 'dating', version: 2, compare: 1, tab: 'versions' } as const;
  expect(parseDomainSearch(state)).toEqual(state);
  expect(parseDomainSearch({ version: '3' })).toEqual({ version: 3 });
});

it('leaves out what is faulty', () => {
  expect(
    parseDomainSearch({ tenant: 7, domain: '', version: '0', compare: '1.5', tab: 'nonsense', x: 1 }),
  ).toEqual({});
  expect(parseDomainSearch({ version: 10_000, domain: 'x'.repeat(200) })).toEqual({});
});
