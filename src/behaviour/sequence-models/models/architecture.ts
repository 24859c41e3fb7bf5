/**
 * The interface of an architecture of sequence models: it fits a model to histories, and opens a model to
 * rank, embed or generate. There are two, `sequential-recommender` and `generative-retriever`. Adaptations,
 * cards, predictions and simulations depend only on this file.
 *
 * I items of the model's catalogue, B histories of a batch, D dimensions of an embedding. Items are numbers 0
 * … I - 1 in the order of `ItemCatalogue.itemIds`; the serving room translates ids.
 */
import type { ItemFeatures } from '../../datasets/features/feature-columns.ts';
import type { AutoencoderFits } from '../baselines/autoencoder-fits.ts';
import type { HistoryBatch, Ranker } from '../evaluation/ranker.ts';
import type { Context } from '../histories/event-contexts.ts';
import type { Histories } from '../histories/histories.ts';
import type { Cases } from '../splits/split.ts';
import type { ItemCodes } from './generative/item-codes.ts';
import type { EpochEstimate } from './training/estimate-epochs.ts';

export type ArchitectureName = 'sequential-recommender' | 'generative-retriever';
export type Capability = 'predict' | 'embed' | 'generate';

export interface ItemCatalogue {
  /** By item number [I]. */
  readonly itemIds: readonly string[];
  /** The items' text vectors, unit norm or zero, row-major [I × width]; null without an encoder. */
  readonly textVectors: { readonly values: Float32Array; readonly width: number } | null;
  /** When each item came into the catalogue, epoch ms; NaN where unknown [I]. null: unknown for all. */
  readonly createdAtMs: Float64Array | null;
  /**
   * Features of the items, and perhaps of further ones after them. null or absent: no features are declared.
   */
  readonly features?: ItemFeatures | null;
}

export interface FitProblem<Settings> {
  readonly catalogue: ItemCatalogue;
  readonly train: Histories;
  /**
   * The cases for early stopping and model selection; null: train for the `epochs` of the settings without
   * validation.
   */
  readonly validation: Cases | null;
  /** The request's settings, completed from the shape of the data. */
  readonly settings: Settings;
  /**
   * The base model: its files and its items. Items that are also in the catalogue keep their learned vectors.
   */
  readonly base: { readonly files: ModelFiles; readonly itemIds: readonly string[] } | null;
  /** The codes of the catalogue's items for a generative retriever; null for other architectures. */
  readonly codes: ItemCodes | null;
  /**
   * The blend that an earlier fit chose on validation cases, for a fit with too few of them. null or absent:
   * serve the network alone then.
   */
  readonly blend?: BlendFacts | null;
  /** The temperature that an earlier fit chose on validation cases, as `blend`. */
  readonly temperature?: TemperatureFacts | null;
  /**
   * The time after which events are new, milliseconds since 1970, in a fit that goes on from a base. An epoch
   * learns the new events and about as many earlier ones, drawn anew each time. Absent: all events.
   */
  readonly newSinceMs?: number;
  /** Whether a person's item counts every time. Absent: as the histories of the validation have it. */
  readonly repeats?: 'kept' | 'folded';
  /** Passes over the data an epoch, of the fit that chose the number of epochs. Absent: there is none. */
  readonly passesAnEpoch?: number;
  readonly seed: number;
}

/** The resources and callbacks of a fit. Only `threads` affects the result, in its last bits. */
export interface FitContext {
  readonly signal: AbortSignal;
  /** Threads per operator of ONNX Runtime. */
  readonly threads: number;
  /** The limit on the resident memory of the process, bytes. */
  readonly maxMemoryBytes: number;
  /** A fit resumes from the checkpoint at this path if there is one. null: no checkpoint is written. */
  readonly checkpointPath: string | null;
  readonly onProgress: (progress: FitProgress) => void;
  /** Where fits of EASE are shared with the baselines of an evaluation. Absent: they are not. */
  readonly autoencoders?: AutoencoderFits;
}

export interface FitProgress {
  /** The current epoch, from 1. */
  readonly epoch: number;
  readonly estimate: EpochEstimate;
  /** The training loss of the last step. */
  readonly loss: number;
  /** The nDCG@10 of the last validation; null before the first. */
  readonly validationNdcg: number | null;
}

/**
 * A model's files by name; `model.onnx` is one of them. The bytes are a function of the problem, the seed and
 * the number of threads.
 */
export type ModelFiles = ReadonlyMap<string, Uint8Array>;

export interface Fitted {
  readonly files: ModelFiles;
  readonly facts: FitFacts;
}

