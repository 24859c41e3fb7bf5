/**
 * Ranks simulated CVs for jobs, and jobs for CVs, against simulated recruiters whose noise is known. Compares the
 * hiring prior with itself without its terms of function and place, the embedding alone, BM25, chance and the
 * truth, at several shares of damaged extraction. Every text is extracted and encoded by the service's own code.
 *
 *   [TEXT_ENCODER=contextual] npm run eval -- hiring [--seed 1] [--jobs 64] [--candidates 160] [--noise 1] [--damage 0,0.25,0.5]
 *
 * Seed 1 was looked at when the scorecard was set, so it is a regression figure; other seeds are fresh.
 */
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { areaUnderCurve } from '../src/learn/evaluate/area-under-curve.ts';
import { bootstrap, type Interval, type Statistic } from '../src/learn/evaluate/cluster-bootstrap.ts';
import { slateNdcg } from '../src/learn/evaluate/slates.ts';
import { sigmoid } from '../src/numeric/logistic.ts';
import { SeededRandom } from '../src/numeric/seeded-random.ts';
import { corruptFields } from './hiring/corrupt-fields.ts';
import { openMarket } from './hiring/open-market.ts';
import { type NumberedPairs, rankings } from './hiring/rank-by.ts';
import { simulateMarket } from './hiring/simulate-market.ts';

const { values: given } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '64' },
    candidates: { type: 'string', default: '160' },
    noise: { type: 'string', default: '1' },
    damage: { type: 'string', default: '0,0.25,0.5' },
  },
});
const [seed, noise, J, C] = [given.seed, given.noise, given.jobs, given.candidates].map(Number) as [
  number,
  number,
  number,
  number,
];
/** Utility above which a recruiter says yes: about one pair in eight. */
const THRESHOLD = 1.5;
const TOP = 10;

const market = simulateMarket(J, C, seed);
const pairs: NumberedPairs = {
  jobs: Uint32Array.from({ length: J * C }, (_, n) => Math.floor(n / C)),
  candidates: Uint32Array.from({ length: J * C }, (_, n) => J + (n % C)),
};
const labels = recruit();
const set = await openMarket(market);
console.log(
  `${J} jobs, ${C} CVs, seed ${seed}; recruiters say yes to ${((100 * labels.reduce((a, b) => a + b, 0)) / labels.length).toFixed(1)} % ` +
    `of pairs, with logistic noise of size ${noise}. 95 % intervals over whole jobs (or CVs).`,
);
const rows: string[][] = [];
for (const damage of given.damage.split(',').map(Number)) {
  const people = corruptFields(set.people, damage, seed + 7);
  const found = await rankings(market, { ...set, people }, pairs, seed + 8);
  const byJob = found.map(({ scores }) => figuresOf(scores, pairs.jobs));
  const byCandidate = found.map(({ scores }) => figuresOf(scores, pairs.candidates));
  for (const [n, { name }] of found.entries()) {
    const figures = [...intervals(byJob, n), ...intervals(byCandidate, n)];
    rows.push([n === 0 ? String(damage) : '', name, ...figures]);
  }
}
printTable(
  [
    'damage',
    'ranked by',
    'CVs for a job: AUC',
    `nDCG@${TOP}`,
    'less the prior',
    'jobs for a CV: AUC',
    `nDCG@${TOP}`,
    'less the prior',
  ],
  rows,
);

function recruit(): Uint8Array {
  const random = new SeededRandom(seed + 9);
  const { participants, utility } = market;
  return Uint8Array.from(pairs.jobs, (job, n) => {
    const useful = utility(participants[pairs.candidates[n]!]!, participants[job]!);
    const chance = noise === 0 ? Number(useful > THRESHOLD) : sigmoid((useful - THRESHOLD) / noise);
    return Number(random.chance(chance));
  });
}

interface Figures {
  /** By query; NaN where all or none were chosen. */
  readonly auc: readonly number[];
  readonly ndcg: readonly number[];
}

function figuresOf(scores: Float64Array, queries: Uint32Array): Figures {
  const rowsOf = new Map<number, number[]>();
  for (const [n, query] of queries.entries()) rowsOf.set(query, [...(rowsOf.get(query) ?? []), n]);
  const [auc, ndcg]: [number[], number[]] = [[], []];
  for (const members of rowsOf.values()) {
    const mine = Float64Array.from(members, (n) => scores[n]!);
    const chosen = Uint8Array.from(members, (n) => labels[n]!);
    const one = { weights: new Float64Array(mine.length).fill(1), clusters: new Uint32Array(mine.length) };
    auc.push(areaUnderCurve({ scores: mine, labels: chosen, ...one })(Float64Array.of(1)));
    ndcg.push(chosen.includes(1) ? slateNdcg(mine, Float64Array.from(chosen), TOP) : Number.NaN);
  }
  return { auc, ndcg };
}

/** AUC, nDCG, and the paired difference of AUC from the prior's. */
function intervals(all: readonly Figures[], n: number): readonly string[] {
  const [own, prior] = [all[n]!, all[0]!];
  const statistics = [
    meanOf(own.auc),
    meanOf(own.ndcg),
    meanOf(own.auc.map((value, query) => value - prior.auc[query]!)),
  ];
  const [auc, ndcg, less] = bootstrap(statistics, { clusters: own.auc.length });
  return [shown(auc!), shown(ndcg!), n === 0 ? '' : shown(less!)];
}

function meanOf(values: readonly number[]): Statistic {
  return (times) => {
    let [sum, count] = [0, 0];
    for (const [n, value] of values.entries()) {
      if (Number.isNaN(value)) continue;
      sum += value * times[n]!;
      count += times[n]!;
    }
    return sum / count;
  };
}

function shown({ value, low, high }: Interval): string {
  return `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}
