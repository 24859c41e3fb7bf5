import { expect, test } from 'vitest';
import { invalidRequest } from './errors.ts';

test('an issue is short, however long its path and message', () => {
  const long = Array.from({ length: 30 }, () => ({
    path: 'p'.repeat(100_000),
    message: 'm😀'.repeat(100_000),
  }));
  const { message, details } = invalidRequest(long);
  expect(message.length).toBeLessThan(2_000);
  expect(JSON.stringify(details).length).toBeLessThan(40_000);
  expect((details.issues as { message: string }[]).every((issue) => issue.message.isWellFormed())).toBe(true);
});

test('an issue of ordinary length stands as it is', () => {
  const issue = { path: 'items[3].weight', message: 'must be above 0, was given -1', in: 'body' };
  const { message, details } = invalidRequest([issue]);
  expect(message).toBe('items[3].weight: must be above 0, was given -1');
  expect(details).toEqual({ issues: [issue] });
});
