import { expect, test } from 'vitest';
import { type Measured, verdictOf } from './verdict.ts';

const measured = (tookMs: readonly number[], refused: readonly number[] = []): Measured => ({
  tookMs,
  refused,
});
const alone = measured([10, 12, 20]);

test.each([
  ['within the bound', measured([10, 60, 70]), true],
  ['above it', measured([10, 60, 71]), false],
  ['refused once', measured([10, 11, 12], [503]), false],
  ['never answered', measured([]), false],
])('a quiet workspace %s', (_, beside, holds) => {
  const verdict = verdictOf(alone, beside, 30);
  expect([verdict.boundMs, verdict.holds]).toEqual([70, holds]);
});
