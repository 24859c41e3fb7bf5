import type { Call } from '../call.ts';
import type { CallOptions } from '../options.ts';
import type { List } from '../page.ts';
import type * as wire from '../types.generated.ts';
import { UPLOAD_DEFAULTS, type UploadOptions, type UploadProgress, upload } from '../upload.ts';
import { Resource } from './resource.ts';
import { sendHalves } from './send-halves.ts';

/** Keys that a list takes beside its filters. */
export interface ListQuery {
  /** Rows of a page, 1 to 100. Default: 20. */
  readonly limit?: number;
}

/** Filters of the items of a model. */
export interface ModelItemsQuery extends ListQuery {
  /** Only items whose id begins so. */
  readonly prefix?: string;
  /** Only these, at most 100; unknown ids are left out. */
  readonly item_ids?: readonly string[];
}

export interface SimilarItemsQuery {
  readonly item_id: string;
  /** 1 to 100. Default: 20. */
  readonly limit?: number;
}

type AppendedEvent = wire.AppendEventsRequest['events'][number];
type AppendedItem = wire.AppendItemsRequest['items'][number];

/** The service keeps a request whole or not at all. */
const APPENDS = { size: 5000, repeats: true } as const;

export class DatasetsResource extends Resource {
  /** Imports items and events, given as rows or as the address of a file. A job does it. */
  create(body: wire.ImportDatasetRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('importDataset', { body }, options);
  }

  list(query?: ListQuery, options?: CallOptions): List<wire.DatasetList['data'][number]> {
    return this.rowsOf('listDatasets', query, options);
  }

  get(datasetId: string, options?: CallOptions): Call<wire.Dataset> {
    return this.invoke('getDataset', { path: { dataset_id: datasetId } }, options);
  }

  /** Refused with `conflict` while it is used. */
  delete(datasetId: string, options?: CallOptions): Call<wire.DeletedDataset> {
    return this.invoke('deleteDataset', { path: { dataset_id: datasetId } }, options);
  }

  /** Counts, events over time, the long tail, histories, sessions and the fields of items. */
  statistics(datasetId: string, options?: CallOptions): Call<wire.DatasetStatistics> {
    return this.invoke('getDatasetStatistics', { path: { dataset_id: datasetId } }, options);
  }

  /** Appends events, at most 1 MiB. They wait for the next version. Sent again they count as duplicates. */
  appendEvents(
    datasetId: string,
    body: wire.AppendEventsRequest,
    options?: CallOptions,
  ): Call<wire.Appended> {
    return this.invoke('appendDatasetEvents', { path: { dataset_id: datasetId }, body }, options);
  }

  /** Appends items, at most 1 MiB. They wait for the next version. Sent again they count as duplicates. */
  appendItems(datasetId: string, body: wire.AppendItemsRequest, options?: CallOptions): Call<wire.Appended> {
    return this.invoke('appendDatasetItems', { path: { dataset_id: datasetId }, body }, options);
  }

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
    return upload(
      events,
      {
        ...APPENDS,
        subjectOf: (event) => event?.event_id,
        send: ({ rows }, call) =>
          sendHalves(rows, call, (part, partly) =>
            this.invoke(
              'appendDatasetEvents',
              { path: { dataset_id: datasetId }, body: { events: [...part] }, defaults: UPLOAD_DEFAULTS },
              partly,
            ),
          ),
      },
      options,
    );
  }

  /** Appends a source of items of any length, as `uploadEvents` does. Throws UploadError. */
  uploadItems(
    datasetId: string,
    items: AsyncIterable<AppendedItem> | Iterable<AppendedItem>,
    options: UploadOptions<AppendedItem> = {},
  ): Promise<UploadProgress> {
    return upload(
      items,
      {
        ...APPENDS,
        subjectOf: (item) => item?.item_id,
        send: ({ rows }, call) =>
          sendHalves(rows, call, (part, partly) =>
            this.invoke(
              'appendDatasetItems',
              { path: { dataset_id: datasetId }, body: { items: [...part] }, defaults: UPLOAD_DEFAULTS },
              partly,
            ),
          ),
      },
      options,
    );
  }

  /** Cuts the next version: the newest one and all rows appended since. */
  snapshot(datasetId: string, options?: CallOptions): Call<wire.Job> {
    return this.invoke('snapshotDataset', { path: { dataset_id: datasetId } }, options);
  }

  /** The job's result has the `download_url`. */
  export(datasetId: string, body: wire.ExportDatasetRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('exportDataset', { path: { dataset_id: datasetId }, body }, options);
  }
}

export class AdaptationsResource extends Resource {
  /** Makes a model of a dataset. A job does it. */
  create(body: wire.AdaptationRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('adaptModel', { body }, options);
  }
}

export class ModelsResource extends Resource {
  list(query?: ListQuery, options?: CallOptions): List<wire.ModelList['data'][number]> {
    return this.rowsOf('listModels', query, options);
  }

  get(modelId: string, options?: CallOptions): Call<wire.Model> {
    return this.invoke('getModel', { path: { model_id: modelId } }, options);
  }

  /** Refused with `conflict` while it is used. */
  delete(modelId: string, options?: CallOptions): Call<wire.DeletedFiles> {
    return this.invoke('deleteModel', { path: { model_id: modelId } }, options);
  }

  /** The items that the model ranks, in the byte order of their ids. */
  items(modelId: string, query?: ModelItemsQuery, options?: CallOptions): List<wire.ModelItem> {
    return this.rowsOf('listModelItems', query, options, { model_id: modelId });
  }

  /** The items that a history goes on with, most probable first. */
  predict(modelId: string, body: wire.PredictRequest, options?: CallOptions): Call<wire.Prediction> {
    return this.invoke('predict', { path: { model_id: modelId }, body }, options);
  }

