/**
 * The histories of a dataset's people as a model reads them, with events that were appended since. Events are
 * selected and ordered as for the model's training. People with few events are not left out.
 */
import type { EventSettings } from '../../../contract/adaptation.ts';
import type { EventRow } from '../../datasets/rows/dataset-row.ts';
import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { eventSettings } from '../adaptation/event-settings.ts';
import { collectHistories } from '../histories/collect-histories.ts';
import { eventsOf } from '../people/events-of.ts';
import { mergedEvents, selectEvents, type TimedHistory } from '../people/merged-events.ts';
import type { PriorAnswer } from '../people/people-protocol.ts';
import { priorOf } from '../people/prior-of.ts';
import { readDataset } from '../people/read-dataset.ts';

export interface PeopleHistories {
  /** In the order of their first events. */
  readonly personIds: readonly string[];
  /** Empty for a person who has only turned items down. null: the dataset has no such event of the person. */
  of(personId: string): TimedHistory | null;
  /** Scores of a person without events, by stored features. */
  priorOf(personId: string): Promise<PriorAnswer>;
}

export async function peopleHistories(
  snapshot: Snapshot,
  appended: readonly EventRow[],
  events: EventSettings,
  signal: AbortSignal,
): Promise<PeopleHistories> {
  const { repeats, ...selection } = eventSettings(events);
  const { baskets } = snapshot.declaredEvents;
  const settings = { ...selection, repeats: 'kept', minEvents: 0, baskets, ordersBaskets: false } as const;
  const stored = await collectHistories(snapshot, settings, signal);
  const { personIds, offsets } = stored;
  const dataset = readDataset(stored, snapshot);
  const { taken, rejected } = selectEvents(appended, selection, snapshot.declaredEvents.kinds);
  const [takenBy, rejectedBy] = [byPerson(taken), byPerson(rejected)];
  const hasStored = (person: number) => offsets[person]! < offsets[person + 1]!;
  return {
    personIds: [
      ...personIds.filter((personId, person) => hasStored(person) || takenBy.has(personId)),
      ...[...takenBy.keys()].filter((personId) => !dataset.numbers.has(personId)),
    ],
    of: (personId) => {
      const pending = { taken: takenBy.get(personId) ?? [], rejected: rejectedBy.get(personId) ?? [] };
      const read = mergedEvents(eventsOf(dataset, personId), pending, { repeats, baskets });
      return read.itemIds.length === 0 && read.rejectedItemIds.length === 0 ? null : read;
    },
    priorOf: (personId) => priorOf(dataset, { personId, features: {}, context: {} }),
  };
}

const byPerson = (events: readonly EventRow[]): ReadonlyMap<string, readonly EventRow[]> =>
  Map.groupBy(events, ({ personId }) => personId);
