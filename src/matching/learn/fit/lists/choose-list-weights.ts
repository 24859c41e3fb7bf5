/**
 * Chooses the parts of a model that learned from choices alone by the loss of the use, the order of a list:
 *
 * 1. vectors, profile and states are fitted to the earlier choices (`later-choices.ts`)
 * 2. a conditional logit of the later choices against drawn candidates weighs profile and states
 * 3. their weight beside taste · appeal is the one with the best nDCG@50 over whole lists of later choices;
 *    among those within a standard error of it, the least
 * 4. neighbours are added to these where the lists gain (`neighbours/choose-neighbours.ts`)
 *
 * Person effects are left out. A popular candidate's effect is fitted to the very choices that make it
 * popular, while a state is read before the choice that it predicts.
 */
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { dotRows } from '../../../../platform/numeric/vectors.ts';
import { bootstrap, difference, type Statistic } from '../../evaluate/cluster-bootstrap.ts';
import { meanByCluster } from '../../evaluate/mean-by-cluster.ts';
import { slateNdcg } from '../../evaluate/slates.ts';
import { type LabelledPairs, takePairs } from '../../labelled-pairs.ts';
import {
  type CollaborativeSettings,
  type CollaborativeVectors,
  fitCollaborativeVectors,
} from '../collaborative-vectors.ts';
import { type ChosenNeighbours, chooseNeighbours } from '../neighbours/choose-neighbours.ts';
import { candidateStates, stateNames } from './candidate-state.ts';
import { type Catalogue, catalogueOf } from './catalogue.ts';
import { type ChoiceLists, fitConditionalLogit } from './fit-conditional-logit.ts';
import { type LaterChoices, laterChoices } from './later-choices.ts';
import { type ListWeights, stateScores } from './list-weights.ts';

export interface ListInput {
  /** Choices; all labels are 1. */
  readonly pairs: LabelledPairs;
  /** Fits the profile to these rows of `pairs`; returns the log-odds of any pair of people. */
  readonly profileOn: (rows: Uint32Array) => (seeker: number, candidate: number) => number;
  readonly seed: number;
}

export interface ChosenLists {
  /** Settings with the factor on taste · appeal as `scale`; null: vectors are left out. */
  readonly vectors: CollaborativeSettings | null;
  readonly weights: ListWeights;
  readonly neighbours: ChosenNeighbours;
  /** nDCG@50 on later choices: of all parts, of taste · appeal alone, and of all others. */
  readonly figures: { readonly all: number; readonly vectors: number; readonly others: number };
}

const LATER_SHARE = 0.15;
const FEWEST_LATER = 30;
const TOP = 50;
const LIST_SIZE = 100;
const MOST_LISTS = 3000;
const PRECISION = 1;
/** Weights of profile and state beside taste · appeal; the last one leaves taste · appeal out. */
const BESIDE = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2, Number.POSITIVE_INFINITY];

/** Null where too few later choices can be predicted. */
export function chooseListWeights(input: ListInput): ChosenLists | null {
  const { pairs, seed } = input;
  const split = laterChoices(pairs, LATER_SHARE);
  if (split.later.length < FEWEST_LATER) return null;
  const profile = input.profileOn(split.earlier);
  const catalogue = catalogueOf(pairs, split, seed);
  const profiles = overLists(catalogue, profile);
  const earlier = takePairs(pairs, split.earlier);
  const stateAt = candidateStates(earlier);
  const drawn = drawLists(pairs, split, seed);
  const lists = readLists(drawn, profile, (candidate) => stateAt(candidate, split.nowMs)!);
  const tried = settingsToTry(pairs.labels.length).map((settings) => {
    const vectors = fitCollaborativeVectors(
      { pairs: earlier, offsets: new Float64Array(split.earlier.length), nowMs: split.nowMs, seed },
      settings,
    );
    const affinity = affinityOf(vectors);
    const weights = weightsOf(drawn, lists, affinity);
    const states = stateScores(earlier, weights, split.nowMs, stateAt);
    const affinities = overLists(catalogue, affinity);
    const others = profiles.map((values, s) =>
      values.map((value, c) => weights.profile * value + states[catalogue.candidates[s]![c]!]!),
    );
    const measured = BESIDE.map((beside) => ndcgOf(catalogue, affinities, others, beside));
    const alone = ndcgOf(catalogue, affinities, others, 0);
    return { settings, weights, measured, alone, affinities, others };
  });
  const once = new Float64Array(catalogue.seekers.length).fill(1);
  const bestOf = ({ measured }: (typeof tried)[number]) =>
    Math.max(...measured.map((statistic) => statistic(once)));
  const best = tried.reduce((one, other) => (bestOf(other) > bestOf(one) ? other : one));
  const at = leastAsGood(best.measured, catalogue.seekers.length);
  const beside = BESIDE[at]!;
  const scores = best.others.map((other, s) =>
    other.map((value, c) => best.affinities[s]![c]! / beside + value),
  );
  return {
    neighbours: chooseNeighbours({ earlier, nowMs: split.nowMs, catalogue, scores }),
    vectors: Number.isFinite(beside) ? { ...best.settings, scale: 1 / beside } : null,
    weights: best.weights,
    figures: {
      all: best.measured[at]!(once),
      vectors: best.alone(once),
      others: best.measured.at(-1)!(once),
    },
  };
}

