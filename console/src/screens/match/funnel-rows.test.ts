import { describe, expect, it } from 'vitest';
import type { MatchResult } from '../../api/queries.ts';
import { emptyingStage, funnelRows, funnelWidth } from './funnel-rows.ts';
import { ruleTitle } from './rule-title.ts';
import { whyMissing } from './why-missing.ts';

const result: MatchResult = {
  match_id: 'match_1',
  matches: [],
  pipeline_stats: {
    total: 100,
    after_sql_filter: 10,
    after_light_ml: 0,
    after_embedding: 0,
    after_cross_encoder: 0,
  },
  models_used: {},
  degraded: [],
};

describe('the funnel', () => {
  it('orders the reasons by their number and leaves out zeros', () => {
    const trace = [
      { stage: 'sql_filter', enabled: true, in: 100, out: 10, dropped: { shown: 0, side: 20, filters: 70 } },
    ];
    expect(funnelRows({ ...result, trace })[0]?.dropped).toEqual([
      { reason: 'filters', count: 70, examples: [] },
      { reason: 'side', count: 20, examples: [] },
    ]);
  });

  it('lists a reason under its rules where it has them, the strictest first', () => {
    const rules = [
      { rule: 'side', reason: 'side', dropped: 0, alone: 0 },
      { rule: 'filters.age', reason: 'filters', dropped: 20, alone: 3, example_user_ids: ['bo'] },
      { rule: 'filters.city_within_km', reason: 'filters', dropped: 50 },
    ];
    const dropped = { filters: 70, gone: 1 };
    const dropped_examples = { filters: ['bo'], gone: [] };
    const trace = [
      { stage: 'sql_filter', enabled: true, in: 100, out: 29, dropped, rules, dropped_examples },
    ];
    const [row] = funnelRows({ ...result, trace });
    expect(row?.dropped).toEqual([{ reason: 'gone', count: 1, examples: [] }]);
    expect(row?.rules.map(ruleTitle)).toEqual(['Filter: city', 'Filter: age']);
  });

  it('has the counts also without a trace', () => {
    const rows = funnelRows(result);
    expect(rows.map(({ in: before, out }) => [before, out])).toEqual([
      [100, 10],
      [10, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(emptyingStage(rows)).toBe('light_ml');
  });

  it('is never wider than the whole and shows one of ten million', () => {
    expect(funnelWidth(10_000_000, 10_000_000)).toBe(1);
    expect(funnelWidth(1, 10_000_000)).toBeGreaterThan(0.02);
    expect(funnelWidth(0, 10)).toBe(0);
    expect(funnelWidth(0, 0)).toBe(0);
  });
});

describe('the question why someone is missing', () => {
  it('is answered with the reason that the service gives', () => {
    const not_candidates = [{ user_id: 'bo', reason: 'not_wanted' }];
    expect(whyMissing('bo', { ...result, not_candidates })).toBe('Their preferences exclude this person.');
  });

  it('names the rule, and whether it is the only one', () => {
    const not_candidates = [{ user_id: 'bo', reason: 'filters' }];
    const rules = [{ rule: 'filters.age', reason: 'filters', dropped: 1, alone: 1 }];
    const stage = { stage: 'sql_filter', enabled: true, in: 1, out: 0, dropped: { filters: 1 } };
    const rowsAlone = (alone: number) =>
      whyMissing('bo', {
        ...result,
        not_candidates,
        trace: [{ ...stage, rules: [{ ...rules[0]!, alone }] }],
      });
    expect(rowsAlone(1)).toContain('«Filter: age». It is the only one');
    expect(rowsAlone(0)).toContain('Other rules');
  });

  it('names the stage where the candidate fell out', () => {
    const one = { ...result, pipeline_stats: { ...result.pipeline_stats, total: 1, after_sql_filter: 1 } };
    expect(whyMissing('bo', one)).toContain('Scorecard');
  });
});
