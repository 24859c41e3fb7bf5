import { expect, test } from 'vitest';
import { ApiError, apiError, invalidRequest } from './errors.ts';

test('an issue is short, however long its path and message', () => {
  const long = Array.from({ length: 30 }, () => ({
    path: 'p'.repeat(100_000),
    message: 'm😀'.repeat(100_000),
  }));
  const { message, details } = invalidRequest(long);
  expect(message.length).toBeLessThan(2_000);
  expect(JSON.stringify(details).length).toBeLessThan(40_000);
  expect('issues' in details && details.issues.every((issue) => issue.message.isWellFormed())).toBe(true);
});

test('an issue of ordinary length is unchanged', () => {
  const issue = { path: 'items[3].weight', message: 'must be above 0, was given -1', in: 'body' };
  const { message, details } = invalidRequest([issue]);
  expect(message).toBe('items[3].weight: must be above 0, was given -1');
  expect(details).toEqual({ issues: [issue] });
});

test('the code of an error tells the shape of its details, to the compiler too', () => {
  // @ts-expect-error -- the details of another code
  apiError('model_not_found', 'There is no model.', { dataset_id: 'ds_1' });
  // @ts-expect-error -- details are required
  apiError('user_not_found', 'There is no user.');
  // @ts-expect-error -- this code has no details
  apiError('unauthorized', 'There is no key.', { given: 'x' });
  // @ts-expect-error -- a shape of the code, with a key that it does not have
  apiError('conflict', 'It has ended.', { job_id: 'job_1', state: 'failed' });

  const caught: unknown = apiError('range_not_satisfiable', 'The file is shorter.', { size_bytes: 100 });
  if (!(caught instanceof ApiError) || caught.code !== 'range_not_satisfiable') throw caught;
  const size: number = caught.details.size_bytes;
  expect(size).toBe(100);
});
