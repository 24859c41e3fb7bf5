import { expect, it } from 'vitest';
import { linkTokenOf } from './link-token.ts';

it('reads the token of a one-time link and of nothing else', () => {
  expect(linkTokenOf('#link=abc-_1')).toBe('abc-_1');
  expect(linkTokenOf('#link=')).toBeUndefined();
  expect(linkTokenOf('#content')).toBeUndefined();
  expect(linkTokenOf('')).toBeUndefined();
});