/** The facts of a fit for the model's card, which has them under these names in snake case. */
export interface FitFacts {
  /** The number of epochs trained. */
  readonly epochs: number;
  /** The epoch whose weights were kept, from 1; the last one if there was no validation. */
  readonly bestEpoch: number;
  /** Passes over the data an epoch. Absent in earlier versions. */
  readonly passes?: number;
  readonly steps: number;
  /** The number of learned parameters. */
  readonly parameters: number;
  readonly minutes: number;
  readonly peakMemoryBytes: number;
  /** The validation metrics at the best epoch; null without validation. */
  readonly validation: { readonly recallAt10: number; readonly ndcgAt10: number } | null;
  /** One entry per validation; `minutes`: since the start of the fit. */
  readonly curve: readonly { readonly epoch: number; readonly minutes: number; readonly ndcgAt10: number }[];
  /** Items without training events; null or absent: there are none, or the architecture does not use them. */
  readonly newItems?: NewItemFacts | null;
  /** null or absent: the network is served alone. */
  readonly blend?: BlendFacts | null;
  /** Absent: the model reads no context. */
  readonly context?: readonly ContextFacts[];
  /** For a generative retriever; null or absent: its probabilities are served as they are. */
  readonly temperature?: TemperatureFacts | null;
}

/** A feature of the context of a prediction, such as the device. */
export interface ContextFacts {
  readonly name: string;
  readonly type: 'category' | 'number';
  /** The values of a category that were learned, the most frequent first. */
  readonly values?: readonly string[];
}

/** The temperature by which a retriever's log-probabilities are divided. */
export interface TemperatureFacts {
  readonly value: number;
  readonly cases: number;
}

