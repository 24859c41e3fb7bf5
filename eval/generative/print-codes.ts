/** Prints how codes are shared, and which targets their models find. */
import { printTable } from '../../bench/support/measure.ts';
import { type Cases, caseCount, targetItem } from '../../src/behaviour/sequence-models/splits/split.ts';
import type { HeldOutPairs, MeasuredCodes } from '../tokenizers/measure-codes.ts';
import type { PopularityGroup } from './by-popularity.ts';

/** The name of a ranker, and its recall by group of targets. */
export type RecallGroups = readonly [string, readonly PopularityGroup[]];

/** The last item of each case's history with its target. */
export function targetPairs(cases: Cases): HeldOutPairs {
  const { histories, ends } = cases;
  return Array.from(
    { length: caseCount(cases) },
    (_, which) => [histories.items[ends[which]! - 1]!, targetItem(cases, which)] as const,
  );
}

export function printShared(measured: readonly MeasuredCodes[]): void {
  const percent = (shares: readonly number[]) => shares.map((share) => (100 * share).toFixed(1)).join(' ');
  console.log('\nCodes; pairs are the last item of a history and the target');
  printTable(
    [
      '',
      'different IDs',
      'items that share theirs',
      'pairs that share their first r codes, %',
      'by chance, %',
    ],
    measured.map(({ name, diagnostics, together, byChance }) => [
      name,
      diagnostics.distinct_codes,
      diagnostics.colliding_items,
      percent(together),
      percent(byChance),
    ]),
  );
}

export function printGroups(found: readonly RecallGroups[]): void {
  const [first] = found;
  const title = ({ fromEvents, toEvents, cases }: PopularityGroup) =>
    `${toEvents === null ? `${fromEvents} and more` : toEvents === fromEvents + 1 ? fromEvents : `${fromEvents} to ${toEvents - 1}`} (${cases})`;
  console.log('\nR@10 by training events of the target (people)');
  printTable(
    ['', ...first![1].map(title)],
    found.map(([name, own]) => [name, ...own.map(({ recall }) => recall?.toFixed(4) ?? '–')]),
  );
}
