/**
 * The history of a person as a model reads it. It has the events of the newest version of the model's
 * dataset, and those that were appended since. A deleted version that is newer than those left is still read:
 * it stays for its models. Events are selected as for the model's training.
 */
import type { EventSettings } from '../../../contract/adaptation.ts';
import { apiError } from '../../../contract/errors.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { pendingEventsOf } from '../../datasets/appends/pending-events.ts';
import { eventSettings } from '../adaptation/event-settings.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { mergedEvents, selectEvents, type TimedHistory } from './merged-events.ts';
import { newestWithPending } from './newest-version.ts';
import type { PeopleClient } from './people-client.ts';
import { snapshotOf } from './people-protocol.ts';
import { waited } from './waited.ts';

export interface PersonHistories {
  /**
   * Empty for a person who has only turned items down. 404 `user_not_found` where there is no event, `dataset_not_found`; 503 `warming_up` while
   * a large dataset is read for the first time.
   */
  of(model: ReadyModel, personId: string): Promise<TimedHistory>;
}

export interface PersonHistoryParts {
  readonly store: Pick<Store, 'datasets' | 'appends'>;
  readonly people: Pick<PeopleClient, 'eventsOf'>;
  /** The longest time for which a request waits for the dataset, ms. */
  readonly waitMs?: number;
}

export function createPersonHistories(parts: PersonHistoryParts): PersonHistories {
  const { store, people, waitMs } = parts;
  return {
    async of(model, personId) {
      const { events } = model.made.training as { readonly events: EventSettings };
      const { repeats, kinds, minValue } = eventSettings(events);
      const selection = { kinds, minValue };
      const { dataset, pending } = await newestWithPending(store.datasets, model, (version) =>
        pendingEventsOf(store.appends, model.tenantId, version, personId),
      );
      const request = { dataset: snapshotOf(dataset), selection, personId };
      const stored = await waited(people.eventsOf(request), dataset.datasetId, waitMs);
      const selected = selectEvents(pending, selection, dataset.declaredEvents.kinds);
      const read = mergedEvents(stored, selected, repeats);
      if (read.itemIds.length > 0 || read.rejectedItemIds.length > 0) return read;
      throw apiError(
        'user_not_found',
        `Dataset ${dataset.datasetId} has no events of «${personId}» that model ${model.modelId} reads, and none were appended. Give a history, which may be empty.`,
        { user_id: personId },
      );
    },
  };
}
