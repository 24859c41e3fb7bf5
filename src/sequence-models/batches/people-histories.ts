/**
 * The histories of a dataset's people as a model reads them: events are selected and ordered as for the model's
 * training, and people with few events are not left out.
 */
import type { EventSettings } from '../../contract/adaptation.ts';
import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { eventSettings } from '../adaptation/event-settings.ts';
import { collectHistories } from '../histories/collect-histories.ts';

export interface PeopleHistories {
  /** In the order of their first events. */
  readonly personIds: readonly string[];
  /** Item ids, oldest first; null: the dataset has no such event of the person. */
  of(personId: string): readonly string[] | null;
}

export async function peopleHistories(
  snapshot: Snapshot,
  events: EventSettings,
  signal: AbortSignal,
): Promise<PeopleHistories> {
  const settings = { ...eventSettings(events), minEvents: 1 };
  const { personIds, itemIds, offsets, items } = await collectHistories(snapshot, settings, signal);
  const numbers = new Map(personIds.map((personId, number) => [personId, number]));
  const historyOf = (person: number) =>
    Array.from(items.subarray(offsets[person]!, offsets[person + 1]!), (item) => itemIds[item]!);
  return {
    personIds: personIds.filter((_, person) => offsets[person]! < offsets[person + 1]!),
    of: (personId) => {
      const person = numbers.get(personId);
      const history = person === undefined ? [] : historyOf(person);
      return history.length === 0 ? null : history;
    },
  };
}
