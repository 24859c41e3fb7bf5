/**
 * Sample people for the dating domain: six cities of 38 people, so that each has others of fitting age and
 * orientation nearby. Half of them describe themselves in free text, from which goal and values are
 * extracted.
 */
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { deck } from './deck.ts';
import { readYamlParts } from './read-parts.ts';
import type { SampleProfile } from './sample-profile.ts';

type Gender = 'woman' | 'man' | 'nonbinary';
interface Circle {
  readonly life: readonly string[];
  readonly values: readonly string[];
}

interface City {
  readonly slug: string;
  readonly place: string;
  /** Smaller places around, where some of the people live. */
  readonly around: readonly string[];
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly others: readonly string[];
}

type CircleName =
  | 'outdoors'
  | 'arts'
  | 'food'
  | 'family'
  | 'faith'
  | 'nightlife'
  | 'tech'
  | 'wellness'
  | 'causes'
  | 'books'
  | 'animals'
  | 'travel';
type Goal =
  | 'long_term'
  | 'marriage'
  | 'companionship'
  | 'casual'
  | 'short_term'
  | 'friendship'
  | 'figuring_out';
type AttachmentStyle = 'secure' | 'anxious' | 'avoidant';

const { circles, goalTexts, attachmentTexts, jobs, lateJobs, cities } = readYamlParts<{
  readonly circles: Readonly<Record<CircleName, Circle>>;
  readonly goalTexts: Readonly<Record<Goal, readonly string[]>>;
  readonly attachmentTexts: Readonly<Record<AttachmentStyle, readonly string[]>>;
  readonly jobs: readonly string[];
  readonly lateJobs: readonly string[];
  readonly cities: readonly City[];
}>('dating');

interface Slot {
  readonly gender: Gender;
  readonly seeks: readonly Gender[];
}

/** Composition of the people of each city. */
const roster: readonly (readonly [count: number, slot: Slot])[] = [
  [14, { gender: 'woman', seeks: ['man'] }],
  [13, { gender: 'man', seeks: ['woman'] }],
  [3, { gender: 'man', seeks: ['man'] }],
  [3, { gender: 'woman', seeks: ['woman'] }],
  [2, { gender: 'woman', seeks: ['woman', 'man', 'nonbinary'] }],
  [1, { gender: 'man', seeks: ['woman', 'man', 'nonbinary'] }],
  [2, { gender: 'nonbinary', seeks: ['woman', 'man', 'nonbinary'] }],
];

const goalsByAge = (age: number): readonly Goal[] =>
  age < 27
    ? ['long_term', 'casual', 'figuring_out', 'friendship', 'long_term', 'short_term']
    : age < 40
      ? ['long_term', 'long_term', 'marriage', 'long_term', 'casual', 'figuring_out', 'marriage']
      : age < 52
        ? ['long_term', 'long_term', 'companionship', 'casual', 'long_term']
        : ['companionship', 'companionship', 'long_term', 'friendship'];

export function datingSamples(): SampleProfile[] {
  const random = new SeededRandom(20260401);
  const deal = dealers(random);
  return cities.flatMap((city) => cityPeople(city, random, deal));
}

interface Dealers {
  readonly circle: () => CircleName;
  readonly life: Readonly<Record<CircleName, () => string>>;
  readonly values: Readonly<Record<CircleName, () => string>>;
  readonly job: () => string;
  readonly goal: Readonly<Record<Goal, () => string>>;
  readonly attachment: () => string;
}

function dealers(random: SeededRandom): Dealers {
  const names = Object.keys(circles) as CircleName[];
  const decks = <K extends string>(keys: readonly K[], items: (key: K) => readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, deck(random, items(key))])) as Record<K, () => string>;
  const attachments = [
    ...attachmentTexts.secure,
    ...attachmentTexts.secure,
    ...attachmentTexts.anxious,
    ...attachmentTexts.avoidant,
  ];
  return {
    circle: deck(random, names),
    life: decks(names, (name) => circles[name].life),
    values: decks(names, (name) => circles[name].values),
    job: deck(random, jobs),
    goal: decks(Object.keys(goalTexts) as Goal[], (goal) => goalTexts[goal]),
    attachment: deck(random, attachments),
  };
}

