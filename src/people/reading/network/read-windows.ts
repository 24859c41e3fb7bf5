/** Labels of a whole text by the network, from those of its windows. */

import { labelKey } from './claims.ts';
import type { DomainNames } from './domain-names.ts';
import type { WindowReading } from './reading-network.ts';
import type { TextTokens } from './text-tokens.ts';

export interface LabelReading {
  /** Log-odds that the text states the value: of the window that is surest of it. */
  readonly odds: number;
  /** UTF-16 offsets [start, end) of the word with the most evidence for it. */
  readonly span: readonly [number, number];
}

/** By `labelKey`. */
export function readLabels(
  windows: readonly TextTokens[],
  readings: readonly WindowReading[],
  { labels, groups }: Pick<DomainNames, 'labels' | 'groups'>,
): ReadonlyMap<string, LabelReading> {
  const odds = readings.map((reading) => againstOthers(reading.labels, groups));
  return new Map(
    labels.map(({ kind, field, value }, at) => {
      const best = odds.reduce((most, of, n) => (of[at]! > odds[most]![at]! ? n : most), 0);
      const piece = Number(readings[best]!.places[at]);
      const { starts, ends } = windows[best]!;
      return [
        labelKey(kind, field, value ?? ''),
        { odds: odds[best]![at]!, span: [starts[piece]!, ends[piece]!] },
      ];
    }),
  );
}

/** Labels of a group and "absent" (log-odds 0) share one softmax. */
export function againstOthers(
  labels: ArrayLike<number>,
  groups: readonly (readonly number[])[],
): Float64Array {
  const odds = Float64Array.from(labels);
  for (const group of groups) {
    const most = group.reduce((max, at) => Math.max(max, labels[at]!), 0);
    const shares = group.map((at) => Math.exp(labels[at]! - most));
    const total = shares.reduce((sum, share) => sum + share, Math.exp(-most));
    for (const [n, at] of group.entries())
      odds[at] = labels[at]! - most - Math.log(Math.max(total - shares[n]!, Number.MIN_VALUE));
  }
  return odds;
}
