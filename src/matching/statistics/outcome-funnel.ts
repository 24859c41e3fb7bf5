/** From shown to mutual, in the days of a window. */
import type { ActiveDomain } from '../../domains/active-domain.ts';
import type { MatchDay, MutualDay, OutcomeDay } from '../../platform/storage/statistics-store.ts';

export interface OutcomeFunnel {
  readonly shown: number;
  readonly decided: number;
  readonly positive: number;
  /** null where one side alone decides. */
  readonly mutual: number | null;
}

/** Recorded when nothing was decided in time. */
const UNDECIDED = 'expired';

interface CountedDays {
  readonly counted: readonly OutcomeDay[];
  readonly mutual: readonly MutualDay[];
  readonly matches: readonly MatchDay[];
}

export function outcomeFunnel(
  { definition, labels }: Pick<ActiveDomain, 'definition' | 'labels'>,
  { counted, mutual, matches }: CountedDays,
): OutcomeFunnel {
  const isPositive = (label: string) => (labels[label] ?? 0) > 0;
  const currentOf = (rows: readonly OutcomeDay[]) => rows.reduce((sum, row) => sum + row.current, 0);
  return {
    shown: matches.reduce((sum, day) => sum + day.shown, 0),
    decided: currentOf(counted.filter(({ label }) => label !== UNDECIDED)),
    positive: currentOf(counted.filter(({ label }) => isPositive(label))),
    mutual:
      definition.reciprocal === 'off'
        ? null
        : mutual.filter((pair) => pair.labels.every(isPositive)).reduce((sum, pair) => sum + pair.pairs, 0),
  };
}
