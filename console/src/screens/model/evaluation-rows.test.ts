import { expect, it } from 'vitest';
import { gainOver, resultsOf, type Split, verdictOf } from './evaluation-rows.ts';

const measure = (value: number | null, half = 0.1) => ({
  value,
  low: value === null ? null : value - half,
  high: value === null ? null : value + half,
});
const ranker = (name: string, role: string, ndcg: number | null) => ({
  name,
  role,
  ndcg: { '10': measure(ndcg) },
  recall: {},
  mrr: measure(0.5),
});
const gain = (over: string, ndcg: number | null, half?: number) => ({
  model: 'm',
  over,
  ndcg: measure(ndcg, half),
  recall: measure(0.3),
});
const split = {
  protocol: { headline_cutoff: 10, cases: 40 },
  rankers: [
    ranker('weak', 'baseline', 0.1),
    ranker('none', 'baseline', null),
    ranker('m', 'model', 0.2),
    ranker('strong', 'baseline', 0.4),
    ranker('network alone', 'part', 0.3),
  ],
  gains: [
    gain('network alone', -0.1),
    gain('weak', 0.15),
    gain('strong', -0.2),
    gain('near', 0.05),
    gain('none', null),
  ],
} as unknown as Split;

it('puts the model first, then its parts, then the baselines, the best first', () => {
  expect(resultsOf(split, 'ndcg').map(({ name }) => name)).toEqual([
    'm',
    'network alone',
    'strong',
    'weak',
    'none',
  ]);
  expect(resultsOf(split, 'mrr')[0]?.range.value).toBe(0.5);
  expect(resultsOf(split, 'recall')[0]?.range).toEqual({ value: null, low: null, high: null });
});

it('says where the model loses, and where nothing is proven', () => {
  expect(verdictOf(split)).toEqual({ loses: ['strong', 'none'], undecided: ['near'] });
  expect(gainOver(split, 'weak', 'ndcg')).toBe('wins');
  expect(gainOver(split, 'strong', 'ndcg')).toBe('loses');
  expect(gainOver(split, 'strong', 'recall')).toBe('wins');
  expect(gainOver(split, 'strong', 'mrr')).toBeUndefined();
  expect(gainOver(split, 'absent', 'ndcg')).toBeUndefined();
  const few = { ...split, protocol: { ...split.protocol, cases: 19 } };
  expect(gainOver(few, 'weak', 'ndcg')).toBe('open');
});

it('takes the result of the report, and never counts a part as a baseline', () => {
  expect(gainOver(split, 'network alone', 'ndcg')).toBe('loses');
  const told = { ...split, gains: [{ ...gain('weak', 0.15), result: 'undecided' as const }] } as Split;
  expect(gainOver(told, 'weak', 'ndcg')).toBe('open');
  expect(verdictOf(told)).toEqual({ loses: [], undecided: ['weak'] });
});
