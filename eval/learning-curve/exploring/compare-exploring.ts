/** Learning with and without exploring, in the same worlds. */
import { printTable } from '../../../bench/support/measure.ts';
import type { TextEncoder } from '../../../src/engines/encoders/text-encoder.ts';
import { mean, standardError } from '../../../src/platform/numeric/statistics.ts';
import { simulatePeople } from '../simulate-people.ts';
import { trainingPeople } from '../training-set-of.ts';
import { type Learned, learnFromLists } from './learn-from-lists.ts';
import { LIMIT } from './served-lists.ts';

export interface Comparison {
  readonly share: number;
  readonly people: number;
  /** Ascending: a model is trained at each of these numbers of outcomes. */
  readonly sizes: readonly number[];
  readonly seeds: readonly number[];
}

const TEST_PAIRS = 3000;
/** Quantile of Student's t at 97.5 %, by degrees of freedom from 1. */
const T_QUANTILES = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

interface Pair {
  readonly without: Learned;
  readonly exploring: Learned;
}

export async function compareExploring(encoder: TextEncoder, comparison: Comparison): Promise<void> {
  const { share, sizes, seeds } = comparison;
  const pairs: Pair[] = [];
  for (const seed of seeds) {
    const world = simulatePeople(comparison.people, seed);
    const people = await trainingPeople(world, encoder);
    const common = { world, people, encoder, sizes, testPairs: TEST_PAIRS, seed };
    const without = await learnFromLists({ ...common, share: 0 });
    const exploring = await learnFromLists({ ...common, share });
    pairs.push({ without, exploring });
    console.error(`seed ${seed}: ${JSON.stringify({ without, exploring })}`);
  }
  console.log(
    `After ${sizes.at(-1)} outcomes from served lists of ${LIMIT}, share ${share}, ${seeds.length} worlds of ${comparison.people} people (95 % intervals over the worlds)`,
  );
  printTable(
    ['', 'without', 'exploring', 'difference'],
    [
      row('AUC of the last model, all pairs', pairs, ({ trained }) => trained.auc),
      row('its calibration error', pairs, ({ trained }) => trained.ece),
      row('AUC of what serves', pairs, ({ serving }) => serving.auc),
      row('its calibration error', pairs, ({ serving }) => serving.ece),
      ...(['list', 'band', 'below', 'all'] as const).flatMap((zone) => [
        row(`error of the last model, ${zone}`, pairs, ({ zones }) => zones[zone].error),
        row('  of all pairs', pairs, ({ zones }) => zones[zone].share),
        row('  predicted − true', pairs, ({ zones }) => zones[zone].given - zones[zone].true),
      ]),
      row('deployments', pairs, ({ deployments }) => deployments),
      row('mutual matches a list', pairs, ({ mutual }) => mutual.shown / mutual.lists),
      row('the same without its draws', pairs, ({ mutual }) => mutual.ranked / mutual.lists),
      row('cost of the draws, %', pairs, ({ mutual }) => 100 * (1 - mutual.shown / mutual.ranked)),
    ],
  );
}

function row(name: string, pairs: readonly Pair[], figure: (learned: Learned) => number): readonly string[] {
  const [before, after] = [pairs.map((p) => figure(p.without)), pairs.map((p) => figure(p.exploring))];
  const gains = after.map((value, n) => value - before[n]!);
  const half = (T_QUANTILES[gains.length - 2] ?? 1.96) * standardError(gains);
  const gain = mean(gains);
  const interval = `${gain.toFixed(4)} (${(gain - half).toFixed(4)} to ${(gain + half).toFixed(4)})`;
  return [name, mean(before).toFixed(4), mean(after).toFixed(4), interval];
}
