/**
 * Simulated people. A decision depends on profiles (goal, age, interests, smoking), on texts, and on hidden
 * values: choosiness, attraction, and a taste of three dimensions.
 *
 *   log-odds(a chooses b) = −0.8 + profile(a, b) + text(a, b)
 *     + choosiness(a) + attraction(b) + taste(a) · looks(b)
 *
 * In a world of preferences by gender, women and men choose each other alone, the ideal age depends on the
 * gender of who chooses, and there are no tastes.
 */
import { readFileSync } from 'node:fs';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import { parseDefinition } from '../../src/domains/parse-definition.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { dotRows } from '../../src/platform/numeric/vectors.ts';

const TASTES = 3;
const goals = ['long_term', 'casual', 'friendship'] as const;
const interests = ['chess', 'surf', 'jazz', 'cooking', 'hiking', 'films', 'dance', 'games'] as const;
/** Topics of the texts; two a person. */
const topics = [
  'I spend my weekends on rivers and lakes with my kayak and a tent.',
  'My kitchen smells of fresh bread and I ferment far too many vegetables.',
  'I play the cello in an amateur orchestra and go to concerts every month.',
  'Most evenings I read novels, mostly Russian ones, with my two cats.',
  'I train for triathlons and get up at five to swim before work.',
  'I restore old motorcycles in my garage and race them in summer.',
  'My startup eats my days, and I love talking about machine learning.',
  'I volunteer at an animal shelter and grow tomatoes on my balcony.',
] as const;

export interface SimulatedPerson {
  readonly userId: string;
  readonly age: number;
  readonly goal: string;
  readonly smoker: boolean;
  readonly interests: readonly string[];
  readonly about: string;
  /** In a world of preferences by gender. */
  readonly gender?: 'woman' | 'man';
}

export interface SimulatedWorld {
  /** The domain of the profiles. */
  readonly definition: DomainDefinition;
  readonly people: readonly SimulatedPerson[];
  /** True log-odds with which `a` chooses `b`, by number. */
  readonly logOdds: (a: number, b: number) => number;
  /** Parts of the true log-odds: their sum is `logOdds`. */
  readonly parts: Readonly<Record<WorldPart, (a: number, b: number) => number>>;
  /** Attraction of each person [P]. */
  readonly attraction: Float64Array;
  /** Whether the two can be shown to each other. */
  readonly canMeet: (a: number, b: number) => boolean;
}

export const worldParts = ['profile', 'texts', 'choosiness', 'attraction', 'tastes'] as const;
export type WorldPart = (typeof worldParts)[number];

export const simulatedDating = readDomain('simulated-dating.v1.yaml');
const datingByGender = readDomain('simulated-dating-by-gender.v1.yaml');

function readDomain(file: string): DomainDefinition {
  return parseDefinition(readFileSync(new URL(file, import.meta.url), 'utf8'), file);
}

export function simulatePeople(count: number, seed: number): SimulatedWorld {
  const random = new SeededRandom(seed);
  const pick = <T>(values: readonly T[]): T => random.pick(values);
  const written = Array.from(
    { length: count },
    () => [pick([...topics.keys()]), pick([...topics.keys()])] as const,
  );
  const people = written.map(([first, second], n) => ({
    userId: `p${n}`,
    age: Math.round(Math.min(75, Math.max(18, 36 + 10 * random.normal()))),
    goal: pick(goals),
    smoker: random.uniform() < 0.25,
    interests: [...new Set([pick(interests), pick(interests), pick(interests)])],
    about: first === second ? topics[first]! : `${topics[first]} ${topics[second]}`,
  }));
  const column = (deviation: number, width = 1) =>
    Float64Array.from({ length: count * width }, () => deviation * random.normal());
  const [choosiness, attraction] = [column(0.7), column(0.8)];
  const [taste, looks] = [column(0.8, TASTES), column(0.8, TASTES)];
  const topicAppeal = Float64Array.from(topics, () => 0.6 * random.normal());
  const topicTies = Float64Array.from({ length: topics.length ** 2 }, () => 0.5 * random.normal());
  const parts: SimulatedWorld['parts'] = {
    profile: (a, b) => -0.8 + profileLogOdds(people[a]!, people[b]!),
    texts(a, b) {
      let sum = 0;
      for (const mine of written[a]!)
        for (const theirs of written[b]!) sum += topicTies[mine * topics.length + theirs]! / 2;
      for (const theirs of written[b]!) sum += topicAppeal[theirs]! / 2;
      return sum;
    },
    choosiness: (a) => choosiness[a]!,
    attraction: (_, b) => attraction[b]!,
    tastes: (a, b) => dotRows(taste, a * TASTES, looks, b * TASTES, TASTES),
  };
  const logOdds = (a: number, b: number) => worldParts.reduce((sum, part) => sum + parts[part](a, b), 0);
  return { definition: simulatedDating, people, attraction, parts, logOdds, canMeet: () => true };
}

/** Years by which the ideal partner is older, by the gender of who chooses. */
const IDEAL_GAP = { woman: 8, man: -8 } as const;
const POINTS_A_YEAR = -0.1;
/** Share of the choosiness and of the attraction that people have in the other world. */
const EFFECTS = 0.5;

/** Numbers of the topics of a person's text, one or two, below `TOPICS`. */
export function topicsOf({ about }: SimulatedPerson): readonly number[] {
  return [...topics.keys()].filter((topic) => about.includes(topics[topic]!));
}
export const TOPICS = topics.length;

/** The true log-odds of age alone, in a world of preferences by gender. */
export function ageLogOdds(me: SimulatedPerson, other: SimulatedPerson): number {
  return POINTS_A_YEAR * Math.abs(other.age - me.age - IDEAL_GAP[me.gender!]);
}

/** A world of preferences by gender. */
export function simulateByGender(count: number, seed: number): SimulatedWorld {
  const world = simulatePeople(count, seed);
  const random = new SeededRandom(seed + 1000);
  const people = world.people.map((person) => ({
    ...person,
    gender: random.uniform() < 0.5 ? ('woman' as const) : ('man' as const),
  }));
  const parts: SimulatedWorld['parts'] = {
    ...world.parts,
    profile(a, b) {
      const [me, other] = [people[a]!, people[b]!];
      return 0.6 + commonLogOdds(me, other) + ageLogOdds(me, other);
    },
    choosiness: (a) => EFFECTS * world.parts.choosiness(a, a),
    attraction: (_, b) => EFFECTS * world.parts.attraction(b, b),
    tastes: () => 0,
  };
  const logOdds = (a: number, b: number) => worldParts.reduce((sum, part) => sum + parts[part](a, b), 0);
  const canMeet = (a: number, b: number) => people[a]!.gender !== people[b]!.gender;
  return { ...world, definition: datingByGender, people, parts, logOdds, canMeet };
}

function profileLogOdds(a: SimulatedPerson, b: SimulatedPerson): number {
  return commonLogOdds(a, b) - 0.06 * Math.max(0, Math.abs(a.age - b.age) - 4);
}

/** Everything of a profile but the age. */
function commonLogOdds(a: SimulatedPerson, b: SimulatedPerson): number {
  const shared = a.interests.filter((interest) => b.interests.includes(interest)).length;
  const either = a.interests.length + b.interests.length - shared;
  const goal = a.goal === b.goal ? 0.8 : -0.5;
  const smoking = b.smoker && !a.smoker ? -1 : 0;
  return goal + smoking + 1.2 * (shared / either);
}
