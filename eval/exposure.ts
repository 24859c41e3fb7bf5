/**
 * Effect of fair exposure on a two-sided market of simulated people. Prints mutual matches a day, the Gini
 * coefficient of exposure, the share of people who are never shown, and a minority's part. Two markets:
 *
 * small   the same people every day, without memory, beside the best that any policy can reach (a linear
 * programme) living  people come and go; a candidate who was decided on is not shown again
 *
 *   npm run eval -- exposure [--small 60] [--half 400] [--days 60] [--seeds 3] [--draw FOLDER] [--json]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { mean, standardError } from '../src/platform/numeric/statistics.ts';
import { type BestMarket, bestMarket } from './exposure/best-market.ts';
import { drawFrontier, type FrontierPoint } from './exposure/draw-frontier.ts';
import { type Compared, policies, withFloor } from './exposure/policies.ts';
import { type Market, type Measures, runMarket } from './exposure/run-market.ts';

const { values: flags } = parseArgs({
  options: {
    small: { type: 'string', default: '60' },
    half: { type: 'string', default: '400' },
    days: { type: 'string', default: '60' },
    seeds: { type: 'string', default: '3' },
    draw: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [SMALL, HALF, DAYS] = [Number(flags.small), Number(flags.half), Number(flags.days)];
const seeds = Array.from({ length: Number(flags.seeds) }, (_, n) => n + 1);
const SMALL_LIMIT = 5;
const LIVING_LIMIT = 5;
/** Times a day that a person is shown at most, in the optimum under a bound; infinite: no bound. */
const bounds = [Number.POSITIVE_INFINITY, 15, 10, 8, 6];

interface Result {
  readonly policy: Compared;
  readonly bySeed: readonly Measures[];
}

const columns: readonly { readonly name: string; readonly of: (all: readonly Measures[]) => string }[] = [
  { name: 'matches a day', of: (all) => spread(all.map((market) => market.matchesADay)) },
  { name: 'likes lost', of: (all) => percent(all.map((market) => market.lost)) },
  { name: 'Gini', of: (all) => spread(all.map((market) => market.gini)) },
  { name: 'never shown', of: (all) => percent(all.map((market) => market.never)) },
  { name: 'minority: shown', of: (all) => spread(all.map((market) => market.minorityShown)) },
  { name: 'minority: matches', of: (all) => spread(all.map((market) => market.minorityMatches)) },
  { name: 'newcomers: shown', of: (all) => spread(all.map((market) => market.newcomers)) },
  { name: 'mean price', of: (all) => mean(all.map((market) => market.meanPrice)).toFixed(2) },
];

const small = policies.map((policy) => resultOf(policy, smallMarket));
const best = [];
for (const mostShown of bounds) {
  const bySeed: BestMarket[] = [];
  for (const seed of seeds)
    bySeed.push(await bestMarket({ half: SMALL, seed, limit: SMALL_LIMIT, mostShown }));
  best.push({ mostShown, bySeed });
}
const living = [...policies.filter(({ curve, rule }) => curve !== null || rule === null), withFloor].map(
  (policy) => resultOf(policy, livingMarket),
);

if (flags.json) console.log(JSON.stringify({ small, best, living }));
else {
  console.log(`\nsmall market: ${SMALL} women and ${SMALL} men, ${seeds.length} markets`);
  printTable(
    ['policy', ...columns.map(({ name }) => name)],
    [
      ...best.map(({ mostShown, bySeed }) => [
        mostShown === Number.POSITIVE_INFINITY
          ? 'optimum'
          : `optimum, shown at most ${mostShown} times a day`,
        ...columns
          .slice(0, 1)
          .map(() => bySeed.map((market) => market.matchesADay))
          .map(spread),
        '',
        spread(bySeed.map((market) => market.gini)),
        percent(bySeed.map((market) => market.never)),
        ...columns.slice(4).map(() => ''),
      ]),
      ...small.map(lineOf),
    ],
  );
  console.log(`\nliving market: ${HALF} women and ${HALF} men, ${DAYS} days, ${seeds.length} markets`);
  printTable(['policy', ...columns.map(({ name }) => name)], living.map(lineOf));
}
if (flags.draw !== undefined) {
  const optimum = best.map(({ mostShown, bySeed }) => ({
    name: mostShown === Number.POSITIVE_INFINITY ? 'optimum' : `≤ ${mostShown}`,
    gini: mean(bySeed.map((market) => market.gini)),
    matches: mean(bySeed.map((market) => market.matchesADay)),
  }));
  draw('fair-exposure-small.svg', 'Small market: mutual matches a day', small, optimum);
  draw('fair-exposure-living.svg', 'Living market: mutual matches a day', living, null);
}

function resultOf(policy: Compared, marketOf: (seed: number) => Market): Result {
  return { policy, bySeed: seeds.map((seed) => runMarket(marketOf(seed), policy)) };
}

function smallMarket(seed: number): Market {
  return {
    ...{ half: SMALL, days: 3 * DAYS, warmUp: DAYS, limit: SMALL_LIMIT, churn: 0, remembers: false, seed },
  };
}

function livingMarket(seed: number): Market {
  return {
    ...{
      half: HALF,
      days: DAYS,
      warmUp: DAYS / 2,
      limit: LIVING_LIMIT,
      churn: 1 / 40,
      remembers: true,
      seed,
    },
  };
}

function draw(
  file: string,
  title: string,
  results: readonly Result[],
  optimum: FrontierPoint[] | null,
): void {
  const lineOfCurve = (curve: string | null, name: string) => ({
    name,
    points: results
      .filter(({ policy }) => policy.curve === curve && (curve !== null || policy.name === 'none'))
      .map(({ policy, bySeed }) => ({
        name:
          /capacity (\d+)/.exec(policy.name)?.[1] ?? /at (\d+ × \d+)/.exec(policy.name)?.[1] ?? policy.name,
        gini: mean(bySeed.map((market) => market.gini)),
        matches: mean(bySeed.map((market) => market.matchesADay)),
      })),
  });
  const lines = [
    lineOfCurve(null, 'nothing'),
    lineOfCurve('hard cap', 'a hard cap'),
    lineOfCurve('prices', 'prices, by capacity'),
    ...(optimum === null ? [] : [{ name: 'the optimum', points: optimum }]),
  ];
  writeFileSync(join(flags.draw!, file), drawFrontier({ title, lines }));
}

function lineOf({ policy, bySeed }: Result): string[] {
  return [policy.name, ...columns.map(({ of }) => of(bySeed))];
}

/** Mean and standard error over the markets. */
function spread(values: readonly number[]): string {
  if (values.some(Number.isNaN)) return '';
  const digits = mean(values) > 10 ? 1 : 2;
  return `${mean(values).toFixed(digits)} ± ${standardError(values).toFixed(digits)}`;
}

function percent(values: readonly number[]): string {
  return `${(100 * mean(values)).toFixed(1)} %`;
}
