/**
 * Opens a fitted recommender in this thread. Histories are encoded one at a time: the last bits of ONNX
 * Runtime's results depend on the number of rows, and a history's scores must not depend on its batch.
 *
 * An empty history ranks the items by popularity. An item of which nothing is known comes last. Where the
 * network reads gaps, a history without times is read as in training without them.
 *
 * B histories, I items, D width of a vector, T items of a history.
 */
import { openSession, ortTensor } from '../../../tensor/onnx/session.ts';
import type { HistoryTimes, ModelBatch, ModelFiles, OpenModel } from '../architecture.ts';
import { openBlend } from './blend/blend-scorer.ts';
import { countFeature } from './blend/recent-popularity.ts';
import { encoderOf, type RecommenderContent, readFiles } from './model-files.ts';
import { type ItemScorer, openItemScorer } from './score-items.ts';
import { gapsOf } from './time-gaps.ts';

/** Below every score, and finite: JSON has no infinity. */
const UNKNOWN_SCORE = -1e9;

interface Options {
  readonly threads: number;
  /** The ranker's name in reports. */
  readonly name?: string;
}

/** Throws an Error if files are missing or damaged. */
export function openRecommender(files: ModelFiles, options: Options): Promise<OpenModel> {
  return open(readFiles(files), files.get('model.onnx')!, options);
}

/** Opens what `writeFiles` would write. A large table is then in memory once, and not also as bytes of a file. */
export function openContent(content: RecommenderContent, options: Options): Promise<OpenModel> {
  return open(content, encoderOf(content), options);
}

async function open(content: RecommenderContent, encoder: Uint8Array, options: Options): Promise<OpenModel> {
  const { shape, items: I, vectors, outputVectors, counts } = content;
  const { width: D, historyLength } = shape;
  const reader = await openSession(encoder, options);
  const scorer = await openItemScorer(outputVectors, D, options);
  const table = ortTensor('float32', vectors, [I, D]);
  const popularity = countFeature(counts);
  const unknown = unknownItems(outputVectors, I);
  const blend = content.blend === null ? null : openBlend(content.blend, popularity);

  return {
    capabilities: ['predict', 'embed'],
    maxHistoryItems: historyLength,
    embeddingDimensions: D,
    memoryBytes:
      vectors.byteLength +
      (outputVectors === vectors ? 0 : outputVectors.byteLength) +
      8 * I +
      (blend?.memoryBytes ?? 0),
    ranker: {
      name: options.name ?? 'sequential-recommender',
      score: (batch) => scoreBy(scorer.all, batch),
    },
    score: (batch) => scoreBy(scorer.each, batch),
    scoreCandidates,
    itemVectors: outputVectors,
    embed,
    close: async () => {
      await reader.release();
      await scorer.close();
    },
  };

  async function scoreBy(score: ItemScorer['all'], batch: ModelBatch): Promise<Float32Array> {
    const B = batch.offsets.length - 1;
    const scores = await score(await embed(batch));
    for (let row = 0; row < B; row++) {
      const own = scores.subarray(row * I, (row + 1) * I);
      const history = lastItems(batch.items.subarray(batch.offsets[row]!, batch.offsets[row + 1]!));
      if (history.length === 0) {
        own.set(popularity);
        continue;
      }
      blend?.blendAll(history, own);
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
    const scores = await scorer.some(await stateOf(history, times), candidates);
    blend?.blendSome(lastItems(history), candidates, scores);
    for (const [at, item] of candidates.entries()) if (isUnknown(item)) scores[at] = UNKNOWN_SCORE;
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
function unknownItems(vectors: Float32Array, I: number): ReadonlySet<number> {
  const D = vectors.length / I;
  const unknown = new Set<number>();
  for (let item = 0; item < I; item++)
    if (vectors.subarray(item * D, (item + 1) * D).every((value) => value === 0)) unknown.add(item);
  return unknown;
}
