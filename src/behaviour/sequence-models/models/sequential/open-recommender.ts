/**
 * Opens a fitted recommender in this thread. An empty history ranks the items by popularity. An item of which
 * nothing is known comes last. Scores are log-odds (`blend/calibrate-blend.ts`), also those of popularity: they
 * are the logarithms of an item's share of all events, each item with one more.
 *
 * B histories, I items, D width of a vector.
 */

import { WITHOUT_CONTEXT } from '../../evaluation/describe-context.ts';
import {
  type HistoryTimes,
  type ModelBatch,
  type ModelFiles,
  type OpenModel,
  type Shortlist,
  type ShortlistQuestion,
  UNKNOWN_SCORE,
} from '../architecture.ts';
import { type BlendReading, type BlendScorer, openBlend } from './blend/blend-scorer.ts';
import { countFeature } from './blend/recent-popularity.ts';
import { factsOfContext } from './context/context-encoding.ts';
import { type HistoryEncoder, openHistoryEncoder } from './history-encoder.ts';
import { encoderOf, type RecommenderContent, readFiles } from './model-files.ts';
import { isWorthScanning, likelyItems } from './scores/likely-items.ts';
import { type ItemScorer, openItemScorer } from './scores/open-item-scorer.ts';
import { isScored, type ScorerMemory, scorerMemory } from './scores/scorer-memory.ts';

interface Options {
  readonly threads: number;
  /** The ranker's name in reports. */
  readonly name?: string;
}

/** Throws an Error if files are missing or damaged. */
export function openRecommender(files: ModelFiles, options: Options): Promise<OpenModel> {
  return openParts(readFiles(files), files.get('model.onnx')!, options);
}

/**
 * Opens a model without writing its files first. A large table is then not also in memory as bytes of a file.
 */
export function openContent(content: RecommenderContent, options: Options): Promise<OpenModel> {
  return openParts(content, encoderOf(content), options);
}

interface Recommender {
  readonly encoder: HistoryEncoder;
  readonly scorer: ItemScorer;
  readonly memory: ScorerMemory;
  /** Items of which nothing is known: their vectors are zeros. */
  readonly unknown: ReadonlySet<number>;
  /** null: the network's own scores are served. */
  readonly blend: BlendScorer | null;
  /** Added to popularity, so that the exponentials of the scores of all items add up to 1. */
  readonly popularOffset: number;
}

async function openParts(
  content: RecommenderContent,
  network: Uint8Array,
  options: Options,
): Promise<OpenModel> {
  const { shape, items: I, counts } = content;
  const D = shape.width;
  const popularity = countFeature(counts);
  const memory = scorerMemory(content.outputVectors, D, popularity);
  const outputVectors = memory.width === D ? memory.vectors : content.outputVectors;
  const isShared = content.outputVectors === content.vectors;
  const vectors = isShared ? outputVectors : content.vectors;
  const { context } = content;
  const encoder = await openHistoryEncoder(network, { shape, items: I, vectors, context }, options);
  const scorer = openItemScorer(memory, D, options);
  const blend = content.blend === null ? null : openBlend(content.blend, popularity);
  const popularOffset = -Math.log(popularity.reduce((sum, value) => sum + Math.exp(value), 0));
  const recommender = { encoder, scorer, memory, unknown: unknownItems(memory), blend, popularOffset };
  const rankerOf = (name: string, served: Recommender) => ({
    name,
    score: (batch: ModelBatch) => scoreAll(served, scorer.all, batch),
  });
  const name = options.name ?? 'sequential-recommender';
  const heldApart = (isShared ? [outputVectors] : [outputVectors, vectors])
    .filter((held) => held !== memory.vectors)
    .reduce((sum, { byteLength }) => sum + byteLength, 0);
  return {
    capabilities: ['predict', 'embed'],
    maxHistoryItems: shape.historyLength,
    embeddingDimensions: D,
    memoryBytes: memory.bytes + heldApart + 4 * I + (blend?.memoryBytes ?? 0),
    ranker: rankerOf(name, recommender),
    ...(blend?.hasOthers && {
      networkRanker: rankerOf('network alone', { ...recommender, blend: null }),
    }),
    ...(context && {
      context: factsOfContext(context),
      contextlessRanker: rankerOf(WITHOUT_CONTEXT, {
        ...recommender,
        encoder: { ...encoder, ...encoder.withoutContext },
      }),
    }),
    score: (batch) => scoreAll(recommender, scorer.each, batch),
    scoreCandidates: (history, candidates, times) => scoreCandidates(recommender, history, candidates, times),
    scoreShortlist: (history, question) => scoreShortlist(recommender, history, question),
    ranksByPopularity: (history) => isUnread(recommender, encoder.lastItems(history)),
    ...(blend !== null && {
      networkScores: async (history: Uint32Array, items: Uint32Array, times?: HistoryTimes) =>
        scoreSome(recommender, await encoder.encode(history, times), items, undefined),
    }),
    itemVectors: outputVectors,
    embed: encoder.encodeAll,
    close: async () => {
      await encoder.close();
      await scorer.close();
    },
  };
}

