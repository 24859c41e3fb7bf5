/**
 * The scores of some items: by `scoreCandidates` if the model has it, else selected from those of all items.
 */
import type { HistoryTimes, OpenModel } from '../models/architecture.ts';

export interface ReadHistory {
  readonly history: Uint32Array;
  /** Default: unknown. */
  readonly times?: HistoryTimes | undefined;
}

/** In the order of `items`. */
export async function scoresOf(
  model: Pick<OpenModel, 'score' | 'scoreCandidates'>,
  { history, times }: ReadHistory,
  items: Uint32Array,
): Promise<Float32Array> {
  if (model.scoreCandidates !== undefined) return model.scoreCandidates(history, items, times);
  const all = await model.score({
    offsets: Uint32Array.of(0, history.length),
    items: history,
    ...(times && {
      timestampsMs: times.timestampsMs,
      momentsMs: Float64Array.of(times.momentMs),
      contexts: [times.context],
    }),
  });
  return Float32Array.from(items, (item) => all[item]!);
}
