/** Recall of rankers by how many training events the target has. */
import { countItems } from '../../src/behaviour/sequence-models/baselines/popularity.ts';
import { recallAt } from '../../src/behaviour/sequence-models/evaluation/rank-metrics.ts';
import type { Ranked } from '../../src/behaviour/sequence-models/evaluation/rank-targets.ts';
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import { type Cases, caseCount, targetItem } from '../../src/behaviour/sequence-models/splits/split.ts';

/** The fewest events of a group of targets; it ends before the next one. */
const FROM = [0, 1, 5, 10, 30] as const;
const CUTOFF = 10;

export interface PopularityGroup {
  readonly fromEvents: number;
  /** Exclusive; null: no end. */
  readonly toEvents: number | null;
  readonly cases: number;
  /** R@10; null without cases. */
  readonly recall: number | null;
}

export function recallByPopularity(
  train: Histories,
  cases: Cases,
  { ranks }: Pick<Ranked, 'ranks'>,
): readonly PopularityGroup[] {
  const counts = countItems(train);
  const hits = recallAt(ranks, CUTOFF);
  return FROM.map((fromEvents, group) => {
    const toEvents = FROM[group + 1] ?? null;
    let [found, all] = [0, 0];
    for (let which = 0; which < caseCount(cases); which++) {
      const count = counts[targetItem(cases, which)]!;
      if (count < fromEvents || (toEvents !== null && count >= toEvents)) continue;
      all++;
      found += hits[which]!;
    }
    return { fromEvents, toEvents, cases: all, recall: all === 0 ? null : found / all };
  });
}
