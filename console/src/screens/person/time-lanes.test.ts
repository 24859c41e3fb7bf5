import type { wire } from 'counterpart-client';
import { expect, it } from 'vitest';
import { timeLanes } from './time-lanes.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
const text = (day: number, domain = 'dating') => ({ domain, created_at: at(day) });
const whole = (overrides: object) =>
  ({
    context_items: [],
    outcomes_as_seeker: [],
    outcomes_as_candidate: [],
    matches_shown_to: [],
    matches_shown_in: [],
    ...overrides,
  }) as unknown as wire.UserExport;

it('places events between the first and the last, and counts those that are close', () => {
  const texts = [text(31), text(1), text(1), text(16), text(5, 'hiring')];
  const lanes = timeLanes(
    whole({ context_items: texts, matches_shown_in: [{ domain: 'dating', at: at(11) }] }),
    'dating',
  )!;
  expect([lanes.from, lanes.to]).toEqual([at(1), at(31)]);
  expect(lanes.lanes.map(({ name, count, first, last }) => [name, count, first, last])).toEqual([
    ['texts', 4, at(1), at(31)],
    ['shownIn', 1, at(11), at(11)],
  ]);
  const [marks] = lanes.lanes.map((lane) => lane.marks);
  expect(marks!.map(({ count }) => count)).toEqual([2, 1, 1]);
  expect(marks!.map((mark) => Math.round(mark.at * 10) / 10)).toEqual([0, 0.5, 1]);
});

it('is bounded, and nothing without events', () => {
  const many = Array.from({ length: 5000 }, (_, n) => ({ domain: 'dating', at: at(1 + n) }));
  const lanes = timeLanes(whole({ matches_shown_to: many }), 'dating')!;
  expect(lanes.lanes[0]!.marks.length).toBeLessThanOrEqual(80);
  expect(lanes.lanes[0]!.marks.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  expect(timeLanes(whole({}), 'dating')).toBe(null);
  expect(timeLanes(whole({ context_items: [text(1)] }), 'hiring')).toBe(null);
  expect(timeLanes(whole({ context_items: [text(1)] }), 'dating')!.lanes[0]!.marks).toHaveLength(1);
});
