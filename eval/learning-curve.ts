/**
 * Learning curve in a simulated world with known truth: quality after 0, 100, 1 k, 10 k and 100 k outcomes.
 * Compares with the oracle (true log-odds), the oracle without each part of the world, the prior, popularity
 * and plain learners. Then tests the deployment gate. 20 runs on shuffled labels must be refused. 20 forced
 * runs on 50 outcomes must not make the service worse than its prior by more than noise.
 *
 * Fitting, scoring, splitting and validation are the service's own code; only people and decisions are
 * simulated.
 *
 *   npm run eval -- learning-curve [--sizes 100,1000,10000] [--tries 20] [--people 2000] [--seed 1]
 *     [--picture FILE.svg]
 *   npm run eval -- learning-curve --explore 0.05 [--sizes 2500,5000,10000] [--people 400] [--seeds 1,2]
 *
 * `--explore` compares learning from served lists with and without exploring instead.
 *
 * `--picture` draws the AUC of the serving model. It needs at least two sizes.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { areaUnderCurve } from '../src/matching/learn/evaluate/area-under-curve.ts';
import { bootstrap, difference, numberClusters } from '../src/matching/learn/evaluate/cluster-bootstrap.ts';
import { evaluateScorers } from '../src/matching/learn/evaluate/evaluate-scorers.ts';
import type { Measure } from '../src/matching/learn/evaluate/evaluation-report.ts';
import { popularityScorer } from '../src/matching/learn/evaluate/popularity-scorers.ts';
import { createPairSides } from '../src/matching/learn/evaluate/split-outcomes.ts';
import { fitRankingModel } from '../src/matching/learn/fit/fit-ranking-model.ts';
import { scorePairs } from '../src/matching/learn/fit/score-pairs.ts';
import type { LabelledPairs, PairScorer } from '../src/matching/learn/labelled-pairs.ts';
import { type Trained, trainAndValidate } from '../src/matching/learn/runs/train-and-validate.ts';
import { domainPrior } from '../src/matching/ranking/models/model-catalog.ts';
import { sigmoid } from '../src/platform/numeric/logistic.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { baselineScorers } from './learning-curve/baseline-scorers.ts';
import { type CurvePoint, drawCurve } from './learning-curve/draw-curve.ts';
import { compareExploring } from './learning-curve/exploring/compare-exploring.ts';
import {
  asRecorded,
  recordLabels,
  simulateOutcomes,
  simulateTest,
} from './learning-curve/simulate-outcomes.ts';
import {
  simulatedDating,
  simulatePeople,
  type WorldPart,
  worldParts,
} from './learning-curve/simulate-people.ts';
import { trainingPeople, trainingSetOf } from './learning-curve/training-set-of.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,1000,10000,100000' },
    tries: { type: 'string', default: '20' },
    people: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    picture: { type: 'string' },
    explore: { type: 'string' },
    seeds: { type: 'string', default: '1,2' },
  },
});
const sizes = options.sizes.split(',').map(Number);
const tries = Number(options.tries);
const seed = Number(options.seed);
const isHeldOut = createPairSides(Buffer.from('learning curve'));
const TEST_PAIRS = 5000;
const SHUFFLED_OUTCOMES = 2000;
const FORCED_OUTCOMES = 50;

const encoder = await openTextEncoder('embedded');
if (options.explore !== undefined) {
  const seeds = options.seeds.split(',').map(Number);
  await compareExploring(encoder, {
    share: Number(options.explore),
    people: Number(options.people),
    sizes,
    seeds,
  });
  await encoder.close();
  process.exit();
}
const world = simulatePeople(Number(options.people), seed);
const people = await trainingPeople(world, encoder);
const test = simulateTest(world, TEST_PAIRS, seed + 1);
/** The same decisions with recording errors, which a calibrated model predicts. */
const recordedTest = { ...test, labels: recordLabels(test.labels, seed + 3) };
const prior = domainPrior(simulatedDating);
const priorScorer = scorePairs(prior, trainingSetOf(people, test, encoder));
const oracle: PairScorer = {
  name: 'oracle',
  score: async ({ seekers, candidates }) =>
    Float64Array.from(seekers, (seeker, n) => asRecorded(sigmoid(world.logOdds(seeker, candidates[n]!)))),
};

