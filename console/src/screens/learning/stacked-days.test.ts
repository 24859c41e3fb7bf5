import { expect, test } from 'vitest';
import { labelSeries, stacked } from './stacked-days.ts';

/** Two more were superseded: neither the funnel nor the chart counts them. */
const count = (current: number) => ({ outcomes: current + 2, current });

test('labels that occur, in the order of the domain', () => {
  const labels = ['converted', 'accepted', '__proto__'].map((label) => ({ label, polarity: 1 }));
  const data = [
    { day: '2026-01-01', labels: {} },
    { day: '2026-01-02', labels: { accepted: count(2), converted: count(0) } },
  ];
  expect(labelSeries({ labels, data })).toEqual([{ label: 'accepted', counts: [0, 2], total: 2 }]);
});

test('bars stand on those before', () => {
  expect(
    stacked([
      [1, 0],
      [2, 3],
      [0, 1],
    ]),
  ).toEqual([
    [1, 0],
    [3, 3],
    [3, 4],
  ]);
  expect(stacked([])).toEqual([]);
});
