import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { UnitCounts } from '../../../platform/storage/experiment-store.ts';
import { sampleExperiment } from '../testing/sample-experiment.ts';
import { decide } from './decide.ts';
import { exposureGini } from './exposure-gini.ts';
import { type ExperimentCounts, measureExperiment } from './measure-experiment.ts';

const AT = '2026-03-05T00:00:00.000Z';

const unit = (arm: number | null, name: string, other: Partial<UnitCounts>): UnitCounts => ({
  ...{ arm, unit: name, matches: 4, emptyMatches: 0, seekerDays: 2 },
  ...{ shown: 20, positives: 0, mutual: 0, ...other },
});

function countsOf(rates: readonly [number, number], unitsAnArm = 400): ExperimentCounts {
  const random = new SeededRandom(5);
  const units = [0, 1].flatMap((arm) =>
    Array.from({ length: unitsAnArm }, (_, n) => {
      let mutual = 0;
      for (let k = 0; k < 20; k++) if (random.chance(rates[arm]!)) mutual += 1;
      return unit(arm, `${arm}-${n}`, { mutual, positives: mutual });
    }),
  );
  const latencies = [0, 1].map((arm) => ({ arm, bucket: 20, matches: 4 * unitsAnArm }));
  const exposure = [0, 1].map((arm) => ({ arm, times: 4, people: 5 * unitsAnArm }));
  return { units, latencies, exposure, shadow: null };
}

const experiment = sampleExperiment();
const measured = (counts: ExperimentCounts, storedExperiment = experiment) =>
  measureExperiment(storedExperiment, counts, AT);
const decided = (counts: ExperimentCounts, storedExperiment = experiment) =>
  decide(storedExperiment, measured(counts, storedExperiment), null);

describe('the result of an experiment', () => {
  test('an effect ends it, in words with its figures', () => {
    const { effect, arms } = measured(countsOf([0.1, 0.16]));
    expect(effect!.low).toBeGreaterThan(0);
    expect(arms[1]!.value).toBeCloseTo(0.16, 1);
    expect(arms.map(({ shown, matches }) => [shown, matches])).toEqual([
      [8000, 1600],
      [8000, 1600],
    ]);
    const { end, words } = decided(countsOf([0.1, 0.16]));
    expect(end).toBe('effect');
    expect(words).toMatch(
      /^«nearer» is better than «usual»\. «nearer» has 0\.1\d+ mutual matches per shown candidate/,
    );
    expect(decided(countsOf([0.16, 0.1])).words).toMatch(/^«nearer» is worse than «usual»/);
  });

  test('with the whole interval inside the smallest effect, no difference matters', () => {
    const { end, words } = decided(countsOf([0.1, 0.1], 4000));
    expect(end).toBe('no_effect');
    expect(words).toMatch(/^No difference that matters: less than 0\.02/);
  });

  test('it goes on while nothing is decided, until the calendar ends it', () => {
    const few = countsOf([0.1, 0.11], 60);
    expect(decided(few)).toEqual({ end: null, words: expect.stringMatching(/^It is not decided/) });
    expect(decide(experiment, measured(few), 'calendar').end).toBe('calendar');
    expect(decided(countsOf([0.1, 0.5], 20)).words).toMatch(/^Nothing can be said yet: it takes 30 units/);
  });

  test('a stop rule that is switched off lets it go on', () => {
    const stop = { ...experiment.settings.stop, on_effect: false };
    const patient = sampleExperiment({ settings: { ...experiment.settings, stop } });
    expect(decided(countsOf([0.1, 0.16]), patient).end).toBeNull();
  });

  test('guardrails: latency, empty answers and exposure', () => {
    const counts = countsOf([0.1, 0.1]);
    const states = (changed: Partial<ExperimentCounts>) =>
      measured({ ...counts, ...changed }).guardrails.map(({ state }) => state);
    expect(states({})).toEqual(['held', 'held', 'held']);
    const slow = counts.latencies.map((count) => ({ ...count, bucket: 20 + 5 * count.arm! }));
    expect(states({ latencies: slow })).toEqual(['broken', 'held', 'held']);
    const empty = counts.units.map((each) => ({ ...each, emptyMatches: each.arm === 1 ? 1 : 0 }));
    expect(
      states({ units: empty.map((each, n) => (n % 2 === 0 ? each : { ...each, emptyMatches: 0 })) }),
    ).toEqual(['held', 'broken', 'held']);
    const unequal = [...counts.exposure, { arm: 1, times: 400, people: 20 }];
    expect(states({ exposure: unequal })).toEqual(['held', 'held', 'broken']);
    const { end, words } = decided({ ...counts, exposure: unequal });
    expect(end).toBe('guardrail');
    expect(words).toMatch(/The guardrail exposure_gini_rise is broken: 0\.\d+, and 0\.1 is the limit\.$/);
  });

  test('of interleaving it is the preference between the arms', () => {
    const settings = { ...experiment.settings, design: 'interleaving' } as const;
    const interleaving = sampleExperiment({
      settings: { ...settings, stop: { ...settings.stop, smallest_effect: 0.2 } },
    });
    const units = Array.from({ length: 200 }, (_, n) => [
      unit(null, `${n}`, { shown: 0 }),
      unit(0, `${n}`, { matches: 0, shown: 5, mutual: n % 4 === 0 ? 1 : 0 }),
      unit(1, `${n}`, { matches: 0, shown: 5, mutual: n % 4 === 0 ? 0 : 1 }),
    ]).flat();
    const counts = {
      units,
      latencies: [{ arm: null, bucket: 20, matches: 800 }],
      exposure: [],
      shadow: null,
    };
    const { effect, arms, guardrails } = measured(counts, interleaving);
    expect(effect!.estimate).toBeCloseTo(0.5, 12);
    expect(effect!.low).toBeGreaterThan(0);
    expect(arms.map(({ matches, mutual }) => [matches, mutual])).toEqual([
      [800, 50],
      [800, 150],
    ]);
    expect(guardrails.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(decided(counts, interleaving).words).toMatch(/preference for «nearer».* is 0\.5, between/);
  });
});

test('the Gini coefficient is half the mean difference of two people, by the mean', () => {
  const times = [1, 1, 2, 5, 5, 9];
  const groups = [...Map.groupBy(times, (n) => n)].map(([n, all]) => ({ times: n, people: all.length }));
  let apart = 0;
  for (const a of times) for (const b of times) apart += Math.abs(a - b);
  const mean = times.reduce((sum, n) => sum + n, 0) / times.length;
  expect(exposureGini(groups)).toBeCloseTo(apart / (2 * times.length ** 2 * mean), 12);
  expect(exposureGini([])).toBeNull();
});
