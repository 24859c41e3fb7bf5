/** One market, from the rules of the domain to a model of many outcomes, trained anew every so often. */
import type { TextEncoder } from '../../../src/engines/encoders/text-encoder.ts';
import { areaUnderCurve } from '../../../src/matching/learn/evaluate/area-under-curve.ts';
import { expectedCalibrationError } from '../../../src/matching/learn/evaluate/calibration.ts';
import { bootstrap, numberClusters } from '../../../src/matching/learn/evaluate/cluster-bootstrap.ts';
import { createPairSides } from '../../../src/matching/learn/evaluate/split-outcomes.ts';
import { fitRankingModel } from '../../../src/matching/learn/fit/fit-ranking-model.ts';
import { scorePairs } from '../../../src/matching/learn/fit/score-pairs.ts';
import type { LabelledPairs } from '../../../src/matching/learn/labelled-pairs.ts';
import type { ServingModels } from '../../../src/matching/learn/runs/serving-models.ts';
import { trainAndValidate } from '../../../src/matching/learn/runs/train-and-validate.ts';
import { weighByPropensity } from '../../../src/matching/learn/set/weigh-by-propensity.ts';
import type { TrainingPerson } from '../../../src/matching/learn/training-set.ts';
import { domainPrior } from '../../../src/matching/ranking/models/model-catalog.ts';
import type { RankingModel } from '../../../src/matching/ranking/ranking-model.ts';
import { recordLabels, simulateTest } from '../simulate-outcomes.ts';
import { type SimulatedWorld, simulatedDating } from '../simulate-people.ts';
import { trainingSetOf } from '../training-set-of.ts';
import { type ErrorByZone, errorByZone } from './error-by-zone.ts';
import { type MutualMatches, ServedLists } from './served-lists.ts';

const isHeldOut = createPairSides(Buffer.from('exploring'));
const prior = domainPrior(simulatedDating);

export interface LearnedMarket {
  readonly world: SimulatedWorld;
  readonly people: readonly TrainingPerson[];
  readonly encoder: TextEncoder;
  /** Probability of a place to explore. */
  readonly share: number;
  /** Ascending: a model is trained at each of these. */
  readonly sizes: readonly number[];
  readonly testPairs: number;
  readonly seed: number;
}

/** On fair pairs of all people, also those that no list would show. */
interface Quality {
  readonly auc: number;
  readonly ece: number;
}

export interface Learned {
  /** The model of the last training, whether the gate deployed it or not. */
  readonly trained: Quality;
  readonly serving: Quality;
  readonly mutual: MutualMatches;
  readonly deployments: number;
  /** Calibration error of the last model by place. */
  readonly zones: ErrorByZone;
}

export async function learnFromLists(market: LearnedMarket): Promise<Learned> {
  const { world, people, encoder, share, sizes, testPairs, seed } = market;
  const lists = new ServedLists(world, share, seed + 1);
  let serving: RankingModel = prior;
  let validated: RankingModel | null = null;
  let last: RankingModel = prior;
  let deployments = 0;
  for (const size of sizes) {
    lists.serveUntil(size, await scoreAll(serving, market));
    const shown = lists.outcomes();
    const outcomes = weighByPropensity(shown, lists.propensities, new Uint32Array(shown.labels.length));
    const set = trainingSetOf(people, outcomes, encoder);
    const models = modelsOf(serving, validated);
    const trained = await trainAndValidate(
      { fitRankingModel, scorePairs },
      {
        ...{ set, models, isHeldOut, seed, version: `simulated@${size}` },
        signal: new AbortController().signal,
        onFit: () => {},
        onEvaluate: () => {},
      },
    );
    console.error(`seed ${seed}, share ${share}, ${size} outcomes: ${trained.reason}`);
    last = trained.model ?? last;
    if (!trained.deploy) continue;
    serving = trained.model!;
    validated = trained.validated;
    deployments++;
  }
  const test = simulateTest(world, testPairs, seed + 2);
  return {
    trained: await measure(last, test, market),
    serving: await measure(serving, test, market),
    ...{ mutual: lists.mutual, deployments },
    zones: errorByZone(world, lists, await scoreAll(last, market)),
  };
}

function modelsOf(serving: RankingModel, validated: RankingModel | null): ServingModels {
  const models = { serving, base: prior, prior, servingIsPrior: validated === null };
  if (validated === null) return models;
  const twin = { serving: validated, base: prior, servingSeesUntilMs: null, lastCrossEncoder: null };
  return { ...models, validated: twin };
}

/** P(a chooses b) at a · P + b. */
function scoreAll(
  model: RankingModel,
  { world, people, encoder, seed }: LearnedMarket,
): Promise<Float64Array> {
  const P = world.people.length;
  const every = Uint32Array.from({ length: P * P }, (_, n) => n);
  const pairs = {
    people: world.people.map(({ userId }) => userId),
    seekers: every.map((n) => Math.floor(n / P)),
    candidates: every.map((n) => n % P),
  };
  return scorePairs(model, trainingSetOf(people, simulateTest(world, 10, seed), encoder)).score(pairs);
}

/** Order on true decisions, probabilities on recorded ones. */
async function measure(
  model: RankingModel,
  test: LabelledPairs,
  { people, encoder, seed }: LearnedMarket,
): Promise<Quality> {
  const scores = await scorePairs(model, trainingSetOf(people, test, encoder)).score(test);
  const { clusters, count } = numberClusters(test.seekers);
  const labels = recordLabels(test.labels, seed + 3);
  const [auc, ece] = bootstrap(
    [
      areaUnderCurve({ ...test, scores, clusters }),
      expectedCalibrationError({ ...test, labels, scores, clusters }),
    ],
    { clusters: count, draws: 2 },
  );
  return { auc: auc!.value, ece: ece!.value };
}
