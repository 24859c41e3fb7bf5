/** Messages of the thread that reads the events of people. */
import type { ArtifactLocation } from '../../../platform/artifacts/artifact-location.ts';
import type { SnapshotOfDataset } from '../../datasets/snapshot/read-snapshot.ts';
import type { WireFilter } from '../filters/parse-item-filter.ts';
import type { HistorySettings } from '../histories/collect-histories.ts';
import type { PriorScores } from './prior-scores.ts';
import type { TrendingItem, TrendWindow } from './trending-items.ts';

export interface PeopleSetup {
  readonly artifacts: ArtifactLocation;
}

export type EventSelection = Pick<HistorySettings, 'kinds' | 'minValue'>;

interface OfDataset {
  readonly dataset: SnapshotOfDataset;
  readonly selection: EventSelection;
}

export interface EventsRequest extends OfDataset {
  /** A person, and the keys of the sessions that were merged with them; or the key of one session. */
  readonly readers: readonly string[];
}

/** Facts about a request, by name; `hour` is 0 to 23, in UTC. */
export type RequestContext = Readonly<Record<string, string | number | undefined>> & {
  readonly hour?: number | undefined;
};

export interface PriorRequest extends OfDataset {
  /** null: a person of whom nothing is stored. */
  readonly personId: string | null;
  /** Valid values by declared name; they win over stored ones. */
  readonly features: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
}

/** Events that were appended since, by column; the item must be of the dataset. */
export interface AppendedEvents {
  readonly personIds: readonly string[];
  readonly itemIds: readonly string[];
  readonly timestampsMs: Float64Array;
}

export interface TrendRequest extends OfDataset {
  readonly appended: AppendedEvents;
  readonly lengthMs: number;
  /** null: the time of the newest event. */
  readonly untilMs: number | null;
  readonly limit: number;
  readonly filters: WireFilter | null;
  readonly people: WireFilter | null;
}

export type PeopleRequest =
  | (EventsRequest & { readonly kind: 'events' })
  | (PriorRequest & { readonly kind: 'prior' })
  | (TrendRequest & { readonly kind: 'trend' });

/** Oldest first, repeats included; empty: the dataset has no such event of the person. */
export interface PersonEvents {
  readonly itemIds: readonly string[];
  /** Epoch ms. */
  readonly timestampsMs: Float64Array;
  /** Items that the person turned down, each once. */
  readonly rejected: TimedItems;
  /** Equal numbers: one basket. Absent: events are no baskets. */
  readonly baskets?: Uint32Array;
}

export interface TimedItems {
  readonly itemIds: readonly string[];
  /** Epoch ms. */
  readonly timestampsMs: Float64Array;
}

/**
 * `popularity`: the person is known, and has no feature that says something. `unknown`: the person is not.
 */
export type PriorAnswer = PriorScores | 'popularity' | 'unknown';

export interface TrendAnswer {
  readonly window: TrendWindow;
  readonly items: readonly TrendingItem[];
}

export type PeopleAnswer = PersonEvents | PriorAnswer | TrendAnswer;

/** The fields of a dataset that the thread needs. */
export function snapshotOf(dataset: SnapshotOfDataset): SnapshotOfDataset {
  const { tenantId, datasetId, files, itemCount, eventCount, features, declaredEvents, erased } = dataset;
  return { tenantId, datasetId, files, itemCount, eventCount, features, declaredEvents, erased };
}
