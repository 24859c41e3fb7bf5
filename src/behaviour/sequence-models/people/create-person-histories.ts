/**
 * The history of a person as a model reads it. It has the events of the newest version of the model's
 * dataset, and those that were appended since. A deleted version that is newer than those left is still read:
 * it stays for its models. Events are selected as for the model's training.
 */
import type { EventSettings } from '../../../contract/adaptation.ts';
import type { TenantId } from '../../../contract/brands.ts';
import { apiError, retryLater } from '../../../contract/errors.ts';
import { timeFault } from '../../../contract/times.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { waitAtMost } from '../../../platform/threads/wait-at-most.ts';
import { pendingEventsOf } from '../../datasets/appends/pending-events.ts';
import { findDataset } from '../../datasets/find-dataset.ts';
import type { EventRow } from '../../datasets/rows/dataset-row.ts';
import { eventSettings } from '../adaptation/event-settings.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { eventKinds } from '../histories/event-kinds.ts';
import type { PeopleClient } from './people-client.ts';
import type { EventSelection, PersonEvents, TimedItems } from './people-protocol.ts';

/** Oldest first. */
export interface TimedHistory {
  readonly itemIds: readonly string[];
  /** By item, milliseconds since 1970. */
  readonly timestampsMs: readonly number[];
  /** Items that the person turned down, such as by a return, and did not take again later. */
  readonly rejectedItemIds: readonly string[];
}

export interface PersonHistories {
  /**
   * 404 `user_not_found` where there is no event, `dataset_not_found`; 503 `warming_up` while
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

const WAIT_MS = 20_000;
const RETRY_AFTER_MS = 5000;

export function createPersonHistories(parts: PersonHistoryParts): PersonHistories {
  return {
    async of(model, personId) {
      const { events } = model.made.training as { readonly events: EventSettings };
      const { repeats, ...selection } = eventSettings(events);
      const { dataset, pending } = await newestAndPending(parts, model, personId);
      const stored = await storedEvents(parts, dataset, selection, personId);
      const kinds = eventKinds(dataset.declaredEvents.kinds, selection.kinds);
      const appended = pending.filter(({ timestampMs }) => timeFault(timestampMs) === null);
      const all = inOrder(
        stored,
        appended.filter(({ kind, value }) => (kinds.take(kind) ?? -1) > 0 && isValued(value, selection)),
      );
      const read = repeats === 'kept' ? all : firstOfEach(all);
      if (read.length > 0)
        return {
          itemIds: read.map(({ itemId }) => itemId),
          timestampsMs: read.map(({ timestampMs }) => timestampMs),
          rejectedItemIds: rejectedItems(
            visits(
              stored.rejected,
              appended.filter(({ kind }) => (kinds.take(kind) ?? 1) < 0),
            ),
            all,
          ),
        };
      throw apiError(
        'user_not_found',
        `Dataset ${dataset.datasetId} has no events of «${personId}» that model ${model.modelId} reads, and none were appended. Give a history, which may be empty.`,
        { user_id: personId },
      );
    },
  };
}

/** A version that is cut in between takes the waiting events over; both are then read again. */
async function newestAndPending(
  { store }: PersonHistoryParts,
  { tenantId, datasetId }: ReadyModel,
  personId: string,
): Promise<{ readonly dataset: Dataset; readonly pending: readonly EventRow[] }> {
  for (let dataset = await newestFor(store.datasets, tenantId, datasetId); ; ) {
    const pending = await pendingEventsOf(store.appends, tenantId, dataset, personId);
    const newest = await newestFor(store.datasets, tenantId, datasetId);
    if (newest.datasetId === dataset.datasetId) return { dataset, pending };
    dataset = newest;
  }
}

/** 404 `dataset_not_found` */
async function newestFor(
  datasets: PersonHistoryParts['store']['datasets'],
  tenant: TenantId,
  datasetId: string,
): Promise<Dataset> {
  const own = await findDataset({ get: datasets.getKept }, tenant, datasetId);
  const newest = await datasets.newest(tenant, own.name);
  return newest !== null && newest.version > own.version ? newest : own;
}

async function storedEvents(
  { people, waitMs = WAIT_MS }: PersonHistoryParts,
  { tenantId, datasetId, files, itemCount, eventCount, features, declaredEvents, erased }: Dataset,
  { kinds, minValue }: EventSelection,
  personId: string,
): Promise<PersonEvents> {
  const dataset = { tenantId, datasetId, files, itemCount, eventCount, features, declaredEvents, erased };
  const reading = people.eventsOf({ dataset, selection: { kinds, minValue }, personId });
  if (await waitAtMost(reading, waitMs)) return reading;
  throw retryLater(
    'warming_up',
    `The events of dataset ${datasetId} are being read for the first time. Ask again in some seconds; later requests are answered at once.`,
    RETRY_AFTER_MS,
  );
}

function isValued(value: number, { minValue }: EventSelection): boolean {
  return minValue === null || value >= minValue;
}

type Visit = Pick<EventRow, 'itemId' | 'timestampMs'>;

/** By time. At equal times, appended events come after those of the dataset. */
function inOrder(stored: TimedItems, pending: readonly EventRow[]): readonly Visit[] {
  return visits(stored, pending).sort((a, b) => a.timestampMs - b.timestampMs);
}

function visits({ itemIds, timestampsMs }: TimedItems, pending: readonly EventRow[]): Visit[] {
  return [
    ...itemIds.map((itemId, at) => ({ itemId, timestampMs: timestampsMs[at]! })),
    ...pending.map(({ itemId, timestampMs }) => ({ itemId, timestampMs })),
  ];
}

/** Each once, without those that were taken after the last rejection. */
function rejectedItems(rejected: readonly Visit[], taken: readonly Visit[]): readonly string[] {
  const lastMs = new Map<string, number>();
  for (const { itemId, timestampMs } of rejected)
    lastMs.set(itemId, Math.max(timestampMs, lastMs.get(itemId) ?? timestampMs));
  for (const { itemId, timestampMs } of taken)
    if (timestampMs > (lastMs.get(itemId) ?? Number.POSITIVE_INFINITY)) lastMs.delete(itemId);
  return [...lastMs.keys()];
}

function firstOfEach(visits: readonly Visit[]): readonly Visit[] {
  const seen = new Set<string>();
  return visits.filter(({ itemId }) => {
    if (seen.has(itemId)) return false;
    seen.add(itemId);
    return true;
  });
}
