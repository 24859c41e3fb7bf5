/**
 * The intercept with which the mean score over the answers would be the base rate, the other parts of the
 * scorecard as they are. Differences of log-odds are those of intercepts divided by the temperature.
 */
import type { Probability } from '../../src/contract/brands.ts';
import { aggregate } from '../../src/matching/ranking/scoring/probability.ts';
import { logit, sigmoid } from '../../src/platform/numeric/logistic.ts';
import { mean } from '../../src/platform/numeric/statistics.ts';
import type { SampleScores } from './score-samples.ts';

const MOST = 20;

/** null: the domain declares no base rate. */
export function interceptForBaseRate({ definition, answers }: SampleScores): number | null {
  const { base_rate, intercept, temperature } = definition.scorecard;
  if (base_rate === undefined) return null;
  const shown = answers.flat();
  const moved = (probability: number, by: number) => sigmoid(logit(probability) + by) as Probability;
  const meanAfter = (by: number) =>
    mean(
      shown.map(({ forward, backward }) =>
        backward === null
          ? moved(forward, by)
          : aggregate(definition.reciprocal, moved(forward, by), moved(backward, by)),
      ),
    );
  let [low, high] = [-MOST, MOST];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (meanAfter(middle) < base_rate.value) low = middle;
    else high = middle;
  }
  return intercept + low * temperature;
}
