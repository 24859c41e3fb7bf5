import { describe, expect, it } from 'vitest';
import { coInvestors, popularity, recentPopularity } from './baselines.ts';
import { type Market, marketAt } from './market.ts';
import { measureRanker } from './measure-ranker.ts';
import type { Deal } from './read-deals.ts';

const deal = (investor: string, company: string, day: string): Deal => ({
  investor,
  company,
  atMs: Date.parse(day),
  roundUsd: null,
});
const portfolio = (investor: string, companies: string, day: string) =>
  [...companies].map((company) => deal(investor, company, day));

/** Holdings: Ann a to e, Bob a to f, Cy g. Later deals: Ann f and again a, Bob x, Cy a. */
const deals: readonly Deal[] = [
  ...portfolio('Ann', 'abcde', '2010-01-01'),
  ...portfolio('Bob', 'abcdef', '2010-07-01'),
  ...portfolio('Cy', 'g', '2010-12-31'),
  deal('Ann', 'f', '2011-03-01'),
  deal('Ann', 'a', '2011-03-01'),
  deal('Bob', 'x', '2011-04-01'),
  deal('Cy', 'a', '2011-05-01'),
  deal('Bob', 'g', '2012-05-01'),
];

describe('the market on a day', () => {
  const market = marketAt(deals, '2011-01-01');

  it('has no later deals and no later companies', () => {
    expect(market.edgeInvestor.length).toBe(12);
    expect(market.companies).not.toContain('x');
    for (const at of market.edgeAtMs) expect(at).toBeLessThan(market.atMs);
  });

  it('targets first deals within a year, of investors with five companies, in known companies', () => {
    const asked = [...market.next].map(([investor, found]) => [
      market.investors[investor],
      [...found].map((company) => market.companies[company]),
    ]);
    expect(asked).toEqual([['Ann', ['f']]]);
  });

  it('ranks by the holdings of investors with common holdings', () => {
    const score = (ranker: ReturnType<typeof popularity>, company: string) =>
      ranker(market.investors.indexOf('Ann'))[market.companies.indexOf(company)]!;
    const neighbours = coInvestors(market, { shrink: 0, years: 4, nearest: 10 });
    const age = (market.atMs - Date.parse('2010-07-01')) / (365.25 * 86_400_000);
    expect(score(neighbours, 'f')).toBeCloseTo((5 / Math.sqrt(5 * 6)) * Math.exp(-age / 4), 10);
    expect(score(neighbours, 'g')).toBe(0);
    expect(score(popularity(market), 'a')).toBe(2);
    expect(score(recentPopularity(market, 1), 'g')).toBeGreaterThan(score(recentPopularity(market, 1), 'f'));
    expect(measureRanker('', market, neighbours).values).toEqual({ hitRate: 1, ndcg: 1 });
  });

  it('equals the plain definition of neighbours, company by company', () => {
    const settings = { shrink: 2, years: 3, nearest: 10 };
    const found = coInvestors(market, settings);
    for (const investor of market.investors.keys())
      expect([...found(investor)]).toEqual(plainNeighbours(market, investor, settings));
  });
});

function plainNeighbours(market: Market, me: number, { shrink, years }: { shrink: number; years: number }) {
  return market.companies.map((_, company) => {
    let sum = 0;
    for (const [edge, other] of market.edgeInvestor.entries()) {
      if (market.edgeCompany[edge] !== company || other === me) continue;
      const [mine, theirs] = [market.held[me]!, market.held[other]!];
      const common = [...mine].filter((one) => theirs.has(one)).length;
      const age = (market.atMs - market.edgeAtMs[edge]!) / (365.25 * 86_400_000);
      sum += (common / (Math.sqrt(mine.size * theirs.size) + shrink)) * Math.exp(-age / years);
    }
    return sum;
  });
}