/** Shows what order is lost where one part of the world is never learned. */
function oracleWithout(part: WorldPart): PairScorer {
  const logOdds = (a: number, b: number) => world.logOdds(a, b) - world.parts[part](a, b);
  return {
    name: `oracle without ${part}`,
    score: async ({ seekers, candidates }) =>
      Float64Array.from(seekers, (seeker, n) => asRecorded(sigmoid(logOdds(seeker, candidates[n]!)))),
  };
}

await learningCurve();
await shuffledLabels();
await forcedRuns();
await encoder.close();

async function learningCurve(): Promise<void> {
  const points: CurvePoint[] = [];
  const lines = [line('0', 'prior serves', await judged([{ ...priorScorer, name: 'serves' }]))];
  for (const size of sizes) {
    const started = performance.now();
    const outcomes = simulateOutcomes(world, size, seed + 2);
    const trained = await train(outcomes, seed);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const scorers = [trained.model ?? prior, trained.deploy ? trained.model! : prior].map((model, n) => ({
      ...scorePairs(model, trainingSetOf(people, outcomes, encoder)),
      name: ['trained', 'serves'][n]!,
    }));
    const plain = baselineScorers(trainingSetOf(people, outcomes, encoder), test);
    const [model, serves, popular, ...baselines] = await judged([
      ...scorers,
      popularityScorer(outcomes),
      ...plain,
    ]);
    lines.push(
      line(String(size), `${trained.deploy ? 'deployed' : 'refused'} in ${seconds} s`, [serves!]),
      line('', '  the trained model itself', [model!]),
      line('', '  popularity', [popular!]),
      ...baselines.map((baseline, n) => line('', `  ${plain[n]!.name}`, [baseline])),
    );
    const { value, low, high } = serves!.auc;
    points.push({ outcomes: size, value: value!, low: low!, high: high! });
    console.error(`${size}: ${trained.reason}`);
  }
  const [truth, ...partial] = await judged([oracle, ...worldParts.map(oracleWithout)]);
  lines.push(
    line('', 'oracle', [truth!]),
    ...partial.map((one, n) => line('', `  oracle without ${worldParts[n]}`, [one])),
  );
  if (options.picture !== undefined) {
    const [before] = await judged([priorScorer]);
    const levels = [
      { name: 'rules alone', value: before!.auc.value! },
      { name: 'the truth', value: truth!.auc.value! },
    ];
    writeFileSync(
      options.picture,
      drawCurve({
        title: `Learning in a simulated world of ${Number(options.people).toLocaleString('en')} people`,
        measure: 'how often a wanted candidate ranks above an unwanted one',
        points,
        levels,
      }),
    );
  }
  console.log(
    `Quality on ${2 * TEST_PAIRS} fair decisions of known people (95 % intervals); a fifth of what is learned from is recorded wrongly`,
  );
  printTable(
    ['outcomes', '', 'AUC', 'log loss, recorded', 'calibration error, recorded', 'AUC of both choosing'],
    lines,
  );
}

type JudgedScorer = Awaited<ReturnType<typeof judged>>[number];

/** Order is measured on true decisions, probabilities on recorded ones. */
async function judged(scorers: readonly PairScorer[]) {
  const [right, recorded] = [await judgedOn(test, scorers), await judgedOn(recordedTest, scorers)];
  return right.map(({ auc, mutual }, n) => ({
    auc,
    mutual,
    log_loss: recorded[n]!.log_loss,
    ece: recorded[n]!.ece,
  }));
}

