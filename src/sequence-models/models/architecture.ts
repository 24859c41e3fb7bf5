/**
 * What an architecture of behavioural models is to the rest: it fits a model to histories, and opens one to rank, embed
 * or generate. Two exist, `sequential-recommender` and `generative-retriever`; adaptations, cards, predictions and
 * simulations know only this file.
 *
 * I items of the model's catalogue, B histories of a batch, D dimensions of an embedding. Items are numbers 0 … I - 1 in
 * the order of `ItemCatalogue.itemIds`; ids are the serving room's business.
 */
import type { HistoryBatch, Ranker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import type { Cases } from '../splits/split.ts';
import type { ItemCodes } from './generative/item-codes.ts';
import type { EpochOutlook } from './training/epoch-outlook.ts';

export type ArchitectureName = 'sequential-recommender' | 'generative-retriever';
export type Capability = 'predict' | 'embed' | 'generate';

export interface ItemCatalogue {
  /** By item number [I]. */
  readonly itemIds: readonly string[];
  /** Of the items' texts by the text encoder, unit norm or zero, row-major [I × width]; null where there is no encoder. */
  readonly textVectors: { readonly values: Float32Array; readonly width: number } | null;
}

export interface FitProblem<Settings> {
  readonly catalogue: ItemCatalogue;
  readonly train: Histories;
  /** What early stopping and choices look at; null: train for `epochs` of the settings and look at nothing. */
  readonly validation: Cases | null;
  /** What the request asked for, completed from the shape of the data. */
  readonly settings: Settings;
  /** The model to go on from: its files, and its items (those that the catalogue has too keep what was learned of them). */
  readonly base: { readonly files: ModelFiles; readonly itemIds: readonly string[] } | null;
  /** Of a generative retriever: the codes of the catalogue's items; null for others. */
  readonly codes: ItemCodes | null;
  readonly seed: number;
}

/** How a fit is carried out: what has nothing to do with what comes out. */
export interface FitSurroundings {
  readonly signal: AbortSignal;
  /** Threads of one operator. */
  readonly threads: number;
  /** Resident memory of the process that must not be passed, bytes. */
  readonly mostMemory: number;
  /** Where a checkpoint may lie; the same path again goes on from it. null: none is kept. */
  readonly checkpointPath: string | null;
  readonly onProgress: (progress: FitProgress) => void;
}

export interface FitProgress {
  readonly epoch: number;
  readonly outlook: EpochOutlook;
  readonly loss: number;
  /** Of the last look at the validation; null before the first. */
  readonly validationNdcg: number | null;
}

/** A model's files by name; `model.onnx` is one of them. Bytes are the same for the same problem and seed. */
export type ModelFiles = ReadonlyMap<string, Uint8Array>;

export interface Fitted {
  readonly files: ModelFiles;
  /** What the fit found out and the card says: epochs, best epoch, minutes, peak memory, steps, parameters. */
  readonly facts: FitFacts;
}

export interface FitFacts {
  readonly epochs: number;
  readonly bestEpoch: number;
  readonly steps: number;
  readonly parameters: number;
  readonly minutes: number;
  readonly peakMemoryBytes: number;
  /** Of the validation at the best epoch; null without one. */
  readonly validation: { readonly recallAt10: number; readonly ndcgAt10: number } | null;
  /** By look: minutes since the start and nDCG@10 then (what training costs). */
  readonly curve: readonly { readonly epoch: number; readonly minutes: number; readonly ndcgAt10: number }[];
}

/** A model that is open in this thread. Calls hold the thread while they compute; deterministic, whatever the batch. */
export interface OpenModel {
  readonly capabilities: readonly Capability[];
  readonly maxHistoryItems: number;
  readonly embeddingDimensions: number;
  /** Bytes that it holds. */
  readonly memoryBytes: number;
  /** For the evaluation and for predictions; histories longer than the limit are read from their end. */
  readonly ranker: Ranker;
  /** Scores of the whole catalogue, row-major [B × I]; an empty history is allowed (popularity). */
  score(batch: Pick<HistoryBatch, 'offsets' | 'items'>): Promise<Float32Array>;
  /** Of these items alone [C], in their order: the numbers that `score` gives them. Only where `predict` is cheap so. */
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
   * The request's settings with what it left open chosen from the shape of the data, or as a base model has them;
   * `reasons` are for the card. Throws an ApiError where the two cannot go together.
   */
  complete(
    given: unknown,
    shape: DataShape,
    base?: ModelFiles | null,
  ): { readonly settings: Settings; readonly reasons: readonly string[] };
  fit(problem: FitProblem<Settings>, surroundings: FitSurroundings): Promise<Fitted>;
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
