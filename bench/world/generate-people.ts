/**
 * A generated world of any size, for benchmarks of matching in the shipped dating domain. Person n is a pure
 * function of the seed and n, so that two runs, programs or databases have the same people. The
 * distributions are skewed like real ones:
 *
 *   places       the world's 3,000 largest cities, drawn by population
 *   age          18 to 90, most around 30; preferred ages depend on the own age
 *   preferences  7 of 10 have one on gender, 6 of 10 on age, 2 of 10 on distance
 *   goals        half want something long-term, the rarest goal has 2 %; 1 of 10 has none
 *   texts        7 of 10 have one. Its vector is a common part, the part of one of 256 clusters (sizes fall
 *                with the rank) and an own part. The median cosine of two random vectors is about .25, as with
 *                the embedded encoder on real profiles; of two in one cluster about .6
 *   updated      half within 20 days, a tail of a year
 *
 * Provenance is left out: no match reads it, and it would be a third of the stored bytes.
 */
import type { TenantId } from '../../src/contract/brands.ts';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import type { Clause } from '../../src/domains/filter.ts';
import type { Place } from '../../src/domains/place.ts';
import { readCityTable } from '../../src/people/places/city-table.ts';
import { placeOf } from '../../src/people/places/gazetteer.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { normalize } from '../../src/platform/numeric/vectors.ts';
import type { ProfileVector } from '../../src/platform/storage/profile-row.ts';
import { quantizeFinely, quantizeVector } from '../../src/platform/storage/quantized-vector.ts';
import type { StoredProfile } from '../../src/platform/storage/store.ts';
import { plainRow } from '../../src/platform/storage/testing/plain-row.ts';

const CITIES = 3000;
const CLUSTERS = 256;
const NOISE = 1 << 20;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The present of the world; every profile was written before. */
export const WORLD_MS = Date.parse('2026-03-01T00:00:00Z');

const genders = weighted({ woman: 47, man: 50, nonbinary: 2, other: 1 });
const goals = weighted({
  long_term: 50,
  figuring_out: 15,
  casual: 12,
  friendship: 8,
  marriage: 8,
  short_term: 5,
  companionship: 2,
});
const styles = weighted({ secure: 55, anxious: 20, avoidant: 20, disorganized: 5 });
const sentences = [
  'I spend my weekends hiking and cooking for friends.',
  'Family comes first, and a good book on Sunday.',
  'I love live music and long dinners.',
  'Honesty matters most to me.',
  'I run in the morning and paint at night.',
  'I care about animals and the sea.',
];

export interface WorldSettings {
  readonly tenant: TenantId;
  readonly definition: DomainDefinition;
  readonly encoderId: string;
  readonly dimension: number;
  readonly seed?: number;
  /** Whether people have vectors: default yes. Everything else of them is the same. */
  readonly withTexts?: boolean;
}

export interface World {
  person(n: number): StoredProfile;
  /** Unit norm [D]; the same for the same n, whether or not the person has a text. */
  vector(n: number): Float32Array;
}

export function worldUserId(n: number): string {
  return `u${String(n).padStart(8, '0')}`;
}

export function openWorld({
  tenant,
  definition,
  encoderId,
  dimension,
  seed = 7,
  withTexts = true,
}: WorldSettings): World {
  const { cityAt } = largestCities();
  const vector = clusteredVectors(dimension, seed);
  const vectorOf = (n: number, random: SeededRandom, at: string): ProfileVector => {
    const text = random.pick(sentences);
    const own = vector(n);
    return {
      domain: definition.domain,
      sourceDomain: definition.domain,
      encoderId,
      vector: quantizeFinely(own),
      sentences: [{ text, vector: quantizeVector(own) }],
      from: ['values_text'],
      at,
    };
  };
  const person = (n: number): StoredProfile => {
    const random = new SeededRandom(seed * 1_000_003 + n);
    const at = new Date(
      WORLD_MS - Math.floor(20 * DAY_MS * -Math.log2(1 - random.uniform()) * random.uniform()),
    ).toISOString();
    const age = ageOf(random);
    const gender = genders(random.uniform());
    const place = cityAt(random.uniform());
    const goal = random.uniform() < 0.9 ? goals(random.uniform()) : undefined;
    const style = random.uniform() < 0.6 ? styles(random.uniform()) : undefined;
    const wishes = wishesOf(random, age, gender);
    const profileVector = random.uniform() < 0.7 && withTexts ? vectorOf(n, random, at) : null;
    const fields = {
      age,
      gender,
      location: place.name,
      ...(goal !== undefined && { relationship_goal: goal }),
      ...(profileVector !== null && { values_text: profileVector.sentences[0]!.text }),
    };
    const row = plainRow(tenant, definition, worldUserId(n), fields, at);
    return {
      row: {
        ...row,
        derived: style === undefined ? {} : { attachment_style: style },
        places: { location: place },
        preferences: { ...row.preferences, ...wishes, givenAt: at },
      },
      profileVector,
    };
  };
  return { person, vector };
}

