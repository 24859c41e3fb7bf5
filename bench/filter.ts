/**
 * Hard filters, a first score, and the best 2,000 rows that pass. Compares the candidate index with DuckDB,
 * a plain typed-array loop and PostgreSQL, in one run over the same generated rows. All must return the same
 * rows.
 *
 *   npm install --prefix bench/competitors       once: the other systems
 *   npm run bench -- filter [--rows 1000000 --runs 21 --warm-up 30 --without-postgres]
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Person, personOfRow } from '../src/matching/ranking/scoring/person.ts';
import { sigmoid } from '../src/platform/numeric/logistic.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import type { Competitor, FilterQuery } from './filter/competitor.ts';
import { counterpart, definition, intercept, TENANT, terms } from './filter/counterpart.ts';
import { duckDb } from './filter/duckdb.ts';
import { type FlatPeople, flatPeople } from './filter/flat-people.ts';
import { postgres } from './filter/postgres.ts';
import { typedArrays } from './filter/typed-arrays.ts';
import { printTable } from './support/measure.ts';
import { openWorld } from './world/generate-people.ts';
import { openBenchIndex } from './world/open-index.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '21' },
    'warm-up': { type: 'string', default: '30' },
    'without-postgres': { type: 'boolean', default: false },
  },
});
const ROWS = Number(flags.rows);
/** Queries of each system before the first that counts; code is compiled and caches are filled. */
const WARM_UP = Number(flags['warm-up']);
const K = 2000;
const SEEKER = 17;

const world = openWorld({ tenant: TENANT, definition, encoderId: 'none', dimension: 1, withTexts: false });
const seeker = personOfRow(definition, world.person(SEEKER).row, []);
const people = flatPeople(world, ROWS);
const { index, close } = openBenchIndex(definition);
const competitors = [
  counterpart(index, world, seeker),
  typedArrays(),
  await duckDb(),
  flags['without-postgres'] ? null : await postgres(),
].filter((competitor) => competitor !== null);
try {
  for (const competitor of competitors) {
    const started = performance.now();
    await competitor.load(people);
    console.log(`${competitor.name}: loaded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  for (const [name, genders, ages] of [
    ['weak: gender', ['woman', 'man'], [18, 120]],
    ['medium: gender and age', ['woman'], [25, 45]],
    ['strict: gender and 3 years of age', ['nonbinary'], [30, 32]],
  ] as const) {
    await compare(name, queryOf(genders, ages));
  }
} finally {
  for (const competitor of competitors) await competitor.close();
  await close();
}

function queryOf(genders: readonly string[], ages: readonly [number, number]): FilterQuery {
  const { names } = people;
  const [goal, age, distance, style] = terms;
  const read = (term: (typeof terms)[number] | undefined, person: Partial<Person>) =>
    term!.read(seeker, { value: () => undefined, place: () => undefined, ...person } as Person).points;
  const byName = (term: typeof goal, field: string, all: readonly string[]) =>
    Float64Array.from([undefined, ...all], (value) =>
      read(term, { value: (name) => (name === field ? value : undefined) }),
    );
  const places = placesOf(people);
  return {
    genders: genders.map((name) => names.gender.indexOf(name) + 1),
    ages,
    intercept,
    points: {
      goal: byName(goal, 'relationship_goal', names.goal),
      age: Float64Array.from({ length: 121 }, (_, value) =>
        read(age, { value: (name) => (name === 'age' ? value : undefined) }),
      ),
      place: Float64Array.from([undefined, ...places], (place) => read(distance, { place: () => place })),
      style: byName(style, 'attachment_style', names.style),
    },
    k: K,
  };
}

/** In the order of their codes. */
function placesOf({ place, names }: FlatPeople) {
  const found = names.place.map(() => -1);
  for (let n = 0, left = found.length; n < place.length && left > 0; n++) {
    if (found[place[n]! - 1]! >= 0) continue;
    found[place[n]! - 1] = n;
    left--;
  }
  return found.map((n) => world.person(n).row.places.location!);
}

async function compare(name: string, query: FilterQuery): Promise<void> {
  const passing = people.age.reduce(
    (count, age, n) =>
      count +
      Number(query.genders.includes(people.gender[n]!) && age >= query.ages[0] && age <= query.ages[1]),
    0,
  );
  const taken = new Map<Competitor, number[]>(competitors.map((competitor) => [competitor, []]));
  const answers = new Map<Competitor, Uint32Array>();
  for (let run = 0; run < Number(flags.runs) + WARM_UP; run++) {
    for (const competitor of competitors) {
      // A database that takes seconds a query gets fewer runs.
      const known = taken.get(competitor)!;
      if (known.length >= 5 && quantile(known, 0.5) > 1000) continue;
      const started = performance.now();
      answers.set(competitor, await competitor.best(query));
      if (run >= WARM_UP || performance.now() - started > 1000) known.push(performance.now() - started);
    }
  }
  const ours = quantile(taken.get(competitors[0]!)!, 0.5);
  console.log(
    `\n${name}: ${passing.toLocaleString('en')} of ${ROWS.toLocaleString('en')} pass; load ${loadavg()[0]!.toFixed(1)}`,
  );
  printTable(
    ['', 'runs', 'least ms', 'median ms', 'worst ms', 'times ours', 'same answer'],
    competitors.map((competitor) => {
      const times = taken.get(competitor)!;
      const median = quantile(times, 0.5);
      const difference = differenceOf(answers.get(competitors[1]!)!, answers.get(competitor)!, query);
      if (difference > 0) process.exitCode = 1;
      return [
        competitor.name,
        times.length,
        Math.min(...times).toFixed(2),
        median.toFixed(2),
        Math.max(...times).toFixed(2),
        (median / ours).toFixed(1),
        difference === 0 ? 'yes' : `NO: ${difference} places`,
      ];
    }),
  );
}

/**
 * Ranks at which two results differ by more than rounding. Counterpart orders by a probability, in which two
 * sums that differ in their last bits may be equal, and then by the hash.
 */
function differenceOf(a: Uint32Array, b: Uint32Array, { intercept: start, points }: FilterQuery): number {
  const scoreOf = (n: number) =>
    sigmoid(
      start +
        points.goal[people.goal[n]!]! +
        points.age[people.age[n]!]! +
        points.place[people.place[n]!]! +
        points.style[people.style[n]!]!,
    );
  if (a.length !== b.length) return Math.abs(a.length - b.length);
  let different = 0;
  a.forEach((row, at) => {
    if (row !== b[at] && Math.abs(scoreOf(row) - scoreOf(b[at]!)) > 1e-12) different++;
  });
  return different;
}
