/**
 * Opens the network of a fitted retriever in this thread: the ONNX sessions that encode histories and score
 * the codes of a step.
 *
 * B histories, I items, D width of a vector.
 */
import { openSession, ortTensor, type SessionOptions } from '../../../../engines/tensor/onnx/open-session.ts';
import type { ModelFiles } from '../architecture.ts';
import type { Decoder } from './decoder.ts';
import { type RetrieverContent, stepFile } from './model-files.ts';
import { prefixName } from './retriever-graph.ts';

export interface RetrieverNetwork {
  /** The states after the histories [B × D], encoded together; only the ends of long histories are read. */
  statesOf(histories: readonly Uint32Array[]): Promise<Float32Array>;
  /** The decoder for histories with these states [B × D]. */
  decoderOf(states: Float32Array): Decoder;
  close(): Promise<void>;
}

/** Throws an Error if an ONNX file is missing or damaged. */
export async function openNetwork(
  files: ModelFiles,
  { shape, numbers, vectors }: Pick<RetrieverContent, 'shape' | 'numbers' | 'vectors'>,
  options: Pick<SessionOptions, 'threads'>,
): Promise<RetrieverNetwork> {
  const { width: D, historyLength, sizes } = shape;
  const I = numbers.length;
  const reader = await openSession(files.get('model.onnx')!, options);
  const steps = await Promise.all(sizes.map((_, step) => openSession(files.get(stepFile(step))!, options)));
  const table = ortTensor('float32', vectors, [I + 1, D]);
  return {
    statesOf,
    decoderOf,
    close: async () => {
      for (const session of [reader, ...steps]) await session.release();
    },
  };

  async function statesOf(histories: readonly Uint32Array[]): Promise<Float32Array> {
    const read = histories.map((history) => history.subarray(Math.max(0, history.length - historyLength)));
    const T = 1 + read.reduce((longest, { length }) => Math.max(longest, length), 0);
    const items = new Int32Array(read.length * T).fill(I);
    for (const [row, history] of read.entries()) items.set(history, row * T + 1);
    const places = Int32Array.from(read, ({ length }, row) => row * T + length);
    const { states } = await reader.run({
      items: ortTensor('int32', items, [read.length, T]),
      places: ortTensor('int32', places, [read.length]),
      vectors: table,
    });
    return states!.data as Float32Array;
  }

  function decoderOf(states: Float32Array): Decoder {
    const given = ortTensor('float32', states, [states.length / D, D]);
    return {
      sizes,
      step: async (step, { histories, prefixes }) => {
        const column = (values: Int32Array) => ortTensor('int32', values, [values.length]);
        const codes = prefixes.map((prefix, earlier) => [prefixName(step, earlier), column(prefix)] as const);
        const feeds = { states: given, histories: column(histories), ...Object.fromEntries(codes) };
        return (await steps[step]!.run(feeds)).logits!.data as Float32Array;
      },
    };
  }
}
