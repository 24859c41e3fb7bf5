import { beforeEach, expect, it, vi } from 'vitest';
import { keepVisit, visitBefore } from './visit-store.ts';

const HOUR = 3_600_000;
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it('compares with the visit before, also when the page is reloaded during this one', () => {
  expect(visitBefore('t', 0)).toBeNull();
  keepVisit('t', { seenMs: 0, people: { dating: 1 } });
  expect(visitBefore('t', 60_000)).toBeNull();
  keepVisit('t', { seenMs: 5 * HOUR, people: { dating: 4 } });
  expect(visitBefore('t', 5 * HOUR + 60_000)).toEqual({ seenMs: 0, people: { dating: 1 } });
  expect(visitBefore('t', 9 * HOUR)).toEqual({ seenMs: 5 * HOUR, people: { dating: 4 } });
  expect(visitBefore('other', 9 * HOUR)).toBeNull();
});

it('takes no nonsense', () => {
  for (const nonsense of ['', '{', '[]', '{"now":{"seenMs":"x"}}']) {
    kept.set('counterpart:visit:t', nonsense);
    expect(visitBefore('t', 0)).toBeNull();
  }
});
