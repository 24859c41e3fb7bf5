/** The gain of the served model over its network and over its best part, with intervals of the differences. */
import { printTable } from '../../bench/support/measure.ts';
import type { Measure } from '../../src/behaviour/sequence-models/evaluation/bootstrap-means.ts';
import type {
  GainReport,
  SplitReport,
} from '../../src/behaviour/sequence-models/evaluation/evaluation-report.ts';

const NETWORK = 'network alone';

export function printGains({ protocol, rankers, gains }: SplitReport, minutes: number): void {
  const k = String(protocol.headline_cutoff);
  const parts = rankers.filter(({ role }) => role === 'part');
  const served = rankers.find(({ role }) => role === 'model');
  if (served === undefined || parts.length === 0) return;
  const bestBy = (measure: 'recall' | 'ndcg') =>
    parts.reduce((best, one) =>
      (one[measure][k]?.value ?? 0) > (best[measure][k]?.value ?? 0) ? one : best,
    );
  const over = (name: string) => gains.find((one) => one.model === served.name && one.over === name)!;
  console.log(
    `\nThe served model, gain and 95 % interval of the difference; ${minutes.toFixed(2)} processor minutes`,
  );
  printTable(
    ['over', `R@${k}`, `N@${k}`],
    [
      ['its network', ...cells(over(NETWORK), parts.find(({ name }) => name === NETWORK)!)],
      ['best part', ...bestCells('recall'), ...bestCells('ndcg')],
    ],
  );

  function bestCells(measure: 'recall' | 'ndcg'): readonly string[] {
    const best = bestBy(measure);
    return [`${shown(over(best.name)[measure], best[measure][k])} (${best.name})`];
  }

  function cells(gain: GainReport, other: (typeof parts)[number]): readonly string[] {
    return [shown(gain.recall, other.recall[k]), shown(gain.ndcg, other.ndcg[k])];
  }
}

function shown({ value, low, high }: Measure, other: Measure | undefined): string {
  if (value === null || low === null || high === null) return '–';
  const share = other?.value ? `, ${((100 * value) / other.value).toFixed(1)} %` : '';
  return `${signed(value)} (${signed(low)} to ${signed(high)}${share})`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;
}
