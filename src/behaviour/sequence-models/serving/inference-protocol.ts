/**
 * The messages between the server and an inference thread. Messages have item ids, not item numbers; the
 * thread translates between them.
 */
import type { RankingRule } from '../../../contract/ranking-rules.ts';
import type { NewRow } from '../filters/item-filters.ts';
import type { WireFilter } from '../filters/parse-item-filter.ts';
import type { ArchitectureName } from '../models/architecture.ts';
import type { LinkedItem } from '../new-items/rank-new-items.ts';
import type { PriorScores } from '../people/prior-scores.ts';

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

/** The history of a query, as the caller gave it or as it is stored of a person. */
interface HistoryQuery {
  readonly history: readonly string[];
  /** Default: unknown. */
  readonly times?: SentTimes | undefined;
  /** Facts about the moment of the prediction, by name; default: none. */
  readonly context?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** Whether unknown ids of the history and the candidates are left out; default: they are an error. */
  readonly ignoreUnknown?: boolean;
}

export interface SentNewItem extends LinkedItem, NewRow {}

export interface SentNewItems {
  readonly items: readonly SentNewItem[];
  /** Places at the end of the answer that go to those that were shown least. */
  readonly places: number;
}

/** The fields of all queries that rank items. */
export interface RankingQuery extends HistoryQuery {
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
  /** Shares and places of the answer; not with `diversity`. */
  readonly rules?: readonly RankingRule[] | undefined;
  /** The weight of the dissimilarity of the answer's items, 0 to 1; default: 0. */
  readonly diversity?: number;
  /** Whether the answer says which items of the history speak most for each item; default: false. */
  readonly explain?: boolean;
  /** Items that the model may not know; those that it knows have no effect. */
  readonly newItems?: SentNewItems | undefined;
  /** Scores that stand in place of the model's. Default: the model's. */
  readonly prior?: PriorScores | undefined;
}

export type PredictQuery = RankingQuery & { readonly kind: 'predict' };
export type GenerateQuery = RankingQuery & {
  readonly kind: 'generate';
  /** At least `limit`. */
  readonly beam: number;
};
/** The history is not read; its items can be left out. */
export type SimilarQuery = RankingQuery & { readonly kind: 'similar'; readonly itemId: string };
export type EmbedQuery = HistoryQuery & { readonly kind: 'embed' };

export type ModelQuery =
  | PredictQuery
  | GenerateQuery
  | SimilarQuery
  | EmbedQuery
  | { readonly kind: 'vectors'; readonly itemIds: readonly string[] }
  /**
   * Checks that the catalogue has all ids, that the filters can be compiled, and that no rules contradict.
   */
  | {
      readonly kind: 'check';
      readonly itemIds: readonly string[];
      readonly filters?: readonly PlacedFilter[];
      readonly rules?: readonly RankingRule[] | undefined;
      readonly limit?: number;
    };

interface RankedItem {
  readonly itemId: string;
  readonly score: number;
  /** The network's own score; present where a blend serves and the history is not empty. */
  readonly networkScore?: number;
  /** Present if the query asks for it: the most important item first. */
  readonly because?: readonly ReasonItem[];
  /** Places towards the front by rules; present if the query has some. */
  readonly moved?: number;
  /** Present for a new item. */
  readonly isNew?: true;
  /** The known items that a new one resembles; present if the query asks for reasons. */
  readonly resembles?: readonly ReasonItem[];
  /** The semantic ID; present if the query generates. */
  readonly codes?: readonly number[];
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

/** The result of a rule of the query, in the order of its rules. */
export interface RuleCost {
  readonly wanted: number;
  readonly filled: number;
  readonly held: boolean;
  readonly placesChanged: number;
  readonly scoreGivenUp: number;
}

/** The part of a history that was not read. */
export interface ReadFacts {
  /** The unknown ids that were left out, each once, in the order of the query. */
  readonly ignored: readonly string[];
  /** Whether the model read only the end of the history. */
  readonly historyTruncated: boolean;
}

export interface PredictAnswer extends ReadFacts {
  readonly items: readonly RankedItem[];
  /** Whether the model reads nothing from the history, so that its items rank by popularity. */
  readonly byPopularity: boolean;
  /** Present if the query has rules. */
  readonly rules?: readonly RuleCost[];
}

export interface Answers {
  readonly predict: PredictAnswer;
  readonly embed: ReadFacts & { readonly embedding: Float32Array };
  /** `score`: the cosine of the vectors, and boosts; `networkScore`: the cosine. */
  readonly similar: PredictAnswer;
  readonly vectors: ItemVectorRows;
  readonly generate: PredictAnswer;
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