/** The blend of a sequential recommender, chosen on validation cases. nDCG is nDCG@10 over these. */
export interface BlendFacts {
  /** A basket is one. */
  readonly cases: number;
  /** The lengths of histories up to and from which the weights for short and for long ones hold. */
  readonly lengths: { readonly short: number; readonly long: number };
  readonly ndcgAt10: {
    readonly network: number;
    readonly bestPart: number;
    /** The blend, on cases that its weights were not fitted to. */
    readonly blendHeldOut: number;
  };
  readonly parts: readonly {
    readonly name:
      | 'network'
      | 'ease_recent'
      | 'ease_history'
      | 'neighbours'
      | 'markov'
      | 'own_frequency'
      | 'popularity'
      | 'recent_popularity';
    readonly weight: { readonly short: number; readonly long: number };
    readonly ndcgAlone: number;
    /** The nDCG of the whole minus that without the part. */
    readonly adds: number;
  }[];
  /** Added to every score, so that their exponentials add up to about 1. Absent in earlier versions. */
  readonly offset?: number;
  /** The window of recent popularity. Absent in earlier versions. */
  readonly recentWindowDays?: number;
  /** By part: the share of its squared weights that the model keeps, 0..1. */
  readonly keptShares: Readonly<Record<string, number>>;
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

export interface NewItemFacts {
  readonly items: number;
  /** The mean share of probability that they have together, 0..1. */
  readonly share: number;
  /** By kind: how often an item is taken, relative to a known one. */
  readonly kinds: Readonly<
    Partial<Record<'recent' | 'older' | 'undated', { readonly items: number; readonly rate: number }>>
  >;
}

/**
 * When the events of a history happened, and what is known of the moment of the prediction. Models that read no
 * times, or no context, have no use for these.
 */
export interface HistoryTimes {
  /** By item of the history: milliseconds since 1970; NaN: unknown. */
  readonly timestampsMs: Float64Array;
  /** The moment of the prediction; NaN: unknown. */
  readonly momentMs: number;
  /** Absent: unknown. */
  readonly context?: Context | undefined;
}

/** Histories to read; without times where these are unknown. */
export type ModelBatch = Pick<HistoryBatch, 'offsets' | 'items'> &
  Partial<Pick<HistoryBatch, 'timestampsMs' | 'momentsMs' | 'contexts'>>;

/**
 * The score of an item of which nothing is known, below all others. It is none for a caller: answers leave
 * such items out.
 */
export const UNKNOWN_SCORE = -1e9;

/**
 * A model that is open in this thread. Calls block the thread while they compute. Scores and embeddings are
 * deterministic and do not depend on the rest of the batch.
 */
export interface OpenModel {
  readonly capabilities: readonly Capability[];
  readonly maxHistoryItems: number;
  readonly embeddingDimensions: number;
  /** The approximate memory of the open model. */
  readonly memoryBytes: number;
  /** The ranker for evaluations. Only the last `maxHistoryItems` items of a history are read. */
  readonly ranker: Ranker;
  /** The network without the parts that it is blended with. Absent if the network serves alone. */
  readonly networkRanker?: Ranker;
  /** The whole model where no context is known. Absent if it reads none. */
  readonly contextlessRanker?: Ranker;
  /** Features of the context of a prediction that the model reads; absent: none. */
  readonly context?: readonly ContextFacts[];
  /**
   * Scores of the whole catalogue, row-major [B × I]. After an empty history the items rank by popularity, or
   * by how often they come first.
   */
  score(batch: ModelBatch): Promise<Float32Array>;
  /** Scores of C candidates, equal to those of `score` [C]. Present only if this is cheaper than `score`. */
  scoreCandidates?(
    history: Uint32Array,
    candidates: Uint32Array,
    times?: HistoryTimes,
  ): Promise<Float32Array>;
  /**
   * The network's own scores of C items after a history that is not empty [C]: the dot products of `embed`
   * and the item vectors. Present only where a blend serves, whose scores are others.
   */
  networkScores?(history: Uint32Array, items: Uint32Array, times?: HistoryTimes): Promise<Float32Array>;
  /**
   * Whether the model reads nothing from the history, so that its items rank by popularity. Absent: never.
   */
  ranksByPopularity?(history: Uint32Array): boolean;
  /**
   * Items among which the best are, with their scores as `score` gives them. null: scoring all is as cheap,
   * or the history is empty. Absent if the model cannot.
   */
  scoreShortlist?(history: Uint32Array, question: ShortlistQuestion): Promise<Shortlist | null>;
  /** Row-major [B × D]. Histories must not be empty. */
  embed(batch: ModelBatch): Promise<Float32Array>;
  /**
   * The vector of each item, row-major [I × D]; zeros for an item of which the model knows nothing. Present
   * only if the model has one for each item.
   */
  readonly itemVectors?: Float32Array;
  /** Best first. Present only if `generate` is among the capabilities. */
  generate?(history: Uint32Array, options: GenerateOptions): Promise<readonly Generated[]>;
  /** The semantic ID of an item. Present if `generate` is. */
  codesOf?(item: number): readonly number[];
  close(): Promise<void>;
}

export interface ShortlistQuestion {
  /** The times of the history; absent: unknown. */
  readonly times?: HistoryTimes | undefined;
  /** Only these items are ranked; null: all. */
  readonly among: Uint32Array | null;
  readonly excluded: ReadonlySet<number>;
  /** The caller adds `weight` to the scores of the items of the mask [I], then selects the best `limit`. */
  readonly boosts: readonly { readonly mask: Uint8Array; readonly weight: number }[];
  readonly limit: number;
}

export interface Shortlist {
  /** All items that may be among the best, without the excluded ones. */
  readonly items: Uint32Array;
  readonly scores: Float32Array;
}

interface GenerateOptions {
  readonly limit: number;
  /** The width of the beam search; at least `limit`. */
  readonly beam: number;
}

interface Generated {
  readonly item: number;
  /** The log-probability of the item; those of the whole catalogue add up to probability 1. */
  readonly score: number;
  /** The item's semantic ID. */
  readonly codes: readonly number[];
}

export interface Architecture<Settings> {
  readonly name: ArchitectureName;
  readonly capabilities: readonly Capability[];
  /**
   * Completes the request's settings. Omitted ones are chosen from the shape of the data or taken from the
   * base model. `reasons` are sentences for the card. Throws a ZodError if `given` does not match the schema,
   * and an ApiError if settings contradict one another or the base model.
   */
  complete(
    given: unknown,
    shape: DataShape,
    base?: ModelFiles | null,
  ): { readonly settings: Settings; readonly reasons: readonly string[] };
  fit(problem: FitProblem<Settings>, context: FitContext): Promise<Fitted>;
  open(files: ModelFiles, options: { readonly threads: number }): Promise<OpenModel>;
}

/** The shape of a dataset. The model's card has it under these names in snake case. */
export interface DataShape {
  readonly people: number;
  readonly items: number;
  readonly events: number;
  /** The events that an epoch learns from; absent: all. */
  readonly learnedEvents?: number;
  /** The median of the number of events per person. */
  readonly medianLength: number;
  /** The 95 % quantile of the number of events per person. */
  readonly longLength: number;
  readonly hasTexts: boolean;
  /** Whether features of items are declared that a network can read; absent: no. */
  readonly hasFeatures?: boolean;
  /** Whether the times between events differ; absent: not known. */
  readonly hasGaps?: boolean;
  /** Names of declared features of events; absent: there are none. */
  readonly contextFeatures?: readonly string[];
}
