/**
 * A blend of the network with parts that count: EASE over the last items and over the whole history, item-kNN
 * over the last items, a Markov chain, how often the history has the item, popularity, and recent popularity. The
 * score of an item after a history of n items is
 *
 *   Σ over parts of w_part(n) · f_part(item),   w_part(n) = (1 − λ) short + λ long,   λ = λ(n) in [0, 1]
 *
 * where λ grows with the logarithm of n between two lengths. The feature of the network is its score. The
 * feature of a part with links is log(1 + scale · s), where s is the sum of its links from the history. The
 * feature of popularity is log(1 + events); in recent popularity, recent events weigh more. No weight is
 * negative: a part never speaks against an item because others took it.
 *
 * Scores are log-odds: their exponentials are to each other as the chances of the items. An offset makes them
 * add up to about 1.
 */
import type { HistoryReading, ItemLinks } from './item-links.ts';

export type LinkPartName = 'ease_recent' | 'ease_history' | 'neighbours' | 'markov' | 'own_frequency';
/** Parts whose feature does not depend on the history. */
export type CountPartName = 'popularity' | 'recent_popularity';
export type PartName = 'network' | LinkPartName | CountPartName;
/** Two parts may share links. */
export type LinksName = 'ease' | 'neighbours' | 'markov' | 'own';

interface LinkPart {
  readonly links: LinksName;
  /** The decay and the number of the history's last items that are read. */
  readonly reads: HistoryReading;
  /** The scale of the feature log(1 + scale · s). */
  readonly scale: number;
}

/** τ is that of the baselines with recency; items before these have a weight below 10⁻³. */
const recent: HistoryReading = { tau: 1, items: 8 };

export const linkParts: Readonly<Record<LinkPartName, LinkPart>> = {
  ease_recent: { links: 'ease', reads: recent, scale: 300 },
  ease_history: { links: 'ease', reads: { tau: 20, items: 60 }, scale: 300 },
  neighbours: { links: 'neighbours', reads: recent, scale: 30 },
  markov: { links: 'markov', reads: { tau: 1, items: 1 }, scale: 100 },
  own_frequency: { links: 'own', reads: { tau: 10_000, items: 500 }, scale: 100 },
};
export const linkPartNames = Object.keys(linkParts) as readonly LinkPartName[];
export const countPartNames: readonly CountPartName[] = ['popularity', 'recent_popularity'];

/** A weight for short histories and one for long ones. */
export interface PartWeight {
  readonly short: number;
  readonly long: number;
}

export interface BlendWeights {
  /** λ is 0 up to `short` items and 1 from `long` items on. */
  readonly lengths: { readonly short: number; readonly long: number };
  /** A part that is left out has no weight. */
  readonly weights: Readonly<Partial<Record<PartName, PartWeight>>>;
  /** Added to every score; absent: 0. */
  readonly offset?: number;
}

export type BlendLinks = Readonly<Partial<Record<LinksName, ItemLinks>>>;

/** λ(n) in [0, 1]; n is at least 1. */
export function lengthShare(n: number, { short, long }: BlendWeights['lengths']): number {
  if (long <= short) return 0;
  const share = (Math.log(n) - Math.log(short)) / (Math.log(long) - Math.log(short));
  return Math.min(1, Math.max(0, share));
}

export function weightAt({ short, long }: PartWeight, lambda: number): number {
  return (1 - lambda) * short + lambda * long;
}

/** The feature of a part with links. */
export function linkFeature(name: LinkPartName, sum: number): number {
  return Math.log1p(linkParts[name].scale * Math.max(0, sum));
}
