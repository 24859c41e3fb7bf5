import { expect, it } from 'vitest';
import { waitAfter } from './wait-after.ts';

const nowMs = Date.parse('2026-01-01T00:00:00Z');

it.each([
  [{}, undefined],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after-ms': '150' }, 150],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m2s' }, 62_000],
  [{ 'x-ratelimit-remaining-requests': '5', 'x-ratelimit-reset-requests': '1m2s' }, undefined],
  [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '20ms', 'retry-after': '1' }, 1000],
  [{ 'retry-after': '86400' }, 120_000],
])('%j asks for %s ms', (headers, expected) => {
  expect(waitAfter(new Headers(headers as Record<string, string>), nowMs)).toBe(expected);
});
