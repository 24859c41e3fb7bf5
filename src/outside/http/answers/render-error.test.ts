import { expect, test } from 'vitest';
import { apiError, retryLater } from '../../../contract/errors.ts';
import { errorHeaders } from './render-error.ts';

test.each([
  [0, '1'],
  [1, '1'],
  [999, '1'],
  [1000, '1'],
  [1001, '2'],
  [60_000, '60'],
  [60_001, '61'],
  [3_600_000, '3600'],
  [86_400_001, '86401'],
])('Retry-After is the exact wait of %i ms, rounded up to whole seconds', (retry_after_ms, header) => {
  const error = apiError('dependency_unavailable', 'It is away.', { retry_after_ms });
  expect(errorHeaders(error)).toEqual({ 'Retry-After': header });
});

test.each([
  [-5, 1],
  [0, 1],
  [0.2, 1],
  [61_000.4, 61_001],
])('%d ms are at least one whole millisecond in the body', (given, retry_after_ms) => {
  const error = retryLater('overloaded', 'Busy.', given);
  expect(error.details).toEqual({ retry_after_ms });
  expect(Number(errorHeaders(error)['Retry-After']) * 1000).toBeGreaterThanOrEqual(retry_after_ms);
});
