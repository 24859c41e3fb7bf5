/**
 * The trained cross encoder of a head: what it adds to the log-odds of a pair in its stage, by both profiles read
 * together. It is a plain ONNX file and the vocabulary that says how a pair becomes its inputs.
 */
import { openSession, ortTensor } from '../../tensor/onnx/session.ts';
import type { Batch } from '../../tensor/training/batch.ts';
import { type PairOfTokens, pairTokenizer } from './pair-tokens.ts';
import type { PairVocabulary } from './pair-vocabulary.ts';

export interface CrossEncoder {
  readonly vocabulary: PairVocabulary;
  /** ONNX; the inputs are those of `pairTokenizer`, the output `points` [B]. */
  readonly model: Uint8Array;
}

/** Log-odds that each pair gets [B], on whichever thread. */
export type ReadBatch = (batch: Batch) => Promise<Float32Array>;

/** Pairs that are read at once: more would only make room for longer padding. */
export const PAIRS_AT_ONCE = 64;

/** On the calling thread, which stands still while it reads. */
export async function openCrossEncoder({
  model,
}: Pick<CrossEncoder, 'model'>): Promise<{ readonly read: ReadBatch; close(): Promise<void> }> {
  const session = await openSession(model);
  return {
    async read(batch) {
      const feeds = Object.fromEntries(
        session.inputNames.map((name) => [name, ortTensorOf(name, batch)] as const),
      );
      const { points } = await session.run(feeds);
      return points!.data as Float32Array;
    },
    close: () => session.release(),
  };
}

function ortTensorOf(name: string, batch: Batch) {
  const { values, shape } = batch[name]!;
  const type = values instanceof Float32Array ? 'float32' : values instanceof Uint8Array ? 'bool' : 'int32';
  return ortTensor(type, values, shape);
}

/** What it adds to each of these pairs, in their order. */
export async function readPairs(
  { vocabulary }: CrossEncoder,
  pairs: readonly PairOfTokens[],
  read: ReadBatch,
): Promise<Float64Array> {
  const { batch } = pairTokenizer(vocabulary);
  const points = new Float64Array(pairs.length);
  for (let from = 0; from < pairs.length; from += PAIRS_AT_ONCE) {
    points.set(await read(batch(pairs.slice(from, from + PAIRS_AT_ONCE))), from);
  }
  return points;
}
