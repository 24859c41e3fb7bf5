/**
 * The trained cross encoder of a ranking model. It is an ONNX file that reads both profiles of a pair
 * together, and the vocabulary of its input tokens.
 */
import { openSession, ortTensor } from '../../../engines/tensor/onnx/open-session.ts';
import type { Batch } from '../../../engines/tensor/training/batch.ts';
import { PAIRS_A_BLOCK, type PairOfTokens, pairTokenizer } from './pair-tokenizer.ts';
import type { PairVocabulary } from './pair-vocabulary.ts';

export interface CrossEncoder {
  readonly vocabulary: PairVocabulary;
  /** ONNX; the inputs are those of `pairTokenizer`, the output `points` [B]. */
  readonly model: Uint8Array;
  /**
   * Like `model`, each without the decisions of a third of the people. A later training continues from them
   * and can validate itself on those decisions. Absent where none have been kept apart; never used for
   * serving.
   */
  readonly unseenParts?: readonly Uint8Array[];
}

/** Computes the points of each pair [B], log-odds; on any thread. */
export type ReadBatch = (batch: Batch) => Promise<Float32Array>;

/** Runs on the calling thread and blocks it. */
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

/** Points of all pairs, block after block. */
export async function readBlocks(read: ReadBatch, blocks: readonly Batch[]): Promise<Float32Array> {
  const points: Float32Array[] = [];
  for (const block of blocks) points.push(await read(block));
  const all = new Float32Array(points.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const some of points) {
    all.set(some, from);
    from += some.length;
  }
  return all;
}

/** Points of these pairs, in order. */
export async function readPairs(
  { vocabulary }: CrossEncoder,
  pairs: readonly PairOfTokens[],
  read: ReadBatch,
): Promise<Float64Array> {
  const { batch } = pairTokenizer(vocabulary);
  const points = new Float64Array(pairs.length);
  for (let from = 0; from < pairs.length; from += PAIRS_A_BLOCK) {
    points.set(await read(batch(pairs.slice(from, from + PAIRS_A_BLOCK))), from);
  }
  return points;
}