async function judgedOn(heldOut: LabelledPairs, scorers: readonly PairScorer[]) {
  const { scorers: found } = await evaluateScorers({
    definition: { ...simulatedDating, fields: [] },
    aggregation: 'product',
    heldOut,
    newSeeker: new Uint8Array(test.labels.length),
    trainedOn: 0,
    scorers,
    readField: () => undefined,
    draws: 300,
  });
  return found;
}

function line(outcomes: string, what: string, [one]: readonly JudgedScorer[]): readonly string[] {
  return [outcomes, what, ...[one!.auc, one!.log_loss, one!.ece, one!.mutual!.auc].map(shown)];
}

/** Trains like a run, with the prior serving. */
function train(outcomes: LabelledPairs, runSeed: number): Promise<Trained> {
  const set = trainingSetOf(people, outcomes, encoder);
  return trainAndValidate(
    { fitRankingModel, scorePairs },
    {
      set,
      models: { serving: prior, base: prior, prior, servingIsPrior: true },
      isHeldOut,
      version: `simulated@${runSeed}`,
      seed: runSeed,
      signal: new AbortController().signal,
      onFit: () => {},
      onEvaluate: () => {},
    },
  );
}

async function shuffledLabels(): Promise<void> {
  let refused = 0;
  for (let n = 0; n < tries; n++) {
    const outcomes = simulateOutcomes(world, SHUFFLED_OUTCOMES, seed + 100 + n);
    const labels = new SeededRandom(seed + 200 + n).shuffle(Uint8Array.from(outcomes.labels));
    const { deploy, reason } = await train({ ...outcomes, labels }, seed + n);
    if (!deploy) refused++;
    console.error(`shuffled ${n + 1}: ${reason}`);
  }
  console.log(`Runs on ${SHUFFLED_OUTCOMES} shuffled labels that the gate refused: ${refused} of ${tries}`);
  if (refused < tries) process.exitCode = 1;
}

async function forcedRuns(): Promise<void> {
  const counted = { deployed: 0, modelWorse: 0, servesWorse: 0 };
  const gains: number[] = [];
  for (let n = 0; n < tries; n++) {
    const outcomes = simulateOutcomes(world, FORCED_OUTCOMES, seed + 300 + n);
    const { model, deploy } = await train(outcomes, seed + n);
    const set = trainingSetOf(people, outcomes, encoder);
    const [gain, high] = await aucGain(model === null ? priorScorer : scorePairs(model, set));
    gains.push(gain);
    if (deploy) counted.deployed++;
    if (high < 0) counted.modelWorse++;
    if (deploy && high < 0) counted.servesWorse++;
  }
  const [least, most] = [Math.min(...gains), Math.max(...gains)];
  console.log(
    `Forced runs on ${FORCED_OUTCOMES} outcomes: ${counted.deployed} of ${tries} deployed, ${counted.servesWorse} left the service worse than its prior; ` +
      `AUC of the models themselves, relative to the prior's, ${signed(least)} to ${signed(most)}, ${counted.modelWorse} worse by more than noise`,
  );
  if (counted.servesWorse > 0) process.exitCode = 1;
}

/** Gain of a scorer over the prior in test AUC, and the upper end of its interval. */
async function aucGain(scorer: PairScorer): Promise<readonly [gain: number, high: number]> {
  const { clusters, count } = numberClusters(test.seekers);
  const aucOf = async (scorer: PairScorer) =>
    areaUnderCurve({ ...test, scores: await scorer.score(test), clusters });
  const gain = difference(await aucOf(scorer), await aucOf(priorScorer));
  const [found] = bootstrap([gain], { clusters: count, draws: 300 });
  return [found!.value, found!.high];
}

function shown({ value, low, high }: Measure): string {
  return `${value?.toFixed(3)} (${low?.toFixed(3)} to ${high?.toFixed(3)})`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
