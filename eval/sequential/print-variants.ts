/** Prints the figures of variants of one model, for all targets and by the training events of the target. */
import { printTable } from '../../bench/support/measure.ts';
import { countItems } from '../../src/behaviour/sequence-models/baselines/popularity.ts';
import {
  bootstrapMeans,
  difference,
  measureOf,
} from '../../src/behaviour/sequence-models/evaluation/bootstrap-means.ts';
import { ndcgAt, recallAt } from '../../src/behaviour/sequence-models/evaluation/rank-metrics.ts';
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import { type Cases, targetItem } from '../../src/behaviour/sequence-models/splits/split.ts';

export interface VariantRanks {
  readonly name: string;
  /** Ranks of the targets, by case. */
  readonly ranks: Float64Array;
  /** The number of epochs of the kept weights. */
  readonly epochs: number;
  /** Minutes of processor time of the training. */
  readonly minutes: number;
}

interface VariantReport {
  readonly dataset: string;
  readonly people: number;
  readonly items: number;
  readonly events: number;
  /** The share of the items that was kept out of the training. */
  readonly cold: number;
  readonly train: Histories;
  readonly test: Cases;
  readonly ranked: readonly VariantRanks[];
}

const CUTOFF = 10;
const groups = [
  { name: 'all targets', least: 0, most: Number.POSITIVE_INFINITY },
  { name: 'targets without training events', least: 0, most: 0 },
  { name: 'targets with 1 to 4 training events', least: 1, most: 4 },
] as const;

export function printVariants(
  { train, test, ranked, ...dataset }: VariantReport,
  { json, ...options }: { readonly draws: number; readonly seed: number; readonly json: boolean },
): void {
  const reports = byGroup({ train, test, ranked }, options);
  if (json) {
    console.log(JSON.stringify({ ...dataset, cutoff: CUTOFF, groups: reports }, null, 2));
    return;
  }
  const { dataset: name, people, items, events, cold } = dataset;
  const keptOut = cold === 0 ? '' : `, ${100 * cold} % of the items kept out of the training`;
  console.log(`${name}: ${people} people, ${items} items, ${events} events${keptOut}.`);
  for (const { group, cases, variants } of reports.filter((one) => one.cases > 0)) {
    console.log(`\n${group}: ${cases} people`);
    printTable(
      ['', `N@${CUTOFF}`, `R@${CUTOFF}`, `gain in N@${CUTOFF}`, 'best epoch', 'processor min'],
      variants.map(({ name, ndcg, recall, gain, epochs, minutes }) => [
        name,
        shown(ndcg),
        shown(recall),
        gain === null ? '' : shown(gain),
        String(epochs),
        minutes.toFixed(1),
      ]),
    );
  }
}

/** A finished variant as a line, before the others have ended. */
export function variantLine(
  { train, test, ranks }: Pick<VariantReport, 'train' | 'test'> & { readonly ranks: VariantRanks },
  options: { readonly draws: number; readonly seed: number },
): string {
  const found = byGroup({ train, test, ranked: [ranks] }, options)
    .filter(({ cases }) => cases > 0)
    .map(
      ({ group, cases, variants: [only] }) =>
        `${group} (${cases}) N@${CUTOFF} ${shown(only!.ndcg)} R@${CUTOFF} ${shown(only!.recall)}`,
    );
  return `${ranks.name}: ${found.join('; ')}; best epoch ${ranks.epochs}, ${ranks.minutes.toFixed(1)} processor min`;
}

function byGroup(
  { train, test, ranked }: Pick<VariantReport, 'train' | 'test' | 'ranked'>,
  options: { readonly draws: number; readonly seed: number },
) {
  const counts = countItems(train);
  return groups.map(({ name, least, most }) => {
    const which = [...test.people.keys()].filter((at) => {
      const count = counts[targetItem(test, at)]!;
      return count >= least && count <= most;
    });
    return { group: name, cases: which.length, variants: measured(ranked, which, options) };
  });
}

function measured(
  ranked: readonly VariantRanks[],
  which: readonly number[],
  options: { readonly draws: number; readonly seed: number },
) {
  const columns = ranked.flatMap(({ ranks }) => {
    const own = Float64Array.from(which, (at) => ranks[at]!);
    return [ndcgAt(own, CUTOFF), recallAt(own, CUTOFF)];
  });
  const means = which.length === 0 ? [] : bootstrapMeans(columns, options);
  return ranked.map(({ ranks: _, ...variant }, at) => ({
    ...variant,
    ndcg: means[2 * at] === undefined ? null : measureOf(means[2 * at]!),
    recall: means[2 * at + 1] === undefined ? null : measureOf(means[2 * at + 1]!),
    gain: at === 0 || means[0] === undefined ? null : measureOf(difference(means[2 * at]!, means[0])),
  }));
}

function shown(measure: ReturnType<typeof measureOf> | null): string {
  if (measure?.value == null) return '–';
  const { value, low, high } = measure;
  return `${value.toFixed(4)} (${low!.toFixed(4)}–${high!.toFixed(4)})`;
}
