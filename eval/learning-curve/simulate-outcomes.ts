/**
 * Simulated outcomes. Training sees decisions on shown candidates, a biased sample (popular people are shown
 * more often), with a fifth recorded wrongly. The test set is fair: random pairs, recorded correctly, both
 * directions, disjoint from training.
 */
import type { LabelledPairs } from '../../src/matching/learn/labelled-pairs.ts';
import { sigmoid } from '../../src/platform/numeric/logistic.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import type { SimulatedWorld } from './simulate-people.ts';

const MISLABELLED = 0.2;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const BETWEEN_MS = 60_000;
/** Log of the exposure ratio for each unit of attraction: e^0.8 = 2.2. */
const EXPOSURE_BIAS = 0.8;

/**
 * The first `count` outcomes of a stream that is the same for every count. `mislabelled`: share that is
 * recorded wrongly.
 */
export function simulateOutcomes(
  world: SimulatedWorld,
  count: number,
  seed: number,
  mislabelled = MISLABELLED,
): LabelledPairs {
  const random = new SeededRandom(seed);
  const show = drawerOf(world.attraction.map((value) => Math.exp(EXPOSURE_BIAS * value)));
  const P = world.people.length;
  const decided = new Map<number, number>();
  while (decided.size < count) {
    const seeker = random.below(P);
    const candidate = show(random.uniform());
    const [chance, noise] = [random.uniform(), random.uniform()];
    const key = seeker * P + candidate;
    if (seeker === candidate || decided.has(key) || isKeptApart(seeker, candidate)) continue;
    if (!world.canMeet(seeker, candidate)) continue;
    const chosen = chance < sigmoid(world.logOdds(seeker, candidate));
    decided.set(key, Number(noise < mislabelled ? !chosen : chosen));
  }
  return pairsOf(world, [...decided.keys()], Uint8Array.from(decided.values()));
}

/** Fair test pairs: correct labels, both directions. Throws RangeError where the world has too few people. */
export function simulateTest(world: SimulatedWorld, pairs: number, seed: number): LabelledPairs {
  const random = new SeededRandom(seed);
  const P = world.people.length;
  // A tenth of the unordered pairs is reserved; near that number drawing new ones takes long.
  if (pairs > 0.9 * ((P * (P - 1)) / 20))
    throw new RangeError(`${P} people are too few for ${pairs} test pairs; simulate more people`);
  const keys = new Set<number>();
  while (keys.size < 2 * pairs) {
    const [a, b] = [random.below(P), random.below(P)];
    if (a !== b && isKeptApart(a, b) && world.canMeet(a, b)) keys.add(a * P + b).add(b * P + a);
  }
  const labels = Uint8Array.from(keys, (key) =>
    Number(random.uniform() < sigmoid(world.logOdds(Math.floor(key / P), key % P))),
  );
  return pairsOf(world, [...keys], labels);
}

/** Labels with recording errors. */
export function recordLabels(labels: Uint8Array, seed: number): Uint8Array {
  const random = new SeededRandom(seed);
  return labels.map((label) => (random.uniform() < MISLABELLED ? 1 - label : label));
}

/** Probability that a choice is recorded, given the probability that it is made. */
export function asRecorded(probability: number): number {
  return MISLABELLED + (1 - 2 * MISLABELLED) * probability;
}

/** A tenth of the unordered pairs is reserved for testing. */
export function isKeptApart(a: number, b: number): boolean {
  return ((Math.min(a, b) * 31 + Math.max(a, b) * 17) >>> 0) % 10 === 0;
}

function pairsOf({ people }: SimulatedWorld, keys: readonly number[], labels: Uint8Array): LabelledPairs {
  return {
    people: people.map(({ userId }) => userId),
    seekers: Uint32Array.from(keys, (key) => Math.floor(key / people.length)),
    candidates: Uint32Array.from(keys, (key) => key % people.length),
    labels,
    weights: new Float64Array(keys.length).fill(1),
    atMs: Float64Array.from(keys, (_, n) => START_MS + n * BETWEEN_MS),
  };
}

/** Draws indices in proportion to weights, from uniform numbers in [0, 1). */
function drawerOf(weights: Float64Array): (chance: number) => number {
  let sum = 0;
  const sums = weights.map((weight) => (sum += weight));
  return (chance) => {
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > chance * sum) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
