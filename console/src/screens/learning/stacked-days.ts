/** Counts by day and label as the data of a chart whose bars stand on each other. */
import type { OutcomeStatistics } from './learning-queries.ts';

export interface LabelSeries {
  readonly label: string;
  readonly counts: readonly number[];
  readonly total: number;
}

/**
 * Labels that occur, in the order of the domain. As in the funnel, a pair counts once, by its current label.
 */
export function labelSeries({ labels, data }: Pick<OutcomeStatistics, 'labels' | 'data'>): LabelSeries[] {
  return labels
    .map(({ label }) => {
      const counts = data.map((day) =>
        Object.hasOwn(day.labels, label) ? (day.labels[label]?.current ?? 0) : 0,
      );
      return { label, counts, total: counts.reduce((sum, count) => sum + count, 0) };
    })
    .filter(({ total }) => total > 0);
}

/** Each series with all before it: the upper edges of the bars. */
export function stacked(series: readonly (readonly number[])[]): number[][] {
  const tops: number[][] = [];
  for (const counts of series) {
    const below = tops.at(-1);
    tops.push(counts.map((count, n) => count + (below?.[n] ?? 0)));
  }
  return tops;
}
