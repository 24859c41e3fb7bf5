/**
 * The network of an open recommender. It encodes histories one at a time. The last bits of ONNX Runtime's
 * results depend on the number of rows, but a history's scores must not depend on its batch. Where the
 * network reads gaps or a context, a history without them is read as in training without them.
 *
 * B histories, I items, D width of a vector, T items of a history, X width of an encoded context.
 */
import { LRUCache } from 'lru-cache';
import { openSession, ortTensor } from '../../../../engines/tensor/onnx/open-session.ts';
import type { HistoryTimes, ModelBatch } from '../architecture.ts';
import { type ContextEncoding, encodeContext } from './context/context-encoding.ts';
import type { RecommenderContent } from './model-files.ts';
import type { NetworkShape } from './recommender-graph.ts';
import { gapsOf } from './time-gaps.ts';

export interface HistoryEncoder {
  /** The items of a history that the network reads. */
  lastItems(history: Uint32Array): Uint32Array;
  /** The history is not empty. The result is not to be changed. [D] */
  encode(history: Uint32Array, times: HistoryTimes | undefined): Promise<Float32Array>;
  /** Zeros for an empty history. [B × D] */
  encodeAll(batch: ModelBatch): Promise<Float32Array>;
  /** The same where no context is known. */
  readonly withoutContext: Pick<HistoryEncoder, 'encodeAll'>;
  close(): Promise<void>;
}

/** The states that stay for further questions about the same history, such as the network's own scores. */
const REMEMBERED = 64;

/** `vectors`: those that the network reads [I × D]. */
export async function openHistoryEncoder(
  network: Uint8Array,
  {
    shape,
    items: I,
    vectors,
    context: encoding,
  }: Pick<RecommenderContent, 'shape' | 'items' | 'vectors' | 'context'>,
  options: { readonly threads: number },
): Promise<HistoryEncoder> {
  const { width: D, historyLength } = shape;
  const session = await openSession(network, options);
  const table = ortTensor('float32', vectors, [I, D]);
  const lastItems = (history: Uint32Array) => history.subarray(Math.max(0, history.length - historyLength));

  const remembered = new LRUCache<string, Float32Array>({ max: REMEMBERED });

  async function encode(history: Uint32Array, times: HistoryTimes | undefined): Promise<Float32Array> {
    const read = Int32Array.from(lastItems(history));
    const T = read.length;
    const lastTimes = times && { ...times, timestampsMs: times.timestampsMs.subarray(history.length - T) };
    const context = contextRow(encoding, times);
    const key = `${read} ${lastTimes?.timestampsMs} ${lastTimes?.momentMs} ${context}`;
    const state = remembered.get(key) ?? (await run(read, lastTimes, context));
    remembered.set(key, state);
    return state;
  }

  async function run(
    read: Int32Array,
    lastTimes: HistoryTimes | undefined,
    context: Float32Array | null,
  ): Promise<Float32Array> {
    const T = read.length;
    const positions = Int32Array.from(read, (_, index) => T - 1 - index);
    const { state } = await session.run({
      items: ortTensor('int32', read, [1, T]),
      positions: ortTensor('int32', positions, [1, T]),
      places: ortTensor('int32', Int32Array.of(T - 1), [1]),
      vectors: table,
      ...gapFeeds(shape, T, lastTimes),
      ...(context && { context: ortTensor('float32', context, [1, 1, context.length]) }),
    });
    return state!.data as Float32Array;
  }

  async function encodeAll({ offsets, items, ...given }: ModelBatch): Promise<Float32Array> {
    const states = new Float32Array((offsets.length - 1) * D);
    for (let row = 0; row + 1 < offsets.length; row++) {
      const [start, end] = [offsets[row]!, offsets[row + 1]!];
      if (end === start) continue;
      const times = timesOfRow(given, row, start, end);
      states.set(await encode(items.subarray(start, end), times), row * D);
    }
    return states;
  }

  return {
    lastItems,
    encode,
    encodeAll,
    withoutContext: { encodeAll: ({ contexts: _, ...batch }) => encodeAll(batch) },
    close: async () => {
      await session.release();
    },
  };
}

function timesOfRow(
  { timestampsMs, momentsMs, contexts }: Omit<ModelBatch, 'offsets' | 'items'>,
  row: number,
  start: number,
  end: number,
): HistoryTimes | undefined {
  const context = contexts?.[row];
  if (timestampsMs === undefined && context === undefined) return undefined;
  return {
    timestampsMs: timestampsMs?.subarray(start, end) ?? new Float64Array(end - start).fill(Number.NaN),
    momentMs: momentsMs?.[row] ?? Number.NaN,
    context,
  };
}

/** Zeros where nothing is known [X]; null: the network reads none. */
function contextRow(encoding: ContextEncoding | null, times: HistoryTimes | undefined): Float32Array | null {
  if (encoding === null) return null;
  const row = new Float32Array(encoding.width);
  if (times?.context !== undefined) encodeContext(encoding, times.context, row);
  return row;
}

function gapFeeds({ gaps: mode, baskets }: NetworkShape, T: number, times: HistoryTimes | undefined) {
  if (mode === undefined) return {};
  const { before, after } = gapsOf(T, times, baskets);
  const gaps = ortTensor('int32', before, [1, T]);
  return mode === 'between' ? { gaps } : { gaps, waits: ortTensor('int32', after, [1, T]) };
}
