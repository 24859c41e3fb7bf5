/** Baselines. Each returns the scores of all companies for one investor; higher is better. */
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import type { Market } from './market.ts';

const YEAR_MS = 365.25 * 86_400_000;

/** Scores of all companies [C] for an investor. */
export type Ranker = (investor: number) => Float64Array;

export function random({ companies }: Market, seed = 1): Ranker {
  return (investor) => {
    const drawn = new SeededRandom(seed * 1_000_003 + investor);
    return Float64Array.from(companies, () => drawn.uniform());
  };
}

/** Popularity: the number of a company's investors. */
export function popularity({ companies, edgeCompany }: Market): Ranker {
  const counts = new Float64Array(companies.length);
  for (const company of edgeCompany) counts[company]!++;
  return () => counts;
}

/** Popularity with investors weighted by e^(−age / years). */
export function recentPopularity(market: Market, years: number): Ranker {
  const counts = new Float64Array(market.companies.length);
  const decayed = edgeDecay(market, years);
  for (const [edge, company] of market.edgeCompany.entries()) counts[company]! += decayed[edge]!;
  return () => counts;
}

export interface NeighbourSettings {
  /** Added to the denominator of the cosine: neighbours by a single common company count less. */
  readonly shrink: number;
  /** Decay time of a neighbour's deals, in years. */
  readonly years: number;
  /** Number of nearest neighbours. */
  readonly nearest: number;
}

/**
 * Nearest neighbours by co-investment. The similarity of two investors is common / (√(held₁ · held₂) +
 * shrink). A company scores the sum of the similarities of its investors, each decayed by the age of the
 * deal.
 */
export function coInvestors(market: Market, { shrink, years, nearest }: NeighbourSettings): Ranker {
  const { investors, companies, edgeInvestor, edgeCompany, held } = market;
  const decayed = edgeDecay(market, years);
  const edgesOf = Array.from(investors, (): number[] => []);
  const backersOf = Array.from(companies, (): number[] => []);
  for (const [edge, company] of edgeCompany.entries()) {
    edgesOf[edgeInvestor[edge]!]!.push(edge);
    backersOf[company]!.push(edgeInvestor[edge]!);
  }
  return (investor) => {
    const common = new Map<number, number>();
    for (const company of held[investor]!)
      for (const other of backersOf[company]!)
        if (other !== investor) common.set(other, (common.get(other) ?? 0) + 1);
    const neighbours = [...common]
      .map(([other, count]) => ({
        other,
        alike: count / (Math.sqrt(held[investor]!.size * held[other]!.size) + shrink),
      }))
      .sort((a, b) => b.alike - a.alike)
      .slice(0, nearest);
    const scores = new Float64Array(companies.length);
    for (const { other, alike } of neighbours)
      for (const edge of edgesOf[other]!) scores[edgeCompany[edge]!]! += alike * decayed[edge]!;
    return scores;
  };
}

function edgeDecay({ atMs, edgeAtMs }: Market, years: number): Float64Array {
  return edgeAtMs.map((at) => Math.exp(-(atMs - at) / (years * YEAR_MS)));
}
