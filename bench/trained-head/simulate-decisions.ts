/**
 * Decisions of some people of a generated world about one another. A person decides about people of the
 * gender that most of the person's own look for. The log-odds depend on profiles and texts, and on hidden
 * values: choosiness, attraction, and a taste of three dimensions. So a trained model has points, person
 * effects and collaborative vectors to learn.
 */
import { sigmoid } from '../../src/platform/numeric/logistic.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { dot, dotRows } from '../../src/platform/numeric/vectors.ts';
import type { World } from '../world/generate-people.ts';

export interface Decision {
  /** Numbers of people in the world. */
  readonly seeker: number;
  readonly candidate: number;
  readonly isChosen: boolean;
}

interface Decider {
  readonly n: number;
  readonly age: number;
  readonly gender: string;
  readonly goal: string | undefined;
  readonly vector: Float32Array | null;
}

const TASTES = 3;
const SEED = 5;

/** `count` decisions of `people`, each pair at most once. */
export function simulateDecisions(
  world: World,
  people: readonly number[],
  count: number,
): readonly Decision[] {
  const random = new SeededRandom(SEED);
  const deciders = people.map((n) => deciderOf(world, n));
  const logOdds = hiddenLogOdds(deciders, random);
  const byGender = Map.groupBy(deciders.keys(), (at) => deciders[at]!.gender);
  const decided = new Map<number, Decision>();
  while (decided.size < count) {
    const seeker = random.below(people.length);
    const pool = byGender.get(wantedGender(deciders[seeker]!.gender)) ?? [];
    if (pool.length === 0) continue;
    const candidate = random.pick(pool);
    const key = seeker * people.length + candidate;
    if (candidate === seeker || decided.has(key)) continue;
    const isChosen = random.uniform() < sigmoid(logOdds(seeker, candidate));
    decided.set(key, { seeker: people[seeker]!, candidate: people[candidate]!, isChosen });
  }
  return [...decided.values()];
}

function deciderOf(world: World, n: number): Decider {
  const { row, profileVector } = world.person(n);
  const { age, gender, relationship_goal: goal } = row.fields;
  return {
    n,
    age: Number(age),
    gender: String(gender),
    goal: goal === undefined ? undefined : String(goal),
    vector: profileVector === null ? null : world.vector(n),
  };
}

function wantedGender(own: string): string {
  return own === 'man' ? 'woman' : own === 'woman' ? 'man' : own;
}

/** By position in `deciders`. */
function hiddenLogOdds(
  deciders: readonly Decider[],
  random: SeededRandom,
): (seeker: number, candidate: number) => number {
  const column = (deviation: number, width = 1) =>
    Float64Array.from({ length: deciders.length * width }, () => deviation * random.normal());
  const [choosiness, attraction] = [column(0.7), column(0.8)];
  const [taste, looks] = [column(0.8, TASTES), column(0.8, TASTES)];
  return (seeker, candidate) =>
    profileLogOdds(deciders[seeker]!, deciders[candidate]!) +
    choosiness[seeker]! +
    attraction[candidate]! +
    dotRows(taste, seeker * TASTES, looks, candidate * TASTES, TASTES);
}

function profileLogOdds(me: Decider, other: Decider): number {
  const goal = me.goal === undefined || other.goal === undefined ? 0 : me.goal === other.goal ? 0.8 : -0.5;
  const text = me.vector === null || other.vector === null ? 0 : 3 * (dot(me.vector, other.vector) - 0.25);
  return -0.5 + goal + text - 0.06 * Math.max(0, Math.abs(me.age - other.age) - 4);
}
