/**
 * The scores of some items: by `scoreCandidates` if the model has it, else selected from those of all items.
 */
import type { OpenModel } from '../models/architecture.ts';

/** In the order of `items`. */
export async function scoresOf(
  model: Pick<OpenModel, 'score' | 'scoreCandidates'>,
  history: Uint32Array,
  items: Uint32Array,
): Promise<Float32Array> {
  if (model.scoreCandidates !== undefined) return model.scoreCandidates(history, items);
  const all = await model.score({ offsets: Uint32Array.of(0, history.length), items: history });
  return Float32Array.from(items, (item) => all[item]!);
}
