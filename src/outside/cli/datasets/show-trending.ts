/** `datasets trending`: the request of POST /v1/datasets/{id}/trending. */
import { TrendingRequest } from '../../../contract/trending.ts';
import type { CliActions } from '../cli-actions.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { validRequest } from '../valid-request.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { findDataset } from './find-datasets.ts';

export interface TrendingOptions extends DataOptions {
  readonly hours: number;
  readonly until?: string;
  readonly limit: number;
}

export async function showTrending(actions: CliActions, id: string, options: TrendingOptions): Promise<void> {
  const request = requestOf(options);
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { tenantId } = (await findDataset(opened, id)).dataset;
    const trending = await actions.openTrending(opened, options.data);
    try {
      const { window, items, ...rest } = await trending.read(tenantId, id, request);
      if (options.json) return printJson({ ...rest, window, items });
      printLines(`After ${window.from}, up to ${window.until}:`);
      if (items.length === 0) return printLines('No item has more events than in the window before.');
      printTable(
        ['item', 'events', 'people', 'before', 'rise'],
        items.map((item) => [
          item.item_id,
          String(item.events),
          String(item.people),
          String(item.events_before),
          item.rise.toFixed(2),
        ]),
      );
    } finally {
      await trending.close();
    }
  });
}

function requestOf({ hours, until, limit }: TrendingOptions): TrendingRequest {
  return validRequest(TrendingRequest, {
    window_hours: hours,
    limit,
    ...(until !== undefined && { until }),
  });
}
