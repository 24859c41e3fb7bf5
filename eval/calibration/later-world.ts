/**
 * Decisions in a simulated world in two periods. Later, everybody is choosier, looks and choosiness have
 * drifted, and people have joined who were not there before.
 */
import type { LabelledPairs } from '../../src/matching/learn/labelled-pairs.ts';
import { sigmoid } from '../../src/platform/numeric/logistic.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import type { SimulatedWorld } from '../learning-curve/simulate-people.ts';

export interface Period {
  /** People 0 … `people` − 1 take part. */
  readonly people: number;
  readonly logOdds: (a: number, b: number) => number;
  readonly startMs: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const NOW_MS = Date.parse('2026-01-01T00:00:00Z');
/** Log-odds by which everybody becomes choosier, and the deviation of the personal drifts. */
const CHOOSIER = -0.4;
const DRIFT = 0.4;

/** `early`: how many people are there from the start. */
export function periodsOf(
  world: SimulatedWorld,
  early: number,
  seed: number,
): readonly [now: Period, later: Period] {
  const random = new SeededRandom(seed);
  const column = () => Float64Array.from(world.people, () => DRIFT * random.normal());
  const [choosiness, attraction] = [column(), column()];
  return [
    { people: early, logOdds: world.logOdds, startMs: NOW_MS },
    {
      people: world.people.length,
      logOdds: (a, b) => world.logOdds(a, b) + CHOOSIER + choosiness[a]! + attraction[b]!,
      startMs: NOW_MS + 180 * DAY_MS,
    },
  ];
}

/** Shown pairs by weight of exposure: e^0.8 for each unit of attraction. */
const EXPOSURE_BIAS = 0.8;

/**
 * `count` pairs that were shown, without those in `taken`, which then has them. Both people decide, so that
 * there are 2 × `count` outcomes: a pair's directions are rows n and count + n.
 */
export function decisionsOf(
  world: SimulatedWorld,
  { people, logOdds, startMs }: Period,
  { count, seed, taken }: { readonly count: number; readonly seed: number; readonly taken: Set<string> },
): LabelledPairs {
  const random = new SeededRandom(seed);
  const exposure = world.attraction.slice(0, people).map((value) => Math.exp(EXPOSURE_BIAS * value));
  const most = exposure.reduce((high, value) => Math.max(high, value), 0);
  const pairs: (readonly [number, number])[] = [];
  while (pairs.length < count) {
    const [a, b, chance] = [random.below(people), random.below(people), random.uniform()];
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
    if (a === b || taken.has(key) || chance * most > exposure[b]!) continue;
    taken.add(key);
    pairs.push([a, b]);
  }
  const both = [...pairs, ...pairs.map(([a, b]) => [b, a] as const)];
  return {
    people: world.people.map(({ userId }) => userId),
    seekers: Uint32Array.from(both, ([a]) => a),
    candidates: Uint32Array.from(both, ([, b]) => b),
    labels: Uint8Array.from(both, ([a, b]) => Number(random.uniform() < sigmoid(logOdds(a, b)))),
    weights: new Float64Array(both.length).fill(1),
    atMs: Float64Array.from(both, (_, n) => startMs + (n % count) * MINUTE_MS),
  };
}

/** Outcomes of several periods, as one list. */
export function joined(lists: readonly LabelledPairs[]): LabelledPairs {
  const all = <Key extends 'seekers' | 'candidates' | 'labels' | 'weights' | 'atMs'>(key: Key) =>
    lists.flatMap((list) => [...list[key]]);
  return {
    people: lists[0]!.people,
    seekers: Uint32Array.from(all('seekers')),
    candidates: Uint32Array.from(all('candidates')),
    labels: Uint8Array.from(all('labels')),
    weights: Float64Array.from(all('weights')),
    atMs: Float64Array.from(all('atMs')),
  };
}
