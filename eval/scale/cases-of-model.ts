/** The cases that a blend is chosen by, of a recommender that is trained without the last item of each person. */
import type { Snapshot } from '../../src/behaviour/datasets/snapshot/read-snapshot.ts';
import { shapeOf } from '../../src/behaviour/sequence-models/adaptation/data-shape.ts';
import { countItems } from '../../src/behaviour/sequence-models/baselines/popularity.ts';
import type { ScoringRanker } from '../../src/behaviour/sequence-models/evaluation/ranker.ts';
import { collectHistories } from '../../src/behaviour/sequence-models/histories/collect-histories.ts';
import { fitForSplit } from '../../src/behaviour/sequence-models/models/fit-for-split.ts';
import {
  type BlendCases,
  blendCases,
} from '../../src/behaviour/sequence-models/models/sequential/blend/blend-cases.ts';
import { fitLinks } from '../../src/behaviour/sequence-models/models/sequential/blend/fit-links.ts';
import {
  countFeature,
  recentCounts,
} from '../../src/behaviour/sequence-models/models/sequential/blend/recent-popularity.ts';
import { sequentialRecommender } from '../../src/behaviour/sequence-models/models/sequential/sequential-recommender.ts';
import { leaveOneOut } from '../../src/behaviour/sequence-models/splits/leave-one-out.ts';
import { catalogueOf } from '../sequential/catalogue-of.ts';
import { tellEpochs } from '../sequential/tell-epochs.ts';

const MOST_MEMORY = 8 * 2 ** 30;
const RECENT_DAYS = 30;

interface Asked {
  readonly settings: unknown;
  readonly seed: number;
  readonly threads: number;
}

export async function casesOfModel(
  snapshot: Snapshot,
  { settings: given, seed, threads }: Asked,
): Promise<BlendCases> {
  const histories = await collectHistories(snapshot);
  const catalogue = await catalogueOf(snapshot);
  const hasTexts = catalogue.textVectors !== null;
  const shape = shapeOf(histories, catalogue.itemIds.length, hasTexts, snapshot.features.items);
  const { settings } = sequentialRecommender.complete(given, shape);
  const { signal } = new AbortController();
  const context = { seed, threads, signal, maxMemoryBytes: MOST_MEMORY };
  const problem = {
    ...context,
    ...{ architecture: sequentialRecommender, name: 'model', catalogue, settings, base: null, codes: null },
    ...{ checkpointPathOf: () => null, onProgress: tellEpochs() },
  };
  const split = leaveOneOut(histories);
  const fitted = await fitForSplit(problem)(split, 'imported');
  try {
    const network = (fitted.parts[0] ?? fitted.ranker) as ScoringRanker;
    const { links } = await fitLinks(split.train, ['ease', 'neighbours', 'markov'], context);
    const counted = {
      popularity: countFeature(Float32Array.from(countItems(split.train))),
      recent_popularity: countFeature(recentCounts(split.train, RECENT_DAYS)),
    };
    const ranked = {
      network,
      links,
      counted,
      maxHistoryItems: settings.historyLength,
      seen: 'masked',
      seed,
    } as const;
    return await blendCases(split.test, ranked, signal);
  } finally {
    await fitted.close();
  }
}
