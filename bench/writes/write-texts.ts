import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

const openings = [
  'I am new in town',
  'Weekends are for the mountains',
  'I work nights in a hospital',
  'My dog decides',
];
const middles = [
  'I love live music and long dinners',
  'family comes first',
  'I run in the morning',
  'I paint',
];
const ends = [
  'looking for something serious',
  'not sure what I want yet',
  'I want to get married one day',
  'new friends first',
];

/** A few sentences with values for the extraction to find. No two are alike. */
export function aText(n: number): string {
  const random = new SeededRandom(n + 1);
  const one = (of: readonly string[]) => random.pick(of);
  return `${one(openings)}. Number ${n} on the list, ${one(middles)}. ${one(ends)}.`;
}
