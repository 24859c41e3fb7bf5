import { expect, test } from 'vitest';
import { type Measured, verdictOf } from './verdict.ts';

const measured = (
  tookMs: readonly number[],
  { processorMs = tookMs, refused = [] as readonly number[] } = {},
): Measured => ({
  times: tookMs.map((ms, n) => ({ tookMs: ms, processorMs: processorMs[n]! })),
  refused,
});
const alone = measured([10, 12, 20]);
const unknown = [Number.NaN, Number.NaN, Number.NaN];

test.each([
  ['within the bound', measured([10, 60, 70]), true],
  ['above it', measured([10, 60, 71]), false],
  [
    'above it because of other work on the machine',
    measured([90, 90, 90], { processorMs: [20, 30, 40] }),
    true,
  ],
  [
    'above it, where the system tells no processor time',
    measured([10, 60, 71], { processorMs: unknown }),
    false,
  ],
  ['refused once', measured([10, 11, 12], { refused: [503] }), false],
  ['never answered', measured([]), false],
])('a quiet workspace %s', (_, beside, holds) => {
  const verdict = verdictOf(alone, beside, measured([30]));
  expect([verdict.took.bound, verdict.holds]).toEqual([70, holds]);
});
