/**
 * Reads the file of the speed-dating experiment: one row a person and partner, in Latin-1. It reads answers
 * at sign-up ("Time 1" in the codebook) and, as outcomes, the decisions. Answers during or after the event
 * (ratings, `match_es`, `met`, every column that ends in `_s`, `_2` or `_3`) are never read.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

interface DatingPerson {
  readonly userId: string;
  readonly wave: number;
  /** Fields of all versions of the domain file. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** One decision; a date has two, one in each direction. */
interface Decision {
  readonly seekerId: string;
  readonly candidateId: string;
  readonly wave: number;
  /** When in the evening: 1 is the last date of the seeker. */
  readonly partOfEvening: number;
  readonly chose: boolean;
}

export interface SpeedDating {
  readonly people: readonly DatingPerson[];
  readonly decisions: readonly Decision[];
}

type Row = Readonly<Record<string, string>>;

/** Throws for a missing column. Skips rows without a partner's number, and rows whose partner has no rows. */
export function readDates(...files: readonly string[]): SpeedDating {
  const rows = files.flatMap((file): Row[] => parse(readFileSync(file, 'latin1'), { columns: true }));
  const first = new Map<string, Row>();
  for (const row of rows) if (!first.has(row.iid!)) first.set(row.iid!, row);
  const decisions = rows
    .filter(({ pid }) => pid !== '' && first.has(pid!))
    .map((row) => ({
      seekerId: userIdOf(row.iid!),
      candidateId: userIdOf(row.pid!),
      wave: Number(row.wave),
      partOfEvening: Number(row.order) / Number(row.round),
      chose: row.dec === '1',
    }));
  const people = [...first.values()].map((row) => ({
    userId: userIdOf(row.iid!),
    wave: Number(row.wave),
    fields: fieldsOf(row),
  }));
  return { people, decisions };
}

const userIdOf = (iid: string) => `person-${iid}`;

const origins = ['black', 'white', 'latino', 'asian', 'native_american', 'other'];
const studies = [
  'law',
  'mathematics',
  'social_science',
  'medicine',
  'engineering',
  'writing',
  'history',
  'business',
  'education',
  'natural_science',
  'social_work',
  'undecided',
  'politics',
  'film',
  'arts',
  'languages',
  'architecture',
  'other',
];
const careers = [
  'lawyer',
  'research',
  'psychologist',
  'doctor',
  'engineer',
  'creative',
  'business',
  'real_estate',
  'international_affairs',
  'undecided',
  'social_work',
  'speech_pathology',
  'politics',
  'athletics',
  'other',
  'journalism',
  'architecture',
];
const goals = ['fun_night', 'meet_people', 'get_a_date', 'serious_relationship', 'to_say_i_did', 'other'];
const activities = [
  'sports',
  'tvsports',
  'exercise',
  'dining',
  'museums',
  'art',
  'hiking',
  'gaming',
  'clubbing',
  'reading',
  'tv',
  'theater',
  'movies',
  'concerts',
  'music',
  'shopping',
  'yoga',
];
/** Columns of the file for the attributes that a person looks for, and the values of our field. */
const attributes = {
  attractive: 'attr',
  sincere: 'sinc',
  intelligent: 'intel',
  fun: 'fun',
  ambitious: 'amb',
  shared_interests: 'shar',
} as const;
type Attribute = keyof typeof attributes;
/** The end of the scale of ratings. */
const MOST = 10;
const LIKED = 8;
const MUCH = 20;
const MATTERS = 6;

function fieldsOf(row: Row): Readonly<Record<string, unknown>> {
  const wanted = wantedShares(row);
  const interests = activities.filter((activity) => (numberIn(row, activity) ?? 0) >= LIKED);
  const importance = numberIn(row, 'imprace');
  const fields = {
    gender: row.gender === '1' ? 'man' : 'woman',
    age: numberIn(row, 'age'),
    origin: namedBy(origins, row, 'race'),
    origin_importance: importance,
    origin_matters: importance === undefined ? undefined : importance >= MATTERS,
    religion_importance: numberIn(row, 'imprelig'),
    study: namedBy(studies, row, 'field_cd'),
    career: namedBy(careers, row, 'career_c'),
    goal: namedBy(goals, row, 'goal'),
    dating_rarity: numberIn(row, 'date'),
    going_out_rarity: numberIn(row, 'go_out'),
    interests: interests.length === 0 ? undefined : interests,
    expected_happiness: numberIn(row, 'exphappy'),
    ...Object.fromEntries(
      (['attractive', 'sincere', 'intelligent', 'fun', 'ambitious'] as const).map((attribute) => [
        `self_${attribute}`,
        numberIn(row, `${attributes[attribute]}3_1`),
      ]),
    ),
    ...Object.fromEntries(Object.entries(wanted).map(([attribute, share]) => [`wants_${attribute}`, share])),
    looks_for: lookedFor(wanted),
    ...Object.fromEntries(activities.map((activity) => [`likes_${activity}`, ratingIn(row, activity)])),
    ...Object.fromEntries(
      Object.entries(wanted).map(([attribute, share]) => [`asks_${attribute}`, askedFor(share)]),
    ),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Some waves rated each attribute up to 10, others distributed 100 points; shares of 100 are comparable. */
function wantedShares(row: Row): Partial<Record<Attribute, number>> {
  const given = Object.entries(attributes).map(([attribute, column]) => {
    return [attribute as Attribute, numberIn(row, `${column}1_1`)] as const;
  });
  const total = given.reduce((sum, [, points]) => sum + (points ?? 0), 0);
  if (!(total > 0)) return {};
  return Object.fromEntries(
    given.flatMap(([attribute, points]) =>
      points === undefined ? [] : [[attribute, Math.round((points / total) * 1000) / 10] as const],
    ),
  );
}

function lookedFor(wanted: Partial<Record<Attribute, number>>): readonly string[] | undefined {
  const much = Object.entries(wanted)
    .filter(([, share]) => share >= MUCH)
    .map(([attribute]) => attribute);
  return much.length === 0 ? undefined : much;
}

/** A fifth of the points is about what people say they have, 7 of 10. */
const askedFor = (share: number) => Math.min(MOST, Math.round((share / 3) * 10) / 10);

/** 0 to 10; a few wrote more. */
function ratingIn(row: Row, column: string): number | undefined {
  const rating = numberIn(row, column);
  return rating === undefined ? undefined : Math.min(MOST, rating);
}

/** Thousands are written "69,487.00"; undefined for an empty cell. */
function numberIn(row: Row, column: string): number | undefined {
  const text = row[column];
  if (text === undefined) throw new Error(`the file has no column «${column}»`);
  return text === '' ? undefined : Number(text.replaceAll(',', ''));
}

function namedBy(names: readonly string[], row: Row, column: string): string | undefined {
  const code = numberIn(row, column);
  return code === undefined ? undefined : names[code - 1];
}
