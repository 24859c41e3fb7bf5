/**
 * A simple architecture for tests of serving, in place of `models/architectures.ts`. The score of an item is
 * the number of times it followed the history's last item, plus a hundredth of its popularity. An embedding
 * is the share of each item in the history.
 */
import type { ModelBatch, ModelFiles, OpenModel } from '../../models/architecture.ts';
import type { LoadArchitecture } from '../../models/architectures.ts';

export interface ToyModel {
  /** How often the column's item followed the row's item [I × I]. */
  readonly followers: readonly (readonly number[])[];
  readonly popularity: readonly number[];
  readonly canEmbed: boolean;
  /** Item vectors [I × I]. */
  readonly vectors?: readonly number[];
  /** Whether a request for an embedding ends the thread. */
  readonly isDeadly?: boolean;
  /** Whether the milliseconds since the newest event are added to every score. */
  readonly readsTimes?: boolean;
}

export function toyFiles(model: ToyModel): ModelFiles {
  return new Map([['model.onnx', Buffer.from(JSON.stringify(model))]]);
}

const MAX_HISTORY = 3;

export const loadArchitecture: LoadArchitecture = async (name) => ({
  name,
  capabilities: ['predict', 'embed'],
  complete: () => ({ settings: { epochs: 1 }, reasons: [] }),
  fit: () => Promise.reject(new Error('toys are not fitted')),
  open: async (files) => openToy(JSON.parse(Buffer.from(files.get('model.onnx')!).toString()) as ToyModel),
});

function openToy({ followers, popularity, canEmbed, vectors, isDeadly, readsTimes }: ToyModel): OpenModel {
  const I = popularity.length;
  const score = async (batch: ModelBatch) => {
    const rows = new Float32Array((batch.offsets.length - 1) * I);
    for (let row = 0; row + 1 < batch.offsets.length; row++) {
      const last = batch.items[batch.offsets[row + 1]! - 1];
      const isEmpty = batch.offsets[row] === batch.offsets[row + 1];
      for (let item = 0; item < I; item++)
        rows[row * I + item] =
          (isEmpty ? 0 : followers[last!]![item]!) + popularity[item]! / 100 + sinceNewest(batch, row);
    }
    return rows;
  };
  const sinceNewest = ({ offsets, timestampsMs, momentsMs }: ModelBatch, row: number) => {
    const newest = timestampsMs?.[offsets[row + 1]! - 1] ?? Number.NaN;
    const since = (momentsMs?.[row] ?? Number.NaN) - newest;
    return readsTimes && !Number.isNaN(since) ? since : 0;
  };
  return {
    capabilities: canEmbed ? ['predict', 'embed'] : ['predict'],
    maxHistoryItems: MAX_HISTORY,
    embeddingDimensions: I,
    memoryBytes: 1000,
    ranker: { name: 'toy', score: (batch) => score(batch) },
    score,
    ...(vectors && { itemVectors: Float32Array.from(vectors) }),
    embed: async (batch) => {
      if (isDeadly) process.exit(3);
      const rows = new Float32Array((batch.offsets.length - 1) * I);
      for (let row = 0; row + 1 < batch.offsets.length; row++) {
        const own = batch.items.subarray(batch.offsets[row]!, batch.offsets[row + 1]!);
        for (const item of own) rows[row * I + item]! += 1 / own.length;
      }
      return rows;
    },
    close: async () => {},
  };
}
