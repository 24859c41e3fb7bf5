/** The EASE that a blended recommender stores, as a ranker beside it. */
import type { HistoryBatch, Ranker } from '../../src/behaviour/sequence-models/evaluation/ranker.ts';
import type { ModelFiles } from '../../src/behaviour/sequence-models/models/architecture.ts';
import { linkParts } from '../../src/behaviour/sequence-models/models/sequential/blend/blend.ts';
import { LinkSums } from '../../src/behaviour/sequence-models/models/sequential/blend/item-links.ts';
import { readFiles } from '../../src/behaviour/sequence-models/models/sequential/model-files.ts';

/** EASE with recency by the weights that the model keeps; empty if its blend has no EASE. */
export function storedEase(files: ModelFiles): readonly Ranker[] {
  const { blend, items: I } = readFiles(files);
  const links = blend?.links.ease;
  if (links === undefined) return [];
  const sums = new LinkSums(links, linkParts.ease_recent.reads);
  const score = ({ offsets, items }: HistoryBatch) => {
    const scores = new Float64Array((offsets.length - 1) * I);
    for (let row = 0; row + 1 < offsets.length; row++) {
      sums.add(items.subarray(offsets[row]!, offsets[row + 1]!));
      for (const item of sums.touched) scores[row * I + item] = sums.sums[item]!;
    }
    return scores;
  };
  return [{ name: 'EASE, recency, as kept by the model', score }];
}
