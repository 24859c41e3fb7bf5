/**
 * Experiments in a simulated market where seekers compete for attention, looked at every day. Measures for
 * each design how often it sees an effect that is not there and how far it is from the truth. Also measures
 * how many outcomes it needs for a gain of 5 %.
 *
 *   npm run eval -- experiments [--part errors|bias|power|all] [--runs 2000] [--seed 1] [--picture FILE.svg]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { mean, median, standardError } from '../src/platform/numeric/statistics.ts';
import type { MarketShape } from './experiments/crowded-market.ts';
import { drawSequences, type Sequence } from './experiments/draw-sequences.ts';
import {
  runExperiment,
  type SimulatedDesign,
  simulatedDesigns,
  trueEffect,
} from './experiments/run-experiment.ts';

const { values: options } = parseArgs({
  options: {
    part: { type: 'string', default: 'all' },
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    picture: { type: 'string' },
  },
});
const runs = Number(options.runs);
const seed = Number(options.seed);

/** 1.8 likes a person and day, and one answer. */
const crowded: MarketShape = {
  ...{ cities: 120, peopleASide: 8, shownADay: 10, active: 0.6, likes: 0.3, accepts: 0.5 },
  ...{ capacity: 1, leak: 0.1, citySpread: 0.2, personSpread: 0.5 },
};
/** Every like is answered: a gain in likes is the same gain in mutual matches. */
const roomy: MarketShape = {
  ...{ ...crowded, cities: 200, peopleASide: 20, likes: 0.08, capacity: 1000, leak: 0 },
};
const DAYS = 28;
const LONGEST_DAYS = 90;
/** About the mutual matches per seeker and day of the control; the scale of an effect is 5 % of it. */
const BASE = 0.5;
const FIVE_PERCENT = 0.05;
const scaleOf = (design: SimulatedDesign, base: number) =>
  design === 'interleaving' ? FIVE_PERCENT / 2 : FIVE_PERCENT * base;

const percent = (value: number, digits = 1) => (100 * value).toFixed(digits);

/** A column for each key, in the order of the first row. */
function print(rows: readonly Readonly<Record<string, string | number>>[]): void {
  printTable(
    Object.keys(rows[0]!),
    rows.map((row) => Object.values(row)),
  );
}

/** Wilson's interval of 95 %. */
function wilson(hits: number, of: number): string {
  const z = 1.96;
  const share = hits / of;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return `${percent(share, 2)} (${percent(Math.max(0, middle - half), 2)} to ${percent(middle + half, 2)})`;
}

function printErrors(): void {
  const rows = simulatedDesigns.map((design) => {
    let wrong = 0;
    for (let run = 0; run < runs; run++) {
      const { foundOnDay } = runExperiment({
        ...{ shape: crowded, design, gain: 0, days: DAYS, seed: seed * 1_000_003 + run },
        ...{ effectScale: scaleOf(design, BASE), stops: true },
      });
      if (foundOnDay !== null) wrong += 1;
    }
    return { design, 'null runs': runs, 'ever wrong, %': wilson(wrong, runs) };
  });
  console.log(`\nFalse alarms: arms are equal, every day is looked at, ${DAYS} days`);
  print(rows);
}

const BIAS_RUNS = 100;
const GAIN_IN_LIKES = 0.3;

function printBias(): void {
  const rows = [0, 0.1, 0.3].flatMap((leak) => {
    const shape = { ...crowded, leak };
    const truth = trueEffect({ ...shape, cities: 4000 }, GAIN_IN_LIKES, 10, seed);
    return (['split', 'cluster', 'switchback'] as const).map((design) => biasOf(shape, design, truth));
  });
  console.log(
    `\nBias: the treatment gets ${percent(GAIN_IN_LIKES, 0)} % more likes, attention is scarce, ${BIAS_RUNS} runs`,
  );
  print(rows);
}

function biasOf(shape: MarketShape, design: SimulatedDesign, truth: number) {
  const estimates: number[] = [];
  const bases: number[] = [];
  for (let run = 0; run < BIAS_RUNS; run++) {
    const { intervals, base } = runExperiment({
      ...{ shape, design, gain: GAIN_IN_LIKES, days: DAYS, seed: seed * 1_000_003 + run },
      ...{ effectScale: scaleOf(design, BASE), stops: false },
    });
    estimates.push(intervals.at(-1)!.estimate);
    bases.push(base);
  }
  const base = mean(bases);
  return {
    'shown from the next city, %': percent(shape.leak, 0),
    design,
    'truth, %': percent(truth / base),
    'estimate, %': percent(mean(estimates) / base),
    'bias, points': percent((mean(estimates) - truth) / base),
    'standard error': percent(standardError(estimates) / base),
  };
}

const POWER_RUNS = 20;

function printPower(): void {
  const base = mean(
    [0, 1].map(
      (run) =>
        runExperiment({
          ...{ shape: roomy, design: 'split', gain: 0, days: 2, seed: seed + run },
          ...{ effectScale: 1, stops: false },
        }).base,
    ),
  );
  const rows = simulatedDesigns.map((design) => {
    const results = Array.from({ length: POWER_RUNS }, (_, run) =>
      runExperiment({
        ...{ shape: roomy, design, gain: FIVE_PERCENT, days: LONGEST_DAYS, seed: seed * 1_000_003 + run },
        ...{ effectScale: scaleOf(design, base), stops: true },
      }),
    );
    const found = results.filter(({ foundOnDay }) => foundOnDay !== null);
    const isMost = found.length > POWER_RUNS / 2;
    return {
      design,
      'found within 90 days': `${found.length} of ${POWER_RUNS}`,
      'mutual matches, median': isMost ? Math.round(median(results.map(({ outcomes }) => outcomes))) : 'more',
      'days, median': isMost ? median(results.map(({ foundOnDay }) => foundOnDay ?? LONGEST_DAYS)) : 'more',
    };
  });
  console.log(
    `\nOutcomes for a gain of 5 %: ${roomy.cities} cities of ${2 * roomy.peopleASide}, every like is answered`,
  );
  print(rows);
}

/** One run of two designs in the crowded market. */
function drawPicture(file: string): void {
  const shape = { ...crowded, cities: 300 };
  const truth = trueEffect({ ...crowded, cities: 4000 }, GAIN_IN_LIKES, 10, seed);
  const sequences = (['split', 'switchback'] as const).map((design): Sequence => {
    const { intervals, base } = runExperiment({
      ...{ shape, design, gain: GAIN_IN_LIKES, days: DAYS, seed },
      ...{ effectScale: scaleOf(design, BASE), stops: false },
    });
    const inPercent = (value: number) => (100 * value) / base;
    return {
      title: design === 'split' ? 'by seeker' : 'by place and day',
      truth: inPercent(truth),
      intervals: intervals.map(
        (interval) =>
          interval && {
            estimate: inPercent(interval.estimate),
            low: inPercent(interval.low),
            high: inPercent(interval.high),
          },
      ),
    };
  });
  writeFileSync(file, drawSequences(sequences, { lowest: -10, highest: 40, step: 10 }));
  console.log(`\n${file} is written`);
}

if (options.part === 'all' || options.part === 'errors') printErrors();
if (options.part === 'all' || options.part === 'bias') printBias();
if (options.part === 'all' || options.part === 'power') printPower();
if (options.picture !== undefined) drawPicture(options.picture);
