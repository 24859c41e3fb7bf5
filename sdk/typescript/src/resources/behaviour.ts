import type { Call } from '../call.ts';
import type { CallOptions } from '../options.ts';
import type * as wire from '../types.generated.ts';
import {
  type Transport,
  UPLOAD_DEFAULTS,
  type UploadOptions,
  type UploadProgress,
  upload,
} from '../upload.ts';
import { DatasetsMethods, TokenizersMethods } from './methods.generated.ts';
import { sendHalves } from './send-halves.ts';

type AppendedEvent = wire.AppendEventsRequest['events'][number];
type AppendedItem = wire.AppendItemsRequest['items'][number];

/** The service keeps a request whole or not at all. */
const APPENDS = { size: 5000, repeats: true } as const;

export class DatasetsResource extends DatasetsMethods {
  /**
   * Appends a source of events of any length, by 1 MB a request, with bounded memory. An event sent again
   * changes nothing, so an upload may begin again from the start. Their items must be there. Throws
   * UploadError.
   */
  uploadEvents(
    datasetId: string,
    events: AsyncIterable<AppendedEvent> | Iterable<AppendedEvent>,
    options: UploadOptions<AppendedEvent> = {},
  ): Promise<UploadProgress> {
    const subjectOf = (event: AppendedEvent) => event?.event_id;
    const send = this.#senderOf('appendDatasetEvents', datasetId, (rows: readonly AppendedEvent[]) => ({
      events: rows,
    }));
    return upload(events, { ...APPENDS, subjectOf, send }, options);
  }

  /** Appends a source of items of any length, as `uploadEvents` does. Throws UploadError. */
  uploadItems(
    datasetId: string,
    items: AsyncIterable<AppendedItem> | Iterable<AppendedItem>,
    options: UploadOptions<AppendedItem> = {},
  ): Promise<UploadProgress> {
    const subjectOf = (item: AppendedItem) => item?.item_id;
    const send = this.#senderOf('appendDatasetItems', datasetId, (rows: readonly AppendedItem[]) => ({
      items: rows,
    }));
    return upload(items, { ...APPENDS, subjectOf, send }, options);
  }

  #senderOf<Row>(
    operation: 'appendDatasetEvents' | 'appendDatasetItems',
    datasetId: string,
    bodyOf: (rows: readonly Row[]) => object,
  ): Transport<Row, object>['send'] {
    const path = { dataset_id: datasetId };
    return ({ rows }, call) =>
      sendHalves(rows, call, async (part, partly) => {
        await this.invoke(operation, { path, body: bodyOf(part), defaults: UPLOAD_DEFAULTS }, partly);
        return part.map(() => ({ stored: {} }));
      });
  }
}

export class TokenizersResource extends TokenizersMethods {
  /**
   * Fits a tokenizer of semantic IDs on a dataset (the answer is the job) or a catalogue (it names the job).
   */
  create<Body extends wire.FitTokenizerRequest>(
    body: Body,
    options?: CallOptions,
  ): Call<Body extends { dataset_id: string } ? wire.Job : wire.FitResult> {
    return this.invoke('fitTokenizer', { body }, options);
  }
}
