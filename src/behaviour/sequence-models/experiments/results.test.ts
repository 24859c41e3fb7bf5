import { expect, test } from 'vitest';
import type { ModelExperimentDesign } from '../../../contract/model-experiment.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { PersonCounts } from '../../../platform/storage/model-experiment-store.ts';
import { decideEnd } from './decide-end.ts';
import { measureArms } from './measure-arms.ts';

const AT = '2026-03-05T00:00:00.000Z';

const experiment = (arms: number, design: ModelExperimentDesign = 'split', smallest_effect = 0.02) => ({
  settings: {
    design,
    arms: ['now', 'newer', 'third'].slice(0, arms).map((name) => ({ name, model_id: `model_${name}` })),
    ...{ share: 1, success_kinds: ['buy'], window_hours: 24, days: 28, seed: 0 },
    stop: { smallest_effect, confidence: 0.95, on_effect: true, on_no_effect: true },
  },
});

/** Twenty shown items a person; of interleaving ten of each arm to the same person. */
function countsOf(rates: readonly number[], people: number, arePaired = false): readonly PersonCounts[] {
  const random = new SeededRandom(5);
  return rates.flatMap((rate, arm) =>
    Array.from({ length: people }, (_, n) => {
      const shown = arePaired ? 10 : 20;
      let successes = 0;
      for (let k = 0; k < shown; k++) if (random.chance(rate)) successes += 1;
      return { arm, personId: arePaired ? `${n}` : `${arm} ${n}`, shown, successes };
    }),
  );
}

const found = (of: ReturnType<typeof experiment>, counts: readonly PersonCounts[]) => {
  const result = measureArms(of, counts, AT);
  return { result, ...decideEnd(of, result, null) };
};

test('an arm that is better wins, and ends the experiment', () => {
  const { result, end, words } = found(experiment(2), countsOf([0.1, 0.16], 400));
  expect(result.arms[0]!.effect).toBeNull();
  expect(result.arms[1]!.effect!.low).toBeGreaterThan(0);
  expect([result.winner, end]).toEqual(['newer', 'effect']);
  expect(words).toMatch(/^«newer» is better than «now»\. «newer» has 0\.1\d+ successes per shown item/);
  expect(found(experiment(2), countsOf([0.16, 0.1], 400)).result.winner).toBe('now');
});

test('with more arms each interval is wider, and the best of the better ones wins', () => {
  const counts = countsOf([0.1, 0.16, 0.2], 400);
  const { result, end } = found(experiment(3), counts);
  expect([result.winner, end]).toEqual(['third', 'effect']);
  const two = measureArms(experiment(2), counts, AT).arms[1]!.effect!;
  expect(result.arms[1]!.effect!.low).toBeLessThan(two.low);
  expect(result.arms[1]!.effect!.estimate).toBe(two.estimate);
});

test('it goes on while nothing is decided, and ends when no difference matters', () => {
  expect(found(experiment(2), countsOf([0.1, 0.11], 60))).toMatchObject({
    end: null,
    words: expect.stringMatching(/^It is not decided/),
  });
  expect(found(experiment(2), countsOf([0.1, 0.5], 20)).words).toMatch(/^Nothing can be said yet/);
  expect(found(experiment(2), countsOf([0.1, 0.1], 4000)).end).toBe('no_effect');
});

test('of interleaving it is the preference for the second list', () => {
  const { result, words } = found(experiment(2, 'interleaving', 0.2), countsOf([0.05, 0.15], 300, true));
  expect(result.arms[1]!.effect!.estimate).toBeCloseTo(0.5, 1);
  expect(result.winner).toBe('newer');
  expect(words).toMatch(/The preference for «newer» \(successes, from -1 to 1\) is 0\.\d+, between/);
});
