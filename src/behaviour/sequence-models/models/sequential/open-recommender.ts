/**
 * Opens a fitted recommender in this thread. Histories are encoded one at a time. The last bits of ONNX
 * Runtime's results depend on the number of rows, but a history's scores must not depend on its batch.
 *
 * An empty history ranks the items by popularity. An item of which nothing is known comes last. Where the
 * network reads gaps, a history without times is read as in training without them.
 *
 * B histories, I items, D width of a vector, T items of a history.
 */
import { openSession, ortTensor } from '../../../../engines/tensor/onnx/open-session.ts';
import {
  type HistoryTimes,
  type ModelBatch,
  type ModelFiles,
  type OpenModel,
  type Shortlist,
  type ShortlistQuestion,
  UNKNOWN_SCORE,
} from '../architecture.ts';
import { type BlendReading, openBlend } from './blend/blend-scorer.ts';
import { countFeature } from './blend/recent-popularity.ts';
import { encoderOf, type RecommenderContent, readFiles } from './model-files.ts';
import { isWorthScanning, likelyItems } from './scores/likely-items.ts';
import { type ItemScorer, openItemScorer } from './scores/score-items.ts';
import { isScored, type ScorerMemory, scorerMemory } from './scores/scorer-memory.ts';
import { gapsOf } from './time-gaps.ts';

interface Options {
  readonly threads: number;
  /** The ranker's name in reports. */
  readonly name?: string;
}

/** Throws an Error if files are missing or damaged. */
export function openRecommender(files: ModelFiles, options: Options): Promise<OpenModel> {
  return open(readFiles(files), files.get('model.onnx')!, options);
}

/**
 * Opens a model without writing its files first. A large table is then not also in memory as bytes of a file.
 */
export function openContent(content: RecommenderContent, options: Options): Promise<OpenModel> {
  return open(content, encoderOf(content), options);
}

async function open(content: RecommenderContent, encoder: Uint8Array, options: Options): Promise<OpenModel> {
  const { shape, items: I, counts } = content;
  const { width: D, historyLength } = shape;
  const reader = await openSession(encoder, options);
  const popularity = countFeature(counts);
  const memory = scorerMemory(content.outputVectors, D, popularity);
  const scorer = openItemScorer(memory, D, options);
  const outputVectors = memory.width === D ? memory.vectors : content.outputVectors;
  const isShared = content.outputVectors === content.vectors;
  const vectors = isShared ? outputVectors : content.vectors;
  const table = ortTensor('float32', vectors, [I, D]);
  const unknown = unknownItems(memory);
  const blend = content.blend === null ? null : openBlend(content.blend, popularity);
  const heldApart = (isShared ? [outputVectors] : [outputVectors, vectors])
    .filter((one) => one !== memory.vectors)
    .reduce((sum, { byteLength }) => sum + byteLength, 0);

  return {
    capabilities: ['predict', 'embed'],
    maxHistoryItems: historyLength,
    embeddingDimensions: D,
    memoryBytes: memory.bytes + heldApart + 4 * I + (blend?.memoryBytes ?? 0),
    ranker: {
      name: options.name ?? 'sequential-recommender',
      score: (batch) => scoreBy(scorer.all, batch),
    },
    score: (batch) => scoreBy(scorer.each, batch),
    scoreCandidates,
    scoreShortlist,
    itemVectors: outputVectors,
    embed,
    close: async () => {
      await reader.release();
      await scorer.close();
    },
  };

  async function scoreBy(
    score: ItemScorer['all'] | ItemScorer['each'],
    batch: ModelBatch,
  ): Promise<Float32Array> {
    const B = batch.offsets.length - 1;
    const scores = await score(await embed(batch));
    for (let row = 0; row < B; row++) {
      const own = scores.subarray(row * I, (row + 1) * I);
      const history = lastItems(batch.items.subarray(batch.offsets[row]!, batch.offsets[row + 1]!));
      if (history.length === 0) {
        own.set(popularity);
        continue;
      }
      const parts = blend?.read(history, null);
      if (parts !== undefined)
        for (let item = 0; item < I; item++) own[item] = parts.scoreOf(item, own[item]!);
      for (const item of unknown) own[item] = UNKNOWN_SCORE;
    }
    return scores;
  }

  async function scoreCandidates(
    history: Uint32Array,
    candidates: Uint32Array,
    times?: HistoryTimes,
  ): Promise<Float32Array> {
    if (history.length === 0) return Float32Array.from(candidates, (item) => popularity[item]!);
    const state = await stateOf(history, times);
    return scoresOf(state, candidates, blend?.read(lastItems(history), candidates));
  }

  async function scoreShortlist(
    history: Uint32Array,
    { times, ...asked }: ShortlistQuestion,
  ): Promise<Shortlist | null> {
    if (history.length === 0 || !isWorthScanning(asked.among?.length ?? I, asked.limit)) return null;
    const state = await stateOf(history, times);
    const parts = blend?.read(lastItems(history), asked.among);
    const items = likelyItems(memory, state, { ...asked, parts });
    return { items, scores: scoresOf(state, items, parts) };
  }

  function scoresOf(state: Float32Array, items: Uint32Array, parts: BlendReading | undefined): Float32Array {
    const scores = scorer.some(state, items);
    for (const [at, item] of items.entries())
      scores[at] = isUnknown(item) ? UNKNOWN_SCORE : (parts?.scoreOf(item, scores[at]!) ?? scores[at]!);
    return scores;
  }

  async function embed({ offsets, items, timestampsMs, momentsMs }: ModelBatch): Promise<Float32Array> {
    const states = new Float32Array((offsets.length - 1) * D);
    for (let row = 0; row + 1 < offsets.length; row++) {
      const [start, end] = [offsets[row]!, offsets[row + 1]!];
      const times = timestampsMs && {
        timestampsMs: timestampsMs.subarray(start, end),
        momentMs: momentsMs?.[row] ?? Number.NaN,
      };
      if (end > start) states.set(await stateOf(items.subarray(start, end), times), row * D);
    }
    return states;
  }

  async function stateOf(history: Uint32Array, times: HistoryTimes | undefined): Promise<Float32Array> {
    const read = Int32Array.from(lastItems(history));
    const T = read.length;
    const lastTimes = times && { ...times, timestampsMs: times.timestampsMs.subarray(history.length - T) };
    const { state } = await reader.run({
      items: ortTensor('int32', read, [1, T]),
      positions: ortTensor(
        'int32',
        Int32Array.from(read, (_, index) => T - 1 - index),
        [1, T],
      ),
      places: ortTensor('int32', Int32Array.of(T - 1), [1]),
      vectors: table,
      ...gapFeeds(T, lastTimes),
    });
    return state!.data as Float32Array;
  }

  function gapFeeds(T: number, times: HistoryTimes | undefined) {
    if (shape.gaps === undefined) return {};
    const { before, after } = gapsOf(T, times);
    const gaps = ortTensor('int32', before, [1, T]);
    return shape.gaps === 'between' ? { gaps } : { gaps, waits: ortTensor('int32', after, [1, T]) };
  }

  function lastItems(history: Uint32Array): Uint32Array {
    return history.subarray(Math.max(0, history.length - historyLength));
  }

  function isUnknown(item: number): boolean {
    return unknown.has(item);
  }
}

/** Items of which nothing is known: their vectors are zeros. */
function unknownItems(memory: ScorerMemory): ReadonlySet<number> {
  const unknown = new Set<number>();
  for (let item = 0; item < memory.items; item++) if (!isScored(memory, item)) unknown.add(item);
  return unknown;
}
