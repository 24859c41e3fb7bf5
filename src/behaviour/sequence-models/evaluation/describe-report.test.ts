import { describe, expect, it } from 'vitest';
import { describeReport } from './describe-report.ts';
import type { RankerReport, SequenceReport, SplitReport } from './evaluation-report.ts';

const measure = (value: number, half = 0.001) => ({ value, low: value - half, high: value + half });
const ranker = (name: string, role: RankerReport['role'], ndcg: number): RankerReport => ({
  name,
  role,
  recall: { 10: measure(2 * ndcg) },
  ndcg: { 10: measure(ndcg) },
  mrr: measure(ndcg),
  coverage: measure(0.5),
  exposure_gini: measure(0.7),
});

function split(
  gain: ReturnType<typeof measure> | null,
  given: Partial<SplitReport['protocol']> = {},
): SplitReport {
  const protocol = {
    split: 'leave-one-out',
    ties: 'imported',
    seen_items: 'masked',
    ranked_items: 90,
    cases: 40,
    cases_before_sampling: 40,
    targets_unseen: 0,
    targets_repeated: 0,
    targets_tied: 0.25,
    validation_from: null,
    test_from: null,
    cutoffs: [10],
    headline_cutoff: 10,
    list_length: 10,
    draws: 100,
    seed: 1,
    ...given,
  } as const;
  const models = gain === null ? [] : [ranker('the model', 'model', 0.05 + gain.value)];
  return {
    protocol,
    rankers: [...models, ranker('popularity', 'baseline', 0.01), ranker('Markov-1', 'baseline', 0.05)],
    gains:
      gain === null
        ? []
        : [
            { model: 'the model', over: 'popularity', recall: measure(0.05), ndcg: measure(0.05) },
            { model: 'the model', over: 'Markov-1', recall: gain, ndcg: gain },
          ],
  };
}

const report = (...splits: readonly SplitReport[]): SequenceReport => ({
  dataset: { name: 'shop v1', people: 50, items: 90, events: 700 },
  splits,
});

describe('the description of a report', () => {
  it('begins with the baselines to which the model loses, and the splits', () => {
    const words = describeReport(
      report(
        split(measure(0.01)),
        split(measure(-0.0005), {
          split: 'temporal',
          ties: 'shuffled',
          test_from: '2026-01-02T00:00:00.000Z',
        }),
      ),
    );
    expect(words).toMatch(
      /^This model loses to a baseline: its nDCG is below that of Markov-1 \(temporal, ties shuffled\)\. /,
    );
    expect(words).toContain('By time (from 2026-01-02T00:00:00.000Z), 40 people, ties shuffled');
    expect(words).not.toContain('\n');
  });

  it('says whether the model is proven better than all baselines', () => {
    expect(describeReport(report(split(measure(0.0005))))).toMatch(
      /^This model is not proven better than Markov-1 \(leave-one-out, ties imported\); it is above all other baselines\./,
    );
    const words = describeReport(report(split(measure(0.01))));
    expect(words).toMatch(
      /^25\.0 % of the targets \(leave-one-out, ties imported\) are at the same moment .*; it was not judged with these ties shuffled\. This model is above every baseline in nDCG, in each split by more than/,
    );
    const both = [split(measure(0.01)), split(measure(0.01), { ties: 'shuffled' })];
    expect(describeReport(report(...both))).toMatch(
      /^25\.0 % .*; it was judged again .* This model is above/,
    );
    const untied = describeReport(report(split(measure(0.01), { targets_tied: 0.009 })));
    expect(untied).toMatch(/^This model is above every baseline/);
    expect(words).toContain(
      'Leave one out, 40 people, ties as imported (25.0 % of the targets tied): the model R@10 0.1200 (0.1190 to 0.1210), ' +
        'N@10 0.0600 (0.0590 to 0.0610), coverage 50.0 %, exposure Gini 0.70; best baseline Markov-1 R@10 0.1000',
    );
  });

  it('has the figures of a part, which no model loses to as to a baseline', () => {
    const whole = split(measure(0.01));
    const part = {
      ...whole,
      rankers: [whole.rankers[0]!, ranker('network alone', 'part', 0.2), ...whole.rankers.slice(1)],
      gains: [
        { model: 'the model', over: 'network alone', recall: measure(-0.14), ndcg: measure(-0.14) },
        ...whole.gains,
      ],
    };
    const words = describeReport(report(part));
    expect(words).toContain('This model is above every baseline');
    expect(words).toContain('exposure Gini 0.70; network alone R@10 0.4000');
  });

  it('compares with fitted baselines only, and names the others with the reason', () => {
    const reason = 'the catalogue has 6000 items; EASE is fitted up to 5000';
    const left = (gain: number): SplitReport => ({
      ...split(measure(gain)),
      baselines_left_out: [
        { name: 'EASE', reason },
        { name: 'EASE, recency', reason },
      ],
    });
    const notCompared = `Not compared with EASE and EASE, recency, which were not fitted: ${reason}.`;
    const above = describeReport(report(left(0.01), split(measure(0.01), { ties: 'shuffled' })));
    expect(above).toMatch(
      /This model is above every baseline that was fitted in nDCG, in each split by more/,
    );
    expect(above.split(notCompared)).toHaveLength(2);
    expect(above).toContain('best fitted baseline Markov-1');
    const open = describeReport(report(left(0.0005)));
    expect(open).toMatch(/; it is above all other baselines that were fitted\. Not compared with EASE/);
    const worse = describeReport(report(left(-0.01)));
    expect(worse).toMatch(/^This model loses to a baseline: .*Not compared with EASE/);
    expect(describeReport(report(split(measure(0.01))))).not.toMatch(/fitted/);
  });

  it('claims no win over few people, and none that the report denies', () => {
    const few = describeReport(report(split(measure(0.01), { cases: 19 })));
    expect(few).toMatch(
      /^This model is not proven better than popularity \(.*\) and Markov-1 \(.*\)\. Too few people were judged to prove a difference: 19 \(leave-one-out, ties imported\)\./,
    );
    const denied = split(measure(0.01));
    const gains = denied.gains.map((gain) => ({ ...gain, result: 'undecided' as const }));
    expect(describeReport(report({ ...denied, gains }))).toMatch(/^This model is not proven better/);
  });

  it('mentions sampling, and handles reports without a model or without cases', () => {
    expect(describeReport(report(split(measure(0.01), { cases_before_sampling: 900 })))).toContain(
      '40 people drawn from 900',
    );
    expect(describeReport(report(split(null)))).toMatch(
      /^Judged on shop v1 \(50 people, 90 items, 700 events\)/,
    );
    expect(describeReport(report(split(null, { cases: 0 })))).toMatch(/^Nothing could be judged on shop v1/);
  });
});