function ageOf(random: SeededRandom): number {
  return Math.min(90, Math.round(18 + 14 * Math.exp(0.6 * random.normal())));
}

function wishesOf(random: SeededRandom, age: number, gender: string) {
  const given: Record<string, unknown> = {};
  const clauses: Clause[] = [];
  if (random.uniform() < 0.7) {
    const other = gender === 'man' ? 'woman' : gender === 'woman' ? 'man' : 'nonbinary';
    const wanted =
      random.uniform() < 0.9 ? [other] : random.uniform() < 0.5 ? [gender] : ['woman', 'man', 'nonbinary'];
    given.gender = { in: wanted };
    clauses.push({ op: 'in', field: 'gender', values: wanted });
  }
  if (random.uniform() < 0.6) {
    const [gte, lte] = [Math.max(18, age - 4 - random.below(8)), age + 4 + random.below(8)];
    given.age = { gte, lte };
    clauses.push({ op: 'gte', field: 'age', value: gte }, { op: 'lte', field: 'age', value: lte });
  }
  if (random.uniform() < 0.2) {
    const km = [25, 50, 100, 500][random.below(4)]!;
    given.location = { within_km: km };
    clauses.push({ op: 'within_km', field: 'location', km, origin: null });
  }
  return { given, effective: { clauses, excludeUserIds: [] } };
}

/** Draws a name by its share; the number is in [0, 1). */
function weighted(shares: Readonly<Record<string, number>>): (drawn: number) => string {
  const names = Object.keys(shares);
  const whole = Object.values(shares).reduce((sum, share) => sum + share, 0);
  const ends = names.map(
    (_, at) => names.slice(0, at + 1).reduce((sum, name) => sum + shares[name]!, 0) / whole,
  );
  return (drawn) => names[ends.findIndex((end) => drawn < end)] ?? names.at(-1)!;
}

function largestCities(): { cityAt(drawn: number): Place } {
  const table = readCityTable();
  const all = Array.from({ length: table.size }, (_, row) => table.at(row));
  const cities = all.sort((a, b) => b.population - a.population || a.id - b.id).slice(0, CITIES);
  const places = cities.map(placeOf);
  const ends = new Float64Array(cities.length);
  let sum = 0;
  cities.forEach(({ population }, at) => {
    sum += population;
    ends[at] = sum;
  });
  return { cityAt: (drawn) => places[firstAbove(ends, drawn * sum)]! };
}

function firstAbove(ends: Float64Array, value: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The noise of a vector is the sum of two stretches of one long row of normal numbers. That is cheaper than
 * to draw D numbers a person.
 */
function clusteredVectors(dimension: number, seed: number): (n: number) => Float32Array {
  const random = new SeededRandom(seed);
  const noise = Float32Array.from({ length: NOISE + dimension }, () => random.normal());
  const unitAt = (from: number) => normalize(noise.slice(from, from + dimension));
  const shared = unitAt(0);
  const clusters = Array.from({ length: CLUSTERS }, (_, c) => unitAt(dimension * (c + 1)));
  const [ofAll, ofCluster, own] = [Math.sqrt(0.25), Math.sqrt(0.35), Math.sqrt(0.4 / (2 * dimension))];
  return (n) => {
    const random = new SeededRandom(seed * 7_368_787 + n);
    const cluster = clusters[Math.floor(CLUSTERS * random.uniform() * random.uniform())]!;
    const [a, b] = [random.below(NOISE), random.below(NOISE)];
    const vector = new Float32Array(dimension);
    for (let d = 0; d < dimension; d++)
      vector[d] = ofAll * shared[d]! + ofCluster * cluster[d]! + own * (noise[a + d]! + noise[b + d]!);
    return normalize(vector);
  };
}
