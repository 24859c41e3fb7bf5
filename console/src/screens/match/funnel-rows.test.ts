import { describe, expect, it } from 'vitest';
import type { MatchResult } from '../../api/queries.ts';
import { emptyingStage, funnelRows, funnelWidth } from './funnel-rows.ts';
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
      { reason: 'filters', count: 70 },
      { reason: 'side', count: 20 },
    ]);
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

  it('names the stage where the candidate fell out', () => {
    const one = { ...result, pipeline_stats: { ...result.pipeline_stats, total: 1, after_sql_filter: 1 } };
    expect(whyMissing('bo', one)).toContain('Scorecard');
  });
});