/** Scores of the whole catalogue, row-major [B × I]. */
async function scoreAll(
  recommender: Recommender,
  score: ItemScorer['all'] | ItemScorer['each'],
  batch: ModelBatch,
): Promise<Float32Array> {
  const { encoder, memory, unknown, blend, popularOffset } = recommender;
  const I = memory.items;
  const scores = await score(await encoder.encodeAll(batch));
  for (let row = 0; row + 1 < batch.offsets.length; row++) {
    const own = scores.subarray(row * I, (row + 1) * I);
    const history = encoder.lastItems(batch.items.subarray(batch.offsets[row]!, batch.offsets[row + 1]!));
    if (isUnread(recommender, history)) {
      for (let item = 0; item < I; item++) own[item] = memory.popularity[item]! + popularOffset;
      continue;
    }
    const parts = blend?.read(history, null);
    if (parts !== undefined) for (let item = 0; item < I; item++) own[item] = parts.scoreOf(item, own[item]!);
    for (const item of unknown) own[item] = UNKNOWN_SCORE;
  }
  return scores;
}

async function scoreCandidates(
  recommender: Recommender,
  history: Uint32Array,
  candidates: Uint32Array,
  times?: HistoryTimes,
): Promise<Float32Array> {
  const { encoder, memory, blend, popularOffset } = recommender;
  if (isUnread(recommender, encoder.lastItems(history)))
    return Float32Array.from(candidates, (item) => memory.popularity[item]! + popularOffset);
  const state = await encoder.encode(history, times);
  return scoreSome(recommender, state, candidates, blend?.read(encoder.lastItems(history), candidates));
}

async function scoreShortlist(
  recommender: Recommender,
  history: Uint32Array,
  { times, ...asked }: ShortlistQuestion,
): Promise<Shortlist | null> {
  const { encoder, memory, blend } = recommender;
  if (!isWorthScanning(asked.among?.length ?? memory.items, asked.limit)) return null;
  if (isUnread(recommender, encoder.lastItems(history))) return null;
  const state = await encoder.encode(history, times);
  const parts = blend?.read(encoder.lastItems(history), asked.among);
  const items = likelyItems(memory, state, { ...asked, parts });
  return { items, scores: scoreSome(recommender, state, items, parts) };
}

/** Whether nothing is read from the history, which is one that the network reads. */
function isUnread({ blend }: Recommender, history: Uint32Array): boolean {
  return history.length === 0 || (blend?.isSilent(history) ?? false);
}

function scoreSome(
  { scorer, unknown }: Recommender,
  state: Float32Array,
  items: Uint32Array,
  parts: BlendReading | undefined,
): Float32Array {
  const scores = scorer.some(state, items);
  for (const [at, item] of items.entries())
    scores[at] = unknown.has(item) ? UNKNOWN_SCORE : (parts?.scoreOf(item, scores[at]!) ?? scores[at]!);
  return scores;
}

function unknownItems(memory: ScorerMemory): ReadonlySet<number> {
  const unknown = new Set<number>();
  for (let item = 0; item < memory.items; item++) if (!isScored(memory, item)) unknown.add(item);
  return unknown;
}
