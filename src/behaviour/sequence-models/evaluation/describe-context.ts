/** The gain by the context of a prediction, in words: the model that reads it against the same without it. */
import type { SplitReport } from './evaluation-report.ts';
import { type GainResult, gainResult } from './gain-result.ts';

/** The name of the ranker in reports. */
export const WITHOUT_CONTEXT = 'without the context';

const results: Readonly<Record<GainResult, string>> = {
  wins: 'it helps',
  loses: 'it does not help',
  undecided: 'it is not proven to help',
};

/** A sentence for each split with a model that reads a context. */
export function describeContext(splits: readonly SplitReport[]): readonly string[] {
  return splits.flatMap(({ protocol, rankers, gains }) => {
    const gain = gains.find(({ over }) => over === WITHOUT_CONTEXT);
    if (gain === undefined) return [];
    const k = String(protocol.headline_cutoff);
    const ndcgOf = (name: string) => shown(rankers.find((one) => one.name === name)?.ndcg[k]?.value ?? null);
    const { value, low, high } = gain.ndcg;
    const interval = `${signed(value)} (${signed(low)} to ${signed(high)})`;
    const result = results[gain.result ?? gainResult(gain.ndcg, protocol.people ?? protocol.cases)];
    return [
      `With the context of the prediction N@${k} is ${ndcgOf(gain.model)}, without it ${ndcgOf(gain.over)}, a difference of ${interval} (${protocol.split}, ties ${protocol.ties}): ${result}.`,
    ];
  });
}

function shown(value: number | null): string {
  return value === null ? 'not known' : value.toFixed(4);
}

function signed(value: number | null): string {
  return value === null ? 'not known' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;
}
