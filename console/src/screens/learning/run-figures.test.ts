import { expect, test } from 'vitest';
import { baselinesOf, binsOf, countOf, priorOf, rangeOf } from './run-figures.ts';

const figures = {
  auc: 0.8,
  log_loss: null,
  ece: 0.02,
  held_out: 40,
  intervals: { auc: { low: 0.7, high: 0.9 }, ece: { low: null, high: 0.1 } },
  reliability: [{ pairs: 4, from: 0, to: 0.2, given: 0.1, observed: 0.25 }, { pairs: 3 }, 'no bin'],
  prior: { auc: 0.5 },
};

test('reads values with their intervals, and nothing where there is none', () => {
  expect(rangeOf(figures, 'auc')).toEqual({ value: 0.8, low: 0.7, high: 0.9 });
  expect(rangeOf(figures, 'ece')).toEqual({ value: 0.02, low: null, high: 0.1 });
  expect(rangeOf(figures, 'log_loss')).toBeNull();
  expect(rangeOf(priorOf(figures), 'auc')).toEqual({ value: 0.5, low: null, high: null });
  for (const nothing of [null, undefined, 'x', [], 7]) expect(rangeOf(nothing, 'auc')).toBeNull();
  expect(countOf(figures, 'held_out')).toBe(40);
  expect(countOf(figures, 'outcomes')).toBeNull();
});

test('reads the bins that are whole', () => {
  expect(binsOf(figures)).toEqual([{ pairs: 4, given: 0.1, observed: 0.25 }]);
  expect(binsOf(null)).toEqual([]);
});

test('puts the model before the baselines', () => {
  const ndcg = { value: 0.4, low: 0.3, high: 0.5 };
  const compared = {
    baselines: {
      verdict: 'beats popularity',
      seekers: 5,
      candidates: 50,
      head: { ndcg, hit_rate: {} },
      baselines: [{ name: 'popularity', ndcg }],
    },
  };
  const found = baselinesOf(compared, 'New');
  expect(found?.scorers.map(({ name }) => name)).toEqual(['New', 'popularity']);
  expect(found?.scorers[0]?.ranges).toEqual({ ndcg, hit_rate: null });
  expect(baselinesOf(figures, 'New')).toBeNull();
});
