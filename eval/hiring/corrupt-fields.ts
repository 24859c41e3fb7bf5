/**
 * Damages extracted fields, as messy CVs do. With probability `share` a field of a profile is lost or, as
 * often, holds the value of somebody else. With half that probability the side is read the wrong way round.
 * Texts and vectors stay as they are.
 */
import type { TrainingPerson } from '../../src/matching/learn/training-set.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

const ROLE = 'role';

export function corruptFields(
  people: readonly TrainingPerson[],
  share: number,
  seed: number,
): readonly TrainingPerson[] {
  const random = new SeededRandom(seed);
  return people.map((person) => {
    const { row } = person;
    if (row === null) return person;
    const fields = { ...row.fields };
    const places = { ...row.places };
    for (const name of Object.keys(fields).sort()) {
      if (typeof fields[name] === 'string' && ['summary', 'wants'].includes(name)) continue;
      if (!random.chance(name === ROLE ? share / 2 : share)) continue;
      const other = random.pick(people).row;
      delete fields[name];
      delete places[name];
      if (name === ROLE) fields[name] = row.fields[name] === 'job' ? 'candidate' : 'job';
      else if (random.chance(0.5) && other?.fields[name] !== undefined) {
        fields[name] = other.fields[name];
        if (other.places[name] !== undefined) places[name] = other.places[name];
      }
    }
    return { ...person, row: { ...row, fields, places } };
  });
}
