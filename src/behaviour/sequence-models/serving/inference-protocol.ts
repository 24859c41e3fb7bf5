/**
 * The messages between the server and an inference thread. Messages have item ids, not item numbers; the
 * thread translates between them.
 */
import type { WireFilter } from '../filters/parse-item-filter.ts';
import type { ArchitectureName } from '../models/architecture.ts';

/** A filter and its place in the request. */
export interface PlacedFilter {
  readonly filter: WireFilter;
  readonly path: string;
}

interface Boost {
  readonly filter: WireFilter;
  readonly weight: number;
}

/** When the events of a history happened, for models that read times. */
export interface SentTimes {
  /** By item of the history, milliseconds since 1970. */
  readonly timestampsMs: readonly number[];
  /** The moment of the prediction. */
  readonly momentMs: number;
}

export interface PredictQuery {
  readonly kind: 'predict';
  readonly history: readonly string[];
  /** Default: unknown. */
  readonly times?: SentTimes | undefined;
  /** Distinct ids; null: the whole catalogue. */
  readonly candidates: readonly string[] | null;
  readonly limit: number;
  /** Whether items of the history are left out of the ranking; default: false. */
  readonly excludeSeen?: boolean;
  /** Items that are left out of the ranking; ids that the catalogue lacks have no effect. */
  readonly excluded?: readonly string[] | undefined;
  /** Only items that pass are ranked. */
  readonly filters?: WireFilter | undefined;
  /** `weight` is added to the score of every item that passes the filter. */
  readonly boosts?: readonly Boost[] | undefined;
  /** Whether unknown ids of the history and the candidates are left out; default: they are an error. */
  readonly ignoreUnknown?: boolean;
  /** The weight of the dissimilarity of the answer's items, 0 to 1; default: 0. */
  readonly diversity?: number;
  /** Whether the answer says which items of the history speak most for each item; default: false. */
  readonly explain?: boolean;
}

export type ModelQuery =
  | PredictQuery
  | { readonly kind: 'embed'; readonly history: readonly string[] }
  | {
      readonly kind: 'generate';
      readonly history: readonly string[];
      readonly limit: number;
      readonly beam: number;
    }
  | { readonly kind: 'similar'; readonly itemId: string; readonly limit: number }
  | { readonly kind: 'vectors'; readonly itemIds: readonly string[] }
  /** Checks that the catalogue has all ids, and that the filters can be compiled. */
  | {
      readonly kind: 'check';
      readonly itemIds: readonly string[];
      readonly filters?: readonly PlacedFilter[];
    };

interface RankedItem {
  readonly itemId: string;
  readonly score: number;
  /** The network's own score; present where a blend serves and the history is not empty. */
  readonly networkScore?: number;
  /** Present if the query asks for it: the most important item first. */
  readonly because?: readonly ReasonItem[];
}

/** Row-major, in the order of the query. */
interface ItemVectorRows {
  readonly values: Float32Array;
  readonly width: number;
}

interface ReasonItem {
  readonly itemId: string;
  readonly weight: number;
}

interface GeneratedItem {
  readonly itemId: string;
  readonly score: number;
  readonly codes: readonly number[];
}

export interface PredictAnswer {
  readonly items: readonly RankedItem[];
  /** The unknown ids that were left out, each once, in the order of the query. */
  readonly ignored: readonly string[];
  /** Whether the model read only the end of the history. */
  readonly historyTruncated: boolean;
  /** Whether the model reads nothing from the history, so that its items rank by popularity. */
  readonly byPopularity: boolean;
}

export interface Answers {
  readonly predict: PredictAnswer;
  readonly embed: Float32Array;
  /** `score`: the cosine of the vectors. */
  readonly similar: readonly RankedItem[];
  readonly vectors: ItemVectorRows;
  readonly generate: readonly GeneratedItem[];
  readonly check: null;
}

export type InferenceRequest =
  | {
      readonly kind: 'open';
      readonly model: number;
      readonly modelId: string;
      readonly architecture: ArchitectureName;
      readonly files: readonly SentFile[];
    }
  /** Has no answer. `model`: the number that the client gave to the model. */
  | { readonly kind: 'close'; readonly model: number }
  | { readonly kind: 'query'; readonly model: number; readonly query: ModelQuery };

/** The answer to `open` is a number: the memory of the model in bytes. */
export type InferenceAnswer = number | undefined | Answers[ModelQuery['kind']];

export interface SentFile {
  readonly part: string;
  readonly key: string;
  readonly sha256: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface InferenceSetup {
  /** The URL of the module whose `loadArchitecture` opens models. */
  readonly architectures: string;
}
