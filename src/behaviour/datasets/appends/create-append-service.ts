/** Appends for callers, and the job that cuts the next version of a dataset. */
import type { TenantId } from '../../../contract/brands.ts';
import type { DatasetEvent, DatasetItem } from '../../../contract/dataset.ts';
import type { AppendedFields } from '../../../contract/dataset-append.ts';
import type { AcceptedJob, RequestClaim } from '../../../platform/jobs/accept-job.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import { waitOrRetry } from '../../../platform/threads/wait-or-retry.ts';
import { idIndexKey } from '../ids/id-index-file.ts';
import { validEvents, validItems } from '../rows/inline-lines.ts';
import { type Appended, type AppendParts, appendRows } from './append-rows.ts';
import { appendedEvent, appendedItem } from './appended-line.ts';
import { type CutParts, cutVersion } from './cut-version.ts';

export interface AppendService {
  /**
   * Throws 400 `invalid_request` for context, 404 `dataset_not_found`, 409 `conflict`, 422
   * `unresolved_reference`, 503 `warming_up`.
   */
  events(tenant: TenantId, datasetId: string, events: readonly DatasetEvent[]): Promise<AppendedFields>;
  /** 400 `invalid_request` for attributes, 404 `dataset_not_found`, 409 `conflict`, 503 `warming_up`. */
  items(tenant: TenantId, datasetId: string, items: readonly DatasetItem[]): Promise<AppendedFields>;
  /** Throws 404 `dataset_not_found`, and 409 `conflict` if nothing waits. */
  cut(tenant: TenantId, datasetId: string, claim: RequestClaim): Promise<AcceptedJob>;
}

export interface AppendServiceParts extends Omit<AppendParts, 'indexed'>, CutParts {
  /** Indexes the ids of a version outside of this thread. */
  readonly keepIds: (dataset: Dataset) => Promise<void>;
  /** The longest time for which a request waits for the index, ms. */
  readonly waitMs?: number;
}

export function createAppendService(given: AppendServiceParts): AppendService {
  const parts = { ...given, indexed: indexer(given) };
  return {
    events: async (tenant, datasetId, events) =>
      answer(
        await appendRows(parts, tenant, datasetId, ({ declaredEvents, features }) => ({
          kind: 'event',
          rows: validEvents(events, features).map((event) => appendedEvent(event, declaredEvents)),
          itemIds: events.map(({ item_id }) => item_id),
          describe: (row) => `events[${row}]`,
        })),
      ),
    items: async (tenant, datasetId, items) =>
      answer(
        await appendRows(parts, tenant, datasetId, ({ features }) => ({
          kind: 'item',
          rows: validItems(items, features).map(appendedItem),
          itemIds: [],
          describe: (row) => `items[${row}]`,
        })),
      ),
    cut: (tenant, datasetId, claim) => cutVersion(parts, tenant, datasetId, claim),
  };
}

function answer({ appended, duplicates, pending }: Appended): AppendedFields {
  return { appended, duplicates, pending_items: pending.items, pending_events: pending.events };
}

/** Requests for one version wait for one index. */
function indexer({ ids, keepIds, waitMs }: AppendServiceParts): AppendParts['indexed'] {
  const underWay = new Map<string, Promise<void>>();
  return async (dataset) => {
    if (await ids.has(dataset, ['items', 'events'])) return;
    const key = idIndexKey(dataset, 'events');
    const indexing = underWay.get(key) ?? keepIds(dataset).finally(() => underWay.delete(key));
    underWay.set(key, indexing);
    await waitOrRetry(
      indexing,
      `The ids of dataset ${dataset.datasetId} are being indexed, once for each version. Send the rows again in some seconds; nothing of them was kept.`,
      waitMs,
    );
  };
}
