/**
 * The histories of a dataset's people as a model reads them. Events are selected and ordered as for the
 * model's training. People with few events are not left out.
 */
import type { EventSettings } from '../../../contract/adaptation.ts';
import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { eventSettings } from '../adaptation/event-settings.ts';
import { collectHistories } from '../histories/collect-histories.ts';
import type { TimedHistory } from '../people/create-person-histories.ts';

export interface PeopleHistories {
  /** In the order of their first events. */
  readonly personIds: readonly string[];
  /** null: the dataset has no such event of the person. */
  of(personId: string): TimedHistory | null;
}

export async function peopleHistories(
  snapshot: Snapshot,
  events: EventSettings,
  signal: AbortSignal,
): Promise<PeopleHistories> {
  const settings = { ...eventSettings(events), minEvents: 1 };
  const histories = await collectHistories(snapshot, settings, signal);
  const { personIds, itemIds, offsets, items, timestampsMs, rejections } = histories;
  const rejectedBy = (person: number) =>
    rejections?.items.subarray(rejections.offsets[person]!, rejections.offsets[person + 1]!) ?? [];
  const numbers = new Map(personIds.map((personId, number) => [personId, number]));
  const historyOf = (person: number) => ({
    itemIds: Array.from(items.subarray(offsets[person]!, offsets[person + 1]!), (item) => itemIds[item]!),
    timestampsMs: Array.from(timestampsMs.subarray(offsets[person]!, offsets[person + 1]!)),
    rejectedItemIds: Array.from(rejectedBy(person), (item) => itemIds[item]!),
  });
  return {
    personIds: personIds.filter((_, person) => offsets[person]! < offsets[person + 1]!),
    of: (personId) => {
      const person = numbers.get(personId);
      return person === undefined || offsets[person] === offsets[person + 1] ? null : historyOf(person);
    },
  };
}
