/** Prints the figures of one split as tables, with published figures of the data set. */
import { printTable } from '../../bench/support/measure.ts';
import type { Measure } from '../../src/behaviour/sequence-models/evaluation/bootstrap-means.ts';
import type { SplitReport } from '../../src/behaviour/sequence-models/evaluation/evaluation-report.ts';
import type { KnownDataset } from './published-figures.ts';

export function printSplit(
  { protocol, rankers, gains, baselines_left_out: leftOut = [] }: SplitReport,
  known: KnownDataset | null,
): void {
  const k = String(protocol.headline_cutoff);
  const expected = known?.expected[`${protocol.split} ${protocol.ties}`] ?? {};
  console.log(`\n${sentence(protocol)}`);
  printTable(
    [
      '',
      `R@${k}`,
      `N@${k}`,
      'R@5',
      'N@5',
      'MRR',
      `coverage@${protocol.list_length}`,
      'Gini',
      'measured before, R / N',
    ],
    rankers.map((one) => [
      one.name,
      shown(one.recall[k]!),
      shown(one.ndcg[k]!),
      plain(one.recall['5']),
      plain(one.ndcg['5']),
      plain(one.mrr),
      shown(one.coverage, 3),
      shown(one.exposure_gini, 3),
      expected[one.name]?.map((value) => value.toFixed(4)).join(' / ') ?? '',
    ]),
  );
  for (const { name, reason } of leftOut) console.log(`Not fitted: ${name} (${reason}).`);
  if (gains.length > 0) {
    printTable(
      ['gain of', 'over', `R@${k}`, `N@${k}`],
      gains.map(({ model, over, recall, ndcg }) => [model, over, shown(recall), shown(ndcg)]),
    );
  }
}

export function printPublished({ name, published }: KnownDataset): void {
  if (published.length === 0) return;
  console.log(`\n${name}, as published: leave one out, all items ranked, ties as in the file unless told`);
  const digits = (value: number | null) => value?.toFixed(4) ?? '–';
  printTable(
    ['', 'R@10', 'N@10', 'where'],
    published.map((row) => [row.name, digits(row.recall), digits(row.ndcg), row.source]),
  );
}

function casesOf({ cases, baskets }: SplitReport['protocol']): string {
  if (baskets === undefined) return `${cases} people`;
  return `next basket, ${cases} baskets of ${baskets.mean_size.toFixed(2)} items on average`;
}

function sentence(protocol: SplitReport['protocol']): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const from = protocol.test_from === null ? '' : ` from ${protocol.test_from}`;
  const sampled =
    protocol.cases === protocol.cases_before_sampling ? '' : ` drawn from ${protocol.cases_before_sampling}`;
  return (
    `${protocol.split}${from}, ties ${protocol.ties}: ${casesOf(protocol)}${sampled}, all ${protocol.ranked_items} items ranked, ` +
    `seen ones ${protocol.seen_items}; of the targets ${percent(protocol.targets_tied)} tied in time with the item before, ` +
    `${percent(protocol.targets_unseen)} never seen in training, ${percent(protocol.targets_repeated)} had before`
  );
}

function shown({ value, low, high }: Measure, digits = 4): string {
  if (value === null) return '–';
  const interval = low === null || high === null ? '' : ` (${low.toFixed(digits)}–${high.toFixed(digits)})`;
  return `${value.toFixed(digits)}${interval}`;
}

function plain(measure: Measure | undefined): string {
  return measure?.value?.toFixed(4) ?? '–';
}
