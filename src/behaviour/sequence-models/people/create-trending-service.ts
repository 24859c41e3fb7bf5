/**
 * Lists the items that rise in a dataset. A version is read as it is; the newest one of its name also has the
 * events that were appended since.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { Trending, TrendingRequest } from '../../../contract/trending.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { eventOfAppended } from '../../datasets/appends/appended-line.ts';
import { findDataset } from '../../datasets/find-dataset.ts';
import type { EventRow } from '../../datasets/rows/dataset-row.ts';
import { LEAST_VALUE } from '../histories/collect-histories.ts';
import { selectEvents } from './merged-events.ts';
import type { PeopleClient } from './people-client.ts';
import { type AppendedEvents, type EventSelection, snapshotOf } from './people-protocol.ts';
import { waited } from './waited.ts';
import { waitingEvents } from './waiting-events.ts';

export interface TrendingService {
  /**
   * 404 `dataset_not_found`; 422 `unknown_filter`; 400 for a filter of a wrong form; 503 `warming_up` while a
   * large dataset is read for the first time.
   */
  read(tenant: TenantId, datasetId: string, request: TrendingRequest): Promise<Omit<Trending, 'request_id'>>;
}

export interface TrendingParts {
  readonly store: Pick<Store, 'datasets' | 'appends'>;
  readonly people: Pick<PeopleClient, 'trendOf'>;
}

const HOUR_MS = 3_600_000;

export function createTrendingService({ store, people }: TrendingParts): TrendingService {
  return {
    async read(tenant, datasetId, request) {
      const dataset = await findDataset(store.datasets, tenant, datasetId);
      const selection = { kinds: request.kinds ?? null, minValue: LEAST_VALUE };
      const { window, items } = await waited(
        people.trendOf({
          dataset: snapshotOf(dataset),
          selection,
          appended: await appendedTo(store, dataset, selection),
          lengthMs: request.window_hours * HOUR_MS,
          untilMs: request.until === undefined ? null : Date.parse(request.until),
          limit: request.limit,
          filters: request.filters ?? null,
          people: request.person_filters ?? null,
        }),
        datasetId,
      );
      return {
        dataset_id: datasetId,
        window: spanOf(window.fromMs, window.untilMs),
        before: spanOf(window.beforeMs, window.fromMs),
        items: items.map(({ itemId, eventsBefore, ...counts }) => ({
          item_id: itemId,
          ...counts,
          events_before: eventsBefore,
        })),
      };
    },
  };
}

async function appendedTo(
  { datasets, appends }: TrendingParts['store'],
  dataset: Dataset,
  selection: EventSelection,
): Promise<AppendedEvents> {
  const events: EventRow[] = [];
  const { kinds: declared } = dataset.declaredEvents;
  const newest = await datasets.newest(dataset.tenantId, dataset.name);
  if (newest?.datasetId === dataset.datasetId)
    for await (const lines of waitingEvents(appends, dataset))
      events.push(...selectEvents(lines.map(eventOfAppended), selection, declared).taken);
  return {
    personIds: events.map(({ personId }) => personId),
    itemIds: events.map(({ itemId }) => itemId),
    timestampsMs: Float64Array.from(events, ({ timestampMs }) => timestampMs),
  };
}

/** A moment before 1970 is none of an event. */
function spanOf(fromMs: number, untilMs: number) {
  return { from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() };
}
