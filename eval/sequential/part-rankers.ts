/** The parts of a blend, each ranking alone, with links as a model keeps them. */
import type { AutoencoderFits } from '../../src/behaviour/sequence-models/baselines/autoencoder-fits.ts';
import { hasRepeats } from '../../src/behaviour/sequence-models/baselines/own-frequency.ts';
import { constantRanker, countItems } from '../../src/behaviour/sequence-models/baselines/popularity.ts';
import type { HistoryBatch, Ranker } from '../../src/behaviour/sequence-models/evaluation/ranker.ts';
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import {
  type LinkPartName,
  linkPartNames,
  linkParts,
} from '../../src/behaviour/sequence-models/models/sequential/blend/blend.ts';
import { fitLinks } from '../../src/behaviour/sequence-models/models/sequential/blend/fit-links.ts';
import {
  type ItemLinks,
  LinkSums,
} from '../../src/behaviour/sequence-models/models/sequential/blend/item-links.ts';
import { recentCounts } from '../../src/behaviour/sequence-models/models/sequential/blend/recent-popularity.ts';

interface Options {
  /** The window of recent popularity; absent: the part is left out. */
  readonly recentWindowDays: number | undefined;
  readonly threads: number;
  readonly maxMemoryBytes: number;
  readonly autoencoders?: AutoencoderFits;
}

/** Without the network. Parts that are not fitted are left out. */
export async function partRankers(train: Histories, { recentWindowDays, ...context }: Options) {
  const { signal } = new AbortController();
  const wanted = [
    ...(['ease', 'neighbours', 'markov'] as const),
    ...(hasRepeats(train) ? (['own'] as const) : []),
  ];
  const { links } = await fitLinks(train, wanted, { ...context, signal });
  const linked = linkPartNames.flatMap((name) => {
    const own = links[linkParts[name].links];
    return own === undefined ? [] : [linkRanker(name, own, train.itemIds.length)];
  });
  const recent =
    recentWindowDays === undefined
      ? []
      : [constantRanker('part: recent_popularity', Float64Array.from(recentCounts(train, recentWindowDays)))];
  return [...linked, constantRanker('part: popularity', countItems(train)), ...recent];
}

function linkRanker(name: LinkPartName, links: ItemLinks, I: number): Ranker {
  const sums = new LinkSums(links, linkParts[name].reads);
  const score = ({ offsets, items }: HistoryBatch) => {
    const scores = new Float64Array((offsets.length - 1) * I);
    for (let row = 0; row + 1 < offsets.length; row++) {
      sums.add(items.subarray(offsets[row]!, offsets[row + 1]!));
      for (const item of sums.touched) scores[row * I + item] = sums.sums[item]!;
    }
    return scores;
  };
  return { name: `part: ${name}`, score };
}
