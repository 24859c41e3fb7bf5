/** The weights of kinds of events as a dataset declares them, and how many events of each were read. */
import { type EventKinds, weightOfKind } from '../../../contract/dataset-events.ts';

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

/** `wanted`: only these kinds; null: all. */
export function eventKinds(declared: EventKinds, wanted: readonly string[] | null): KindsToRead {
  const only = wanted === null ? null : new Set(wanted);
  const counts = new Map<string, number>();
  const areWeighted = Object.keys(declared).length > 0;
  const weightOf = (kind: string) => weightOfKind(declared, kind);
  return {
    areWeighted,
    take: (kind) => {
      if (only !== null && !only.has(kind)) return null;
      if (areWeighted) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const weight = weightOf(kind);
      return weight === 0 ? null : weight;
    },
    counts: () => [...counts].map(([kind, events]) => ({ kind, weight: weightOf(kind), events })),
  };
}
