import { expect, test } from 'vitest';
import { createRecentErrors } from './recent-errors.ts';

const error = (second: number, status: number) => ({
  at: new Date(second * 1000).toISOString(),
  status,
  code: 'internal',
  method: 'GET',
  route: '/v1/jobs',
  request_id: `req_${second}`,
  tenant_id: null,
});

test('refusals do not push out failures, and each kind is bounded', () => {
  const errors = createRecentErrors();
  errors.note(error(0, 500));
  for (let second = 1; second <= 1000; second++) errors.note(error(second, 401));
  const listed = errors.list();
  expect(listed).toHaveLength(51);
  expect([listed[0]?.request_id, listed.at(-1)?.request_id]).toEqual(['req_1000', 'req_0']);
  for (let second = 2000; second < 2100; second++) errors.note(error(second, 503));
  expect(errors.list()).toHaveLength(100);
  expect(errors.list().map(({ request_id }) => request_id)).not.toContain('req_0');
});
