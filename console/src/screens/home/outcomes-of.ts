import type { wire } from 'counterpart-client';

/** The decisions of a window that still hold, and how many of them are positive. */
export function outcomesOf({ labels, data }: Pick<wire.OutcomeStatistics, 'labels' | 'data'>) {
  const positive = new Set(
    labels.filter(({ polarity }) => polarity !== null && polarity > 0).map(({ label }) => label),
  );
  const counts = data.flatMap((day) => Object.entries(day.labels));
  const sum = (entries: typeof counts) => entries.reduce((total, [, { current }]) => total + current, 0);
  return { current: sum(counts), positive: sum(counts.filter(([label]) => positive.has(label))) };
}