function cityPeople(city: City, random: SeededRandom, deal: Dealers): SampleProfile[] {
  const names = {
    woman: deck(random, city.women),
    man: deck(random, city.men),
    nonbinary: deck(random, city.others),
  };
  const slots = roster.flatMap(([count, slot]) => Array.from({ length: count }, () => slot));
  return slots.map((slot, position) => person(city, slot, names[slot.gender](), position, random, deal));
}

/** Fewer people of each kind need ages closer together. */
function ageOf(slot: Slot, random: SeededRandom): number {
  const isCommon = slot.seeks.length === 1 && slot.seeks[0] !== slot.gender;
  if (!isCommon) return random.between(24, 42);
  const band = random.uniform();
  if (band < 0.52) return random.between(22, 34);
  return band < 0.8 ? random.between(35, 47) : random.between(48, 67);
}

function person(
  city: City,
  slot: Slot,
  name: string,
  position: number,
  random: SeededRandom,
  deal: Dealers,
): SampleProfile {
  const age = ageOf(slot, random);
  const goal = random.pick(goalsByAge(age));
  const [first, second] = [deal.circle(), deal.circle()];
  const place = random.chance(0.15) ? random.pick(city.around) : city.place;
  const basics = { age, gender: slot.gender, location: place };
  const shared = { user_id: userId(name, city, age), preferences: preferencesOf(slot, age, random) };
  const values = deal.values[first]();
  if (position % 2 === 0) {
    return {
      ...shared,
      fields: basics,
      context: bio({ name, age, city, goal, first, second, values }, random, deal),
    };
  }
  const goalField = random.chance(0.85) ? { relationship_goal: goal } : {};
  const moreValues = random.chance(0.6) ? ` ${deal.values[second]()}` : '';
  return {
    ...shared,
    fields: { ...basics, ...goalField, values_text: `${values}${moreValues} ${deal.life[first]()}` },
  };
}

/** `amelia-lisbon-29` */
function userId(name: string, city: City, age: number): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return `${plain}-${city.slug}-${age}`;
}

function preferencesOf({ gender, seeks }: Slot, age: number, random: SeededRandom): Record<string, unknown> {
  const younger = Math.max(18, age - random.between(gender === 'woman' ? 2 : 4, age > 45 ? 12 : 7));
  const older = age + random.between(gender === 'woman' ? 5 : 3, age > 45 ? 12 : 9);
  return {
    gender: seeks.length === 1 ? seeks[0] : { in: seeks },
    age: { gte: younger, lte: older },
    ...(random.chance(0.7) ? { location_within_km: random.pick([25, 40, 50, 80, 100]) } : {}),
  };
}

interface BioParts {
  readonly name: string;
  readonly age: number;
  readonly city: City;
  readonly goal: Goal;
  readonly first: CircleName;
  readonly second: CircleName;
  readonly values: string;
}

function bio(
  { name, age, city, goal, first, second, values }: BioParts,
  random: SeededRandom,
  deal: Dealers,
): string {
  const opening = random.pick([
    `${name}, ${age}.`,
    `Hi, I’m ${name}.`,
    `I’m ${age} and live in ${city.place.split(',')[0]}.`,
    `${name} here.`,
    '',
    '',
  ]);
  const life = deal.life[first]();
  const more = random.chance(0.6) ? deal.life[second]() : '';
  const job = drawJob(age, deal);
  const hasJob = tellsOfWork.test(life) || !random.chance(0.75);
  const sentences = [
    opening,
    hasJob ? '' : job,
    life,
    tellsOfWork.test(more) ? '' : more,
    values,
    random.chance(0.4) ? deal.attachment() : '',
    deal.goal[goal](),
  ];
  const text = sentences.filter((sentence) => sentence !== '').join(' ');
  return random.chance(0.12) ? text.toLowerCase() : text;
}

/** Sentences about daily life that tell the person's work. */
const tellsOfWork =
  /^(?:I am a vet|I lecture|I teach yoga|I fly for|I guide tours|I am writing a thesis|By day I|I work remotely)/;

function drawJob(age: number, deal: Dealers): string {
  const job = deal.job();
  return lateJobs.includes(job) && age < 60 ? deal.job() : job;
}
