/** Counts lengths and describes their distribution. A length is a number of events, at least 1. */
import type { DatasetStatisticsFields } from '../../../contract/dataset-statistics.ts';

type Lengths = DatasetStatisticsFields['histories'];

export class LengthCounts {
  /** At most √2N entries for N events in all: k distinct lengths add up to at least k²/2. */
  readonly #counts = new Map<number, number>();

  add(length: number): void {
    this.#counts.set(length, (this.#counts.get(length) ?? 0) + 1);
  }

  get count(): number {
    return this.#counts.values().reduce((sum, count) => sum + count, 0);
  }

  describe(): Lengths {
    const ascending = [...this.#counts].sort(([a], [b]) => a - b);
    const { count } = this;
    const total = ascending.reduce((sum, [length, times]) => sum + length * times, 0);
    return {
      mean: count === 0 ? 0 : total / count,
      median: quantile(ascending, count, 0.5),
      p95: quantile(ascending, count, 0.95),
      longest: ascending.at(-1)?.[0] ?? 0,
      bins: binned(ascending),
    };
  }
}

type Ascending = readonly (readonly [length: number, count: number])[];

/** The smallest length that at least this share of the lengths does not exceed; 0 where there are none. */
function quantile(ascending: Ascending, count: number, share: number): number {
  let below = 0;
  for (const [length, times] of ascending) {
    below += times;
    if (below >= count * share) return length;
  }
  return 0;
}

/** The bins 1, 2, 3 to 4, 5 to 8, … up to the longest length. */
function binned(ascending: Ascending): Lengths['bins'] {
  const bins: Lengths['bins'] = [];
  for (const [length, count] of ascending) {
    while ((bins.at(-1)?.to ?? 0) < length) {
      const from = (bins.at(-1)?.to ?? 0) + 1;
      bins.push({ from, to: Math.max(1, (from - 1) * 2), count: 0 });
    }
    bins.at(-1)!.count += count;
  }
  return bins;
}