/** More dimensions for more choices. Measurements: docs/design/decisions/fitting-and-evaluation.md. */
function settingsToTry(choices: number): readonly CollaborativeSettings[] {
  const dimension = choices < 3000 ? 8 : choices < 15_000 ? 32 : 128;
  const common = { dimension, sweeps: 10, unseen: 6 };
  return [
    { ...common, ridge: 0.03, halfLifeDays: 700 },
    { ...common, ridge: 0.03, halfLifeDays: 350 },
    { ...common, ridge: 0.15, halfLifeDays: 700 },
  ];
}

type PairFunction = (seeker: number, candidate: number) => number;

function affinityOf({ dimension, taste, appeal }: CollaborativeVectors): PairFunction {
  return (seeker, candidate) => dotRows(taste, seeker * dimension, appeal, candidate * dimension, dimension);
}

function overLists({ seekers, candidates }: Catalogue, read: PairFunction): readonly Float64Array[] {
  return candidates.map((list, s) => Float64Array.from(list, (candidate) => read(seekers[s]!, candidate)));
}

/**
 * Later choices, each followed by candidates drawn from those chosen before: pairs in the order of the lists.
 */
interface DrawnLists {
  readonly lists: number;
  /** [L × LIST_SIZE] */
  readonly seekers: Uint32Array;
  readonly candidates: Uint32Array;
}

function drawLists(pairs: LabelledPairs, { earlier, later }: LaterChoices, seed: number): DrawnLists {
  const random = new SeededRandom(seed + 1);
  const P = pairs.people.length;
  const population = Uint32Array.from(new Set(Array.from(earlier, (n) => pairs.candidates[n]!)));
  const held = new Set(Array.from(earlier, (n) => pairs.seekers[n]! * P + pairs.candidates[n]!));
  const some = random.shuffle(later.slice()).subarray(0, MOST_LISTS);
  const seekers = new Uint32Array(some.length * LIST_SIZE);
  const candidates = new Uint32Array(seekers.length);
  some.forEach((n, list) => {
    const [seeker, chosen] = [pairs.seekers[n]!, pairs.candidates[n]!];
    const first = list * LIST_SIZE;
    seekers.fill(seeker, first, first + LIST_SIZE);
    candidates[first] = chosen;
    for (let m = 1; m < LIST_SIZE; m++) {
      const drawn = population[random.below(population.length)]!;
      candidates[first + m] = held.has(seeker * P + drawn) ? chosen : drawn;
    }
  });
  return { lists: some.length, seekers, candidates };
}

const PROFILE = 0;
const AFFINITY = 1;
const FIRST_STATE = 2;

/** The columns that do not depend on the vectors; those of the affinity are 0. */
function readLists(
  { lists, seekers, candidates }: DrawnLists,
  profile: PairFunction,
  stateOf: (candidate: number) => Float64Array,
): ChoiceLists {
  const width = FIRST_STATE + stateNames.length;
  const x = new Float64Array(seekers.length * width);
  for (let n = 0; n < seekers.length; n++) {
    x[n * width + PROFILE] = profile(seekers[n]!, candidates[n]!);
    x.set(stateOf(candidates[n]!), n * width + FIRST_STATE);
  }
  return { lists, size: LIST_SIZE, width, x };
}

/** Weights of profile and state beside this affinity, which is written into `lists`. */
function weightsOf(
  { seekers, candidates }: DrawnLists,
  lists: ChoiceLists,
  affinity: PairFunction,
): ListWeights {
  for (let n = 0; n < seekers.length; n++)
    lists.x[n * lists.width + AFFINITY] = affinity(seekers[n]!, candidates[n]!);
  const found = fitConditionalLogit(lists, PRECISION);
  return { profile: Math.max(0, found[PROFILE]!), state: [...found.subarray(FIRST_STATE)] };
}

function ndcgOf(
  { gains }: Catalogue,
  affinities: readonly Float64Array[],
  others: readonly Float64Array[],
  beside: number,
): Statistic {
  const values = gains.map((found, s) => {
    const [affinity, other] = [affinities[s]!, others[s]!];
    const scores = Number.isFinite(beside) ? affinity.map((value, c) => value + beside * other[c]!) : other;
    return slateNdcg(scores, found, TOP);
  });
  const clusters = Uint32Array.from(values.keys());
  return meanByCluster(Float64Array.from(values), new Float64Array(values.length).fill(1), clusters);
}

/** Position of the first that is within a standard error of the best. */
function leastAsGood(measured: readonly Statistic[], clusters: number): number {
  const once = new Float64Array(clusters).fill(1);
  const values = measured.map((statistic) => statistic(once));
  const best = measured[values.indexOf(Math.max(...values))]!;
  const behind = bootstrap(
    measured.map((statistic) => difference(best, statistic)),
    { clusters, draws: 200 },
  );
  return behind.findIndex((interval) => !(interval.value > interval.standardError));
}
