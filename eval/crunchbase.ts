/**
 * Predicts investors' next deals: trained on the deals before a year, tested on that year. Settings of the
 * baselines are chosen on the year before. Defaults of the ranking model were chosen on 2009 to 2011.
 * Training uses the service's own code: the training set of a run, fitRankingModel and scorePairs.
 *
 *   npm run eval -- crunchbase [--years 2012] [FILE or FOLDER with investments-to-2012.csv]
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import type { Interval } from '../src/matching/learn/evaluate/cluster-bootstrap.ts';
import { compareWithBaselines } from '../src/matching/learn/evaluate/compare-with-baselines.ts';
import { fitRankingModel } from '../src/matching/learn/fit/fit-ranking-model.ts';
import { scorePairs } from '../src/matching/learn/fit/score-pairs.ts';
import type { LabelledPairs } from '../src/matching/learn/labelled-pairs.ts';
import type { TrainingSet } from '../src/matching/learn/training-set.ts';
import { domainPrior } from '../src/matching/ranking/models/model-catalog.ts';
import type { RankingModel } from '../src/matching/ranking/ranking-model.ts';
import {
  coInvestors,
  type NeighbourSettings,
  popularity,
  type Ranker,
  random,
  recentPopularity,
} from './crunchbase/baselines.ts';
import { type Market, marketAt } from './crunchbase/market.ts';
import { compareToLast, measureRanker, TOP } from './crunchbase/measure-ranker.ts';
import { readDeals } from './crunchbase/read-deals.ts';
import { crunchbaseInvesting, trainingSetOf } from './crunchbase/training-set-of.ts';

const { values: options, positionals } = parseArgs({
  options: { years: { type: 'string', default: '2012' } },
  allowPositionals: true,
});
const SEED = 1;

const file = dataFile(positionals[0]);
if (file === undefined) {
  console.log('No investments-to-2012.csv found: name it or its folder. Nothing was measured.');
  process.exit(0);
}
const { deals, left } = readDeals(file);
console.log(`${deals.length} deals with names and a date, ${left} rows without left out.`);
for (const year of options.years.split(',').map(Number)) await measureYear(year);

async function measureYear(year: number): Promise<void> {
  const earlier = marketAt(deals, `${year - 1}-01-01`);
  const market = marketAt(deals, `${year}-01-01`);
  describe(earlier, 'chosen on');
  describe(market, 'tested on');
  const years = best([0.25, 0.5, 1, 2, 4], (one) =>
    measureRanker('', earlier, recentPopularity(earlier, one)),
  );
  const neighbours = best(neighbourGrid(), (one) => measureRanker('', earlier, coInvestors(earlier, one)));
  console.log(`chosen: recent popularity ${years} years; co-investors ${JSON.stringify(neighbours)}`);
  const { model, set } = await modelOf(market);
  const measured = [
    measureRanker('random', market, random(market)),
    measureRanker('popularity', market, popularity(market)),
    measureRanker('recent popularity', market, recentPopularity(market, years)),
    measureRanker('co-investors', market, coInvestors(market, neighbours)),
    measureRanker('ranking model', market, await rankerOf(model, market, set)),
  ];
  const rows = compareToLast(measured, market);
  printTable(
    ['', `hit rate@${TOP}`, `nDCG@${TOP}`, 'last gains, hit rate', 'last gains, nDCG'],
    rows.map((row) => [
      row.name,
      shown(row.hitRate),
      shown(row.ndcg),
      shown(row.hitRateGain),
      shown(row.ndcgGain),
    ]),
  );
  const onCard = await compareWithBaselines({
    model: scorePairs(model, set),
    train: set.outcomes,
    heldOut: choicesToFind(market, set),
  });
  console.log(`As a run's card and report begin: the ranking model ${onCard!.verdict}.`);
  printTable(
    ['', `nDCG@${onCard!.cut}`, 'gain of the model'],
    onCard!.baselines.map((baseline) => [baseline.name, shown(baseline.ndcg), shown(baseline.head_gains)]),
  );
}

async function modelOf(market: Market): Promise<{ readonly model: RankingModel; readonly set: TrainingSet }> {
  const encoder = await openTextEncoder('embedded');
  const set = await trainingSetOf(market, encoder, SEED);
  await encoder.close();
  const started = performance.now();
  const model = await fitRankingModel(set, {
    rows: Uint32Array.from(set.outcomes.labels.keys()),
    base: domainPrior(crunchbaseInvesting),
    version: 'crunchbase',
    seed: SEED,
    progress: (share) => console.error(`fitted ${(100 * share).toFixed(0)} %`),
  });
  console.log(`model fitted in ${((performance.now() - started) / 1000).toFixed(0)} s; its card says:`);
  for (const [part, { reason }] of Object.entries(model.card.parts)) console.log(`  ${part}: ${reason}`);
  return { model, set };
}

/** The first deals of the year, as held-out outcomes of the set. */
function choicesToFind(market: Market, set: TrainingSet): LabelledPairs {
  const found = [...market.next].flatMap(([investor, companies]) =>
    Array.from(companies, (company) => [investor, market.investors.length + company] as const),
  );
  return {
    people: set.outcomes.people,
    seekers: Uint32Array.from(found, ([investor]) => investor),
    candidates: Uint32Array.from(found, ([, company]) => company),
    labels: new Uint8Array(found.length).fill(1),
    weights: new Float64Array(found.length).fill(1),
    atMs: new Float64Array(found.length).fill(market.atMs),
  };
}

/** Scores every company for every tested investor, once. */
async function rankerOf(scored: RankingModel, market: Market, set: TrainingSet): Promise<Ranker> {
  const scorer = scorePairs(scored, set);
  const candidates = Uint32Array.from(market.companies, (_, company) => market.investors.length + company);
  const known = new Map<number, Float64Array>();
  for (const investor of market.next.keys()) {
    const seekers = new Uint32Array(candidates.length).fill(investor);
    known.set(investor, await scorer.score({ people: set.outcomes.people, seekers, candidates }));
  }
  return (investor) => known.get(investor)!;
}

/** The setting with the best nDCG on the earlier market. */
function best<T>(settings: readonly T[], measure: (setting: T) => ReturnType<typeof measureRanker>): T {
  const scored = settings.map((setting) => ({ setting, ndcg: measure(setting).values.ndcg }));
  return scored.reduce((one, other) => (other.ndcg > one.ndcg ? other : one)).setting;
}

function neighbourGrid(): readonly NeighbourSettings[] {
  return [0, 5, 20].flatMap((shrink) =>
    [4, 8].flatMap((decayYears) => [50, 10_000].map((nearest) => ({ shrink, years: decayYears, nearest }))),
  );
}

function describe(market: Market, use: string): void {
  const toFind = [...market.next.values()].reduce((sum, found) => sum + found.size, 0);
  console.log(
    `${use} ${new Date(market.atMs).getUTCFullYear()}: ${market.investors.length} investors and ${market.companies.length} companies with ` +
      `${market.edgeCompany.length} holdings before; ${market.next.size} investors with ${toFind} first deals to find`,
  );
}

function shown({ value, low, high }: Pick<Interval, 'value' | 'low' | 'high'>): string {
  return `${value.toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)})`;
}

function dataFile(named: string | undefined): string | undefined {
  const repository = join(dirname(fileURLToPath(import.meta.url)), '..');
  const folder = process.env.COUNTERPART_TEST_DATA ?? join(repository, '../shared/data');
  const name = 'investments-to-2012.csv';
  const places = named === undefined ? [join(folder, 'crunchbase', name)] : [join(named, name), named];
  return places.find(existsSync);
}
