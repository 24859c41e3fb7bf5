/**
 * The interface of an architecture of behavioural models: it fits a model to histories, and opens one to
 * rank, embed or generate. There are two, `sequential-recommender` and `generative-retriever`. Adaptations,
 * cards, predictions and simulations depend only on this file.
 *
 * I items of the model's catalogue, B histories of a batch, D dimensions of an embedding. Items are numbers 0
 * … I - 1 in the order of `ItemCatalogue.itemIds`; the serving room translates ids.
 */
import type { HistoryBatch, Ranker } from '../evaluation/ranker.ts';
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
  readonly seed: number;
}

/** The resources and callbacks of a fit. They do not affect its result. */
export interface FitContext {
  readonly signal: AbortSignal;
  /** Threads of one operator. */
  readonly threads: number;
  /** The limit on the resident memory of the process, bytes. */
  readonly maxMemoryBytes: number;
  /** The path of the checkpoint; a fit with the same path resumes from it. null: no checkpoint. */
  readonly checkpointPath: string | null;
  readonly onProgress: (progress: FitProgress) => void;
}

export interface FitProgress {
  readonly epoch: number;
  readonly estimate: EpochEstimate;
  readonly loss: number;
  /** The nDCG@10 of the last validation; null before the first. */
  readonly validationNdcg: number | null;
}

/** A model's files by name; `model.onnx` is one of them. Bytes are the same for the same problem and seed. */
export type ModelFiles = ReadonlyMap<string, Uint8Array>;

export interface Fitted {
  readonly files: ModelFiles;
  /** The facts of the fit for the card: epochs, best epoch, minutes, peak memory, steps, parameters. */
  readonly facts: FitFacts;
}

export interface FitFacts {
  readonly epochs: number;
  readonly bestEpoch: number;
  readonly steps: number;
  readonly parameters: number;
  readonly minutes: number;
  readonly peakMemoryBytes: number;
  /** The validation metrics at the best epoch; null without validation. */
  readonly validation: { readonly recallAt10: number; readonly ndcgAt10: number } | null;
  /** By validation: minutes since the start, and nDCG@10. */
  readonly curve: readonly { readonly epoch: number; readonly minutes: number; readonly ndcgAt10: number }[];
}

/**
 * A model that is open in this thread. Calls block the thread while they compute. Results are deterministic
 * and do not depend on the batch.
 */
export interface OpenModel {
  readonly capabilities: readonly Capability[];
  readonly maxHistoryItems: number;
  readonly embeddingDimensions: number;
  /** Bytes that it holds. */
  readonly memoryBytes: number;
  /** The ranker for evaluation and predictions; only the end of a history that exceeds the limit is read. */
  readonly ranker: Ranker;
  /** Scores of the whole catalogue, row-major [B × I]; an empty history is allowed (popularity). */
  score(batch: Pick<HistoryBatch, 'offsets' | 'items'>): Promise<Float32Array>;
  /**
   * Scores of these items in their order [C], equal to those of `score`. Present only if this is cheaper than
   * `score`.
   */
  scoreCandidates?(history: Uint32Array, candidates: Uint32Array): Promise<Float32Array>;
  /** Row-major [B × D]; no history is empty. */
  embed(batch: Pick<HistoryBatch, 'offsets' | 'items'>): Promise<Float32Array>;
  /** Only where `generate` is among the capabilities. */
  generate?(history: Uint32Array, options: GenerateOptions): Promise<readonly Generated[]>;
  close(): Promise<void>;
}

interface GenerateOptions {
  readonly limit: number;
  /** At least `limit`. */
  readonly beam: number;
}

interface Generated {
  readonly item: number;
  /** Log-probability of the codes. */
  readonly score: number;
  readonly codes: readonly number[];
}

export interface Architecture<Settings> {
  readonly name: ArchitectureName;
  readonly capabilities: readonly Capability[];
  /**
   * Completes the request's settings: open ones are chosen from the shape of the data, or taken from the base
   * model. `reasons` are for the card. Throws an ApiError if the settings and the base model contradict each
   * other.
   */
  complete(
    given: unknown,
    shape: DataShape,
    base?: ModelFiles | null,
  ): { readonly settings: Settings; readonly reasons: readonly string[] };
  fit(problem: FitProblem<Settings>, context: FitContext): Promise<Fitted>;
  open(files: ModelFiles, options: { readonly threads: number }): Promise<OpenModel>;
}

export interface DataShape {
  readonly people: number;
  readonly items: number;
  readonly events: number;
  /** Events a person: the middle, and the 95 % quantile. */
  readonly medianLength: number;
  readonly longLength: number;
  readonly hasTexts: boolean;
}
