/** Null copies of the people: the same people, with the profiles of others. */
import type { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import type { Person } from '../../../ranking/scoring/person.ts';

/** The people, each with the profile of another person of the same class. `classOf`: by number. */
export function exchangedWithin(
  persons: readonly Person[],
  classOf: (person: number) => string | null,
  random: SeededRandom,
): readonly Person[] {
  const copy = [...persons];
  for (const members of Map.groupBy(persons.keys(), classOf).values()) {
    const shuffled = random.shuffle(Uint32Array.from(members));
    members.forEach((member, at) => {
      copy[member] = persons[shuffled[at]!]!;
    });
  }
  return copy;
}
