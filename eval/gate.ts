/**
 * How often the deployment gate errs: simulated labelled pairs with the scores of two heads of known worth,
 * without a fit. Counts the deployments of heads from shuffled labels, of worse heads and of better ones, in
 * several shapes of outcomes.
 *
 *   npm run eval -- gate [--runs 1000] [--seed 1] [--share 0.35]
 */
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { decideDeployment } from '../src/matching/learn/evaluate/deployment-gate.ts';
import { HELD_OUT_SHARE } from '../src/matching/learn/evaluate/split-outcomes.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { headsWithGain } from './gate/heads-with-gain.ts';
import { type Heads, type Shape, simulateHeads } from './gate/simulate-heads.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    share: { type: 'string', default: String(HELD_OUT_SHARE) },
  },
});
const runs = Number(options.runs);
const seed = Number(options.seed);
const share = Number(options.share);

const even = (seekers: number, each: number, candidates = 100): Shape => ({
  name: `${seekers} × ${each}`,
  each: new Array<number>(seekers).fill(each),
  candidates,
});
/** The n-th seeker decides in proportion to 1/n: the heaviest tenth of 100 have over half of the outcomes. */
const heavyTailed = (outcomes: number, seekers: number): Shape => {
  const harmonic = Array.from({ length: seekers }, (_, n) => 1 / (n + 1));
  const total = harmonic.reduce((sum, weight) => sum + weight, 0);
  const each = harmonic.map((weight) => Math.max(1, Math.round((outcomes * weight) / total)));
  return { name: `heavy-tailed, ${outcomes}`, each, candidates: 300 };
};
const thousand = [even(100, 10), even(40, 25), even(33, 30), even(20, 50, 200), heavyTailed(1000, 100)];
const fewer = [even(70, 10), even(20, 25), even(10, 30), even(30, 20), heavyTailed(300, 60)];
const threeHundred = [even(30, 10), even(12, 25), even(10, 30), heavyTailed(300, 60)];

const random = new SeededRandom(seed);

interface Kind {
  readonly name: string;
  /** Draws the heads of a run. */
  readonly heads: () => Heads;
  readonly shuffled?: boolean;
}

/** Number of the runs that deploy. */
function deployed(shape: Shape, { heads, shuffled = false }: Kind, servingIsPrior: boolean): number {
  let count = 0;
  for (let run = 0; run < runs; run++) {
    const simulated = { share, seed: Math.floor(random.uniform() * 2 ** 32), shuffled };
    const { prior, ...scored } = simulateHeads(shape, heads(), simulated);
    const heldOut = { ...scored, prior: servingIsPrior ? scored.serving : prior, servingIsPrior };
    count += Number(decideDeployment(heldOut).deploy);
  }
  return count;
}

/** Percent deployed, by shape and over all. */
function print(
  title: string,
  shapes: readonly Shape[],
  kinds: readonly Kind[],
  servings: readonly boolean[],
) {
  console.log(`\n${title}`);
  const rows = kinds.flatMap((kind) =>
    servings.map((servingIsPrior) => {
      const counts = shapes.map((shape) => deployed(shape, kind, servingIsPrior));
      const all = counts.reduce((sum, count) => sum + count, 0);
      const columns = counts.map((count) => ((100 * count) / runs).toFixed(1));
      const serving = servingIsPrior ? 'the prior' : 'a trained head';
      return [kind.name, serving, ...columns, ofAll(all, runs * shapes.length)];
    }),
  );
  printTable(['the new head', 'serving', ...shapes.map(({ name }) => name), 'all shapes'], rows);
}

/** Percent with Wilson's 95 % interval. */
function ofAll(count: number, total: number): string {
  const [share, z2] = [count / total, 1.96 ** 2 / total];
  const middle = (share + z2 / 2) / (1 + z2);
  const reach = Math.sqrt(z2 * share * (1 - share) + z2 ** 2 / 4) / (1 + z2);
  const [is, from, to] = [share, middle - reach, middle + reach].map((one) => (100 * one).toFixed(2));
  return `${is} (${from} to ${to})`;
}

const gains = headsWithGain();
const between = (from: number, to: number) => from + (to - from) * random.uniform();
const unworthy: readonly Kind[] = [
  { name: 'of shuffled labels, shrunk', heads: () => gains.meaningless(0.15), shuffled: true },
  { name: 'of shuffled labels, bold', heads: () => gains.meaningless(0.7), shuffled: true },
  { name: 'worse by 0.05, forgot', heads: () => gains.forgot(0.05) },
  { name: 'worse by 0.05, knows other things', heads: () => gains.other(-0.05) },
];
const better: readonly Kind[] = [
  { name: 'better by 0.05', heads: () => gains.learnt(0.05) },
  { name: 'better by 0.05 to 0.15', heads: () => gains.learnt(between(0.05, 0.15)) },
];
const better300: readonly Kind[] = [
  ...better,
  { name: 'better by 0.10', heads: () => gains.learnt(0.1) },
  { name: 'better by 0.15', heads: () => gains.learnt(0.15) },
];
console.log(
  `Percent of ${runs} runs that deploy; seed ${seed}; ${share} of the outcomes are held out; in brackets 95 % intervals`,
);
print('1,000 outcomes: heads that must not be deployed', thousand, unworthy, [true, false]);
print('1,000 outcomes: heads that must be deployed', thousand, better, [true, false]);
print('300 to 700 outcomes: heads that must not be deployed', fewer, unworthy, [true]);
print('300 to 700 outcomes: power', fewer, better300, [true]);
print('300 outcomes: power', threeHundred, better300, [true]);
