/** The weights of kinds of events as a dataset declares them, and how many events of each were read. */
import type { EventKinds } from '../../../contract/dataset-events.ts';

export interface KindCount {
  readonly kind: string;
  readonly weight: number;
  readonly events: number;
}

export interface KindsToRead {
  /** Whether the dataset declares any weight. */
  readonly areWeighted: boolean;
  /** The weight of an event of the kind; null: it is not read. Below 0: the person turned the item down. */
  take(kind: string): number | null;
  /** In the order of their first events; none where no weight is declared. */
  counts(): readonly KindCount[];
}

/** A kind that is not declared weighs 1. */
const USUAL_WEIGHT = 1;

/** `wanted`: only these kinds; null: all. */
export function eventKinds(declared: EventKinds, wanted: readonly string[] | null): KindsToRead {
  const weights = new Map(Object.entries(declared).map(([kind, { weight }]) => [kind, weight]));
  const only = wanted === null ? null : new Set(wanted);
  const counts = new Map<string, number>();
  const areWeighted = weights.size > 0;
  const weightOf = (kind: string) => weights.get(kind) ?? USUAL_WEIGHT;
  return {
    areWeighted,
    take: (kind) => {
      if (only !== null && !only.has(kind)) return null;
      if (!areWeighted) return USUAL_WEIGHT;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const weight = weightOf(kind);
      return weight === 0 ? null : weight;
    },
    counts: () => [...counts].map(([kind, events]) => ({ kind, weight: weightOf(kind), events })),
  };
}
