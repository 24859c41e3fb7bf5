/**
 * Columns for logistic regression in a world of preferences by gender: those of every pair, and interactions
 * that its author would write down after a look at the data. Each gender has a column of the signed, of the
 * absolute and of the squared difference of age. Each pair of topics of the two texts has a column.
 */
import type { FitPeople } from '../../src/matching/learn/fit/fit-people.ts';
import type { PairList } from '../../src/matching/learn/labelled-pairs.ts';
import { type Columns, pairFeatures } from '../baselines/pair-features.ts';
import { type SimulatedPerson, TOPICS, topicsOf } from '../learning-curve/simulate-people.ts';

const POWERS = [
  (gap: number) => gap / 10,
  (gap: number) => Math.abs(gap) / 10,
  (gap: number) => (gap / 10) ** 2,
];

/** Column by column over the pairs [N]. */
export function byGenderFeatures(
  people: readonly SimulatedPerson[],
  fit: FitPeople,
  pairs: PairList,
): Columns {
  const over = (read: (a: SimulatedPerson, b: SimulatedPerson) => number) =>
    Float64Array.from(pairs.seekers, (a, n) => read(people[a]!, people[pairs.candidates[n]!]!));
  const ages = (['woman', 'man'] as const).flatMap((gender) => [
    over((a) => Number(a.gender === gender)),
    ...POWERS.map((power) => over((a, b) => (a.gender === gender ? power(b.age - a.age) : 0))),
  ]);
  const topics = new Map(people.map((person) => [person, topicsOf(person)]));
  const texts = Array.from({ length: TOPICS ** 2 }, (_, cell) => {
    const [mine, theirs] = [Math.floor(cell / TOPICS), cell % TOPICS];
    return over((a, b) => Number(topics.get(a)!.includes(mine) && topics.get(b)!.includes(theirs)));
  });
  return [...pairFeatures(fit, pairs), ...ages, ...texts];
}
