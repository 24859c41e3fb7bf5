/**
 * Fits the links of a blend to training histories. Links that would need too much memory or work are left
 * out, with the reason.
 *
 * I items, K of them with events.
 */
import { createAutoencoderFits } from '../../../baselines/autoencoder-fits.ts';
import { itemSimilarity } from '../../../baselines/item-similarity.ts';
import { markovCounts } from '../../../baselines/markov.ts';
import type { Histories } from '../../../histories/histories.ts';
import type { FitContext } from '../../architecture.ts';
import type { BlendLinks, LinksName } from './blend.ts';
import { type ItemLinks, type LinkRow, largestLinks } from './item-links.ts';

export interface FittedLinks {
  readonly links: BlendLinks;
  /** The share of the squared weights that the links keep, 0..1. */
  readonly keptShares: Readonly<Partial<Record<LinksName, number>>>;
  readonly leftOut: readonly { readonly name: LinksName; readonly reason: string }[];
}

/** The largest weights of each row are kept. */
const EASE_WIDTH = 200;
const WIDTH = 100;

/** Throws `signal.reason`. */
export async function fitLinks(
  train: Histories,
  wanted: readonly LinksName[],
  given: Pick<FitContext, 'threads' | 'signal' | 'maxMemoryBytes' | 'autoencoders'>,
): Promise<FittedLinks> {
  const context = { ...given, autoencoders: given.autoencoders ?? createAutoencoderFits() };
  const links: Partial<Record<LinksName, ItemLinks>> = {};
  const keptShares: Partial<Record<LinksName, number>> = {};
  const leftOut: { name: LinksName; reason: string }[] = [];
  for (const name of wanted) {
    context.signal.throwIfAborted();
    const { maxMemoryBytes } = context;
    const reason = name === 'ease' ? context.autoencoders.reasonAgainst(train, { maxMemoryBytes }) : null;
    if (reason !== null) leftOut.push({ name, reason });
    else {
      const fitted = await fitters[name](train, context);
      links[name] = fitted.links;
      keptShares[name] = fitted.keptShare;
    }
  }
  return { links, keptShares, leftOut };
}

type Context = Required<Parameters<typeof fitLinks>[2]>;
type Fitter = (train: Histories, context: Context) => Promise<ReturnType<typeof largestLinks>>;

const fitters: Readonly<Record<LinksName, Fitter>> = {
  ease: async (train, { autoencoders, threads, signal }) => {
    const { items, weights } = await autoencoders.fit(train, { threads, signal });
    const K = items.length;
    const rowOf = new Int32Array(train.itemIds.length).fill(-1);
    for (const [row, item] of items.entries()) rowOf[item] = row;
    return largestLinks(train.itemIds.length, EASE_WIDTH, (item) =>
      rowOf[item] === -1
        ? nothing
        : { items, weights: weights.subarray(rowOf[item]! * K, (rowOf[item]! + 1) * K) },
    );
  },
  neighbours: async (train) => {
    const { row } = itemSimilarity(train);
    return largestLinks(train.itemIds.length, WIDTH, (item) => {
      const { items, cosines } = row(item);
      return { items, weights: cosines };
    });
  },
  markov: async (train) => {
    const counts = markovCounts(train);
    return largestLinks(train.itemIds.length, WIDTH, (item) => shares(counts.row(item)));
  },
  own: async (train) => largestLinks(train.itemIds.length, 1, (item) => ({ items: [item], weights: [1] })),
};

const nothing: LinkRow = { items: [], weights: [] };

/** The counts divided by one more than their sum. */
function shares({ items, counts }: ReturnType<ReturnType<typeof markovCounts>['row']>): LinkRow {
  const sum = counts.reduce((all, count) => all + count, 0);
  return { items, weights: Float64Array.from(counts, (count) => count / (sum + 1)) };
}
