/** A small problem that a sequential recommender learns whole in a second: people who go round twelve items. */
import { historiesOfRows } from '../../../testing/snapshot-of.ts';
import type { FitContext, FitProblem, ModelFiles } from '../../architecture.ts';
import { sequentialRecommender } from '../sequential-recommender.ts';
import type { SequentialSettings } from '../settings.ts';

export const ROUND = 12;
/** People go round items 0 … 11 from different starts; item 12 has no events. */
export const round = historiesOfRows(
  ROUND + 1,
  Array.from({ length: 60 }, (_, person) =>
    Array.from({ length: 3 + (person % 9) }, (__, n) => [(person * 5 + n) % ROUND, n] as const),
  ),
);

export function problem(changes: Partial<FitProblem<SequentialSettings>> & { given?: object } = {}) {
  const { given = {}, train = round, ...rest } = changes;
  const shape = { people: 60, items: 13, events: 420, medianLength: 7, longLength: 11, hasTexts: true };
  const small = { width: 16, history_length: 6, batch_events: 64, learning_rate: 0.01, epochs: 4 };
  const { settings } = sequentialRecommender.complete({ ...small, ...given }, shape);
  return {
    catalogue: { itemIds: train.itemIds, textVectors: null, createdAtMs: null },
    train,
    validation: null,
    settings,
    base: null,
    codes: null,
    seed: 3,
    ...rest,
  } satisfies FitProblem<SequentialSettings>;
}

export function fitContext(changes: Partial<FitContext> = {}): FitContext {
  return {
    signal: new AbortController().signal,
    threads: 1,
    maxMemoryBytes: 4e9,
    checkpointPath: null,
    onProgress: () => {},
    ...changes,
  };
}

export const fitted = async (changes: Parameters<typeof problem>[0] = {}) =>
  (await sequentialRecommender.fit(problem(changes), fitContext())).files;
export const opened = (files: ModelFiles) => sequentialRecommender.open(files, { threads: 1 });
export const batchOf = (...histories: readonly (readonly number[])[]) => ({
  offsets: Uint32Array.from([0, ...histories.map((_, row) => histories.slice(0, row + 1).flat().length)]),
  items: Uint32Array.from(histories.flat()),
});