  /** The vector of a history. */
  embed(modelId: string, body: wire.EmbedRequest, options?: CallOptions): Call<wire.Embedding> {
    return this.invoke('embed', { path: { model_id: modelId }, body }, options);
  }

  /** Items whose vectors have the largest cosine with that of an item. */
  similarItems(modelId: string, query: SimilarItemsQuery, options?: CallOptions): Call<wire.SimilarItems> {
    return this.invoke('listSimilarItems', { path: { model_id: modelId }, query }, options);
  }

  /** The vectors of items, for an index of one's own. */
  itemVectors(modelId: string, body: wire.ItemVectorsRequest, options?: CallOptions): Call<wire.ItemVectors> {
    return this.invoke('getItemVectors', { path: { model_id: modelId }, body }, options);
  }

  /** Predictions for all people of the dataset, given ones, or a file. The job's result has the `download_url`. */
  predictBatch(modelId: string, body: wire.BatchPredictionRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('predictBatch', { path: { model_id: modelId }, body }, options);
  }

  /** The job's result has the `download_url` of the bundle: ONNX, item table, checksums. */
  export(modelId: string, body?: wire.ExportModelRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('exportModel', { path: { model_id: modelId }, body }, options);
  }
}

export class ModelAliasesResource extends Resource {
  /** All aliases of the workspace, by name. */
  list(options?: CallOptions): Call<wire.ModelAliasList> {
    return this.invoke('listModelAliases', {}, options);
  }

  get(name: string, options?: CallOptions): Call<wire.ModelAlias> {
    return this.invoke('getModelAlias', { path: { name } }, options);
  }

  /** Lets `alias:NAME` name a model from the next request on; creates the alias if there is none. */
  move(name: string, body: wire.MoveAliasRequest, options?: CallOptions): Call<wire.ModelAlias> {
    return this.invoke('moveModelAlias', { path: { name }, body }, options);
  }

  /** Its model goes on with newer events; the alias moves if that is not worse. A job does it. */
  refit(name: string, body: wire.RefitRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('refitModel', { path: { name }, body }, options);
  }

  /** When its model is refitted by itself. */
  refitSchedule(name: string, options?: CallOptions): Call<wire.RefitSchedule> {
    return this.invoke('getRefitSchedule', { path: { name } }, options);
  }

  /** Refits it by itself from now on, after so many new events or hours. */
  scheduleRefits(
    name: string,
    body: wire.RefitScheduleRequest,
    options?: CallOptions,
  ): Call<wire.RefitSchedule> {
    return this.invoke('scheduleRefits', { path: { name }, body }, options);
  }

  removeRefitSchedule(name: string, options?: CallOptions): Call<wire.RemovedRefitSchedule> {
    return this.invoke('removeRefitSchedule', { path: { name } }, options);
  }

  remove(name: string, options?: CallOptions): Call<wire.RemovedAlias> {
    return this.invoke('removeModelAlias', { path: { name } }, options);
  }
}

export class GenerateResource extends Resource {
  /** Items that a generative model writes as semantic IDs; every one exists. */
  run(body: wire.GenerateRequest, options?: CallOptions): Call<wire.Generation> {
    return this.invoke('generate', { body }, options);
  }
}

export class SimulationsResource extends Resource {
  /** Rolls out what people would take next under a policy. A job does it. */
  create(body: wire.SimulationRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('simulate', { body }, options);
  }

  list(query?: ListQuery, options?: CallOptions): List<wire.SimulationFields> {
    return this.rowsOf('listSimulations', query, options);
  }

  get(simulationId: string, options?: CallOptions): Call<wire.GetSimulationResponse> {
    return this.invoke('getSimulation', { path: { simulation_id: simulationId } }, options);
  }
}

export class TokenizersResource extends Resource {
  /** Fits a tokenizer of semantic IDs on a dataset (the answer is the job) or a catalogue (it names the job). */
  create<Body extends wire.FitTokenizerRequest>(
    body: Body,
    options?: CallOptions,
  ): Call<Body extends { dataset_id: string } ? wire.Job : wire.FitResult> {
    return this.invoke('fitTokenizer', { body }, options);
  }

  list(query?: ListQuery, options?: CallOptions): List<wire.TokenizerList['data'][number]> {
    return this.rowsOf('listTokenizers', query, options);
  }

  get(tokenizerId: string, options?: CallOptions): Call<wire.Tokenizer> {
    return this.invoke('getTokenizer', { path: { tokenizer_id: tokenizerId } }, options);
  }

  /** Refused with `conflict` while it is used. */
  delete(tokenizerId: string, options?: CallOptions): Call<wire.DeletedFiles> {
    return this.invoke('deleteTokenizer', { path: { tokenizer_id: tokenizerId } }, options);
  }

  /** One level of the tree of semantic IDs: the codes that follow a prefix (`12-4`; default: the first level). */
  codes(
    tokenizerId: string,
    query?: { readonly prefix?: string },
    options?: CallOptions,
  ): Call<wire.CodeTree> {
    return this.invoke('getTokenizerCodes', { path: { tokenizer_id: tokenizerId }, query }, options);
  }

  /** The job's result has the `download_url` of the bundle. */
  export(tokenizerId: string, body?: wire.ExportTokenizerRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('exportTokenizer', { path: { tokenizer_id: tokenizerId }, body }, options);
  }
}

export class SemanticIdsResource extends Resource {
  /** The semantic IDs of items. */
  assign(body: wire.SemanticIdsRequest, options?: CallOptions): Call<wire.SemanticIds> {
    return this.invoke('assignSemanticIds', { body }, options);
  }
}
