/**
 * The history of a person as a model reads it. It has the events of the newest version of the model's
 * dataset, and those that were appended since. A deleted version that is newer than those left is still read:
 * it stays for its models. Events are selected as for the model's training. Events of sessions that were merged
 * with a person are the person's.
 */
import type { EventSettings } from '../../../contract/adaptation.ts';
import { apiError } from '../../../contract/errors.ts';
import { isSessionKey, sessionKey, sessionOfKey } from '../../../contract/session-key.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
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
   * `reader`: a person, or the key of a session (`contract/session-key.ts`). Empty for a person who has only
   * turned items down. 404 `user_not_found` where there is no event, `dataset_not_found`; 503 `warming_up`
   * while a large dataset is read for the first time.
   */
  of(model: ReadyModel, reader: string): Promise<TimedHistory>;
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
    async of(model, reader) {
      const { events } = model.made.training as { readonly events: EventSettings };
      const { repeats, kinds, minValue } = eventSettings(events);
      const selection = { kinds, minValue };
      const found = await newestWithPending(store.datasets, model, async (version) => {
        const readers = await readersOf(store.appends, version, reader);
        const pending = await pendingEventsOf(store.appends, model.tenantId, version, readers[0]!);
        return { readers, pending };
      });
      const { dataset } = found;
      const { readers, pending } = found.pending;
      const request = { dataset: snapshotOf(dataset), selection, readers };
      const stored = await waited(people.eventsOf(request), dataset.datasetId, waitMs);
      const selected = selectEvents(pending, selection, dataset.declaredEvents.kinds);
      const { baskets } = dataset.declaredEvents;
      const read = mergedEvents(stored, selected, { repeats, baskets });
      if (read.itemIds.length > 0 || read.rejectedItemIds.length > 0) return read;
      throw noEvents(dataset.datasetId, model.modelId, reader);
    },
  };
}

/**
 * The person, then the keys of the sessions that were merged with them. A session that was merged has the events
 * of its person; any other one has its own.
 */
async function readersOf(
  appends: PersonHistoryParts['store']['appends'],
  { tenantId, name }: Dataset,
  reader: string,
): Promise<readonly string[]> {
  let personId = reader;
  if (isSessionKey(reader)) {
    const sessionId = sessionOfKey(reader);
    const owner = (await appends.ownersOf(tenantId, name, [sessionId])).get(sessionId);
    if (owner === undefined) return [reader];
    personId = owner;
  }
  return [personId, ...(await appends.sessionsOf(tenantId, personId, name)).map(sessionKey)];
}

function noEvents(datasetId: string, modelId: string, reader: string) {
  const isSession = isSessionKey(reader);
  const id = isSession ? sessionOfKey(reader) : reader;
  return apiError(
    'user_not_found',
    `Dataset ${datasetId} has no events of ${isSession ? 'session ' : ''}«${id}» that model ${modelId} reads, and none were appended. Give a history, which may be empty.`,
    { user_id: id },
  );
}
