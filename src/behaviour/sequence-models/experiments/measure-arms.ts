/**
 * One result of an experiment on models: the figures of each arm so far, and its effect with the interval. A
 * person is a unit. With K arms each of the K - 1 intervals has 1 / (K - 1) of the error probability, so that
 * all of them hold together (Bonferroni).
 */
import type { ModelExperimentArmResult, ModelExperimentResult } from '../../../contract/model-experiment.ts';
import { differenceOfArms, preferenceOfArms } from '../../../platform/numeric/confidence/compare-arms.ts';
import type { Interval, SequenceSettings } from '../../../platform/numeric/confidence/confidence-sequence.ts';
import {
  type RatioEstimate,
  ratioOfSums,
  type UnitSums,
} from '../../../platform/numeric/confidence/ratio-of-sums.ts';
import type {
  PersonCounts,
  StoredModelExperiment,
} from '../../../platform/storage/model-experiment-store.ts';

type Settings = StoredModelExperiment['settings'];

/** `at`: ISO 8601, UTC. */
export function measureArms(
  { settings }: Pick<StoredModelExperiment, 'settings'>,
  counts: readonly PersonCounts[],
  at: string,
): ModelExperimentResult {
  const ratios = settings.arms.map((_, arm) => ratioOfArm(counts, arm));
  const arms = settings.arms.map(({ name }, arm) => {
    const effect = arm === 0 ? null : effectOf(settings, counts, ratios, arm);
    return armResult(name, ratios[arm]!, effect);
  });
  return { at, arms, winner: winnerOf(arms) };
}

function ratioOfArm(counts: readonly PersonCounts[], arm: number): RatioEstimate {
  return ratioOfSums(
    counts
      .filter((count) => count.arm === arm)
      .map(({ shown, successes }) => ({ numerator: successes, denominator: shown })),
  );
}

function effectOf(
  { design, stop, arms }: Settings,
  counts: readonly PersonCounts[],
  ratios: readonly RatioEstimate[],
  arm: number,
): Interval | null {
  const sequence: SequenceSettings = {
    alpha: (1 - stop.confidence) / (arms.length - 1),
    effectScale: stop.smallest_effect,
  };
  return design === 'interleaving'
    ? preferenceOfArms(ratioOfSums(preferences(counts)), sequence)
    : differenceOfArms(ratios[0]!, ratios[arm]!, sequence);
}

/** +1 for each success of the second list, -1 for each of the first. People without a success say nothing. */
function preferences(counts: readonly PersonCounts[]): readonly UnitSums[] {
  const people = Map.groupBy(
    counts.filter(({ successes }) => successes > 0),
    ({ personId }) => personId,
  );
  const total = (all: readonly PersonCounts[], weigh: (arm: number) => number) =>
    all.reduce((sum, { arm, successes }) => sum + weigh(arm) * successes, 0);
  return [...people.values()].map((all) => ({
    numerator: total(all, (arm) => (arm === 1 ? 1 : -1)),
    denominator: total(all, () => 1),
  }));
}

function armResult(
  name: string,
  { units, numerator, denominator, ratio, standardError }: RatioEstimate,
  effect: Interval | null,
): ModelExperimentArmResult {
  return {
    ...{ name, people: units, shown: denominator, successes: numerator },
    ...{ value: finite(ratio), standard_error: finite(standardError), effect },
  };
}

const finite = (value: number) => (Number.isFinite(value) ? value : null);

/** null: no arm is known to be the best. */
function winnerOf([control, ...others]: readonly ModelExperimentArmResult[]): string | null {
  const better = others.filter(({ effect }) => effect !== null && effect.low > 0);
  const [best] = better.toSorted((a, b) => b.effect!.estimate - a.effect!.estimate);
  if (best !== undefined) return best.name;
  const areWorse = others.every(({ effect }) => effect !== null && effect.high < 0);
  return areWorse ? control!.name : null;
}
