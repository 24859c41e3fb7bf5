/** Guesses the target of each column: by its name, else by its values. Every target but texts is given once. */
import { tokensOf } from '../name-tokens.ts';
import { choiceIn, itemsOf, separatorsIn } from './choices.ts';
import { areRecords, type ColumnFacts, isDate, isMoney, isNumber, shareOf } from './column-facts.ts';
import {
  givenFields,
  isGeo,
  isNumeric,
  isShared,
  keyOfTarget,
  preferenceTargets,
  type Target,
} from './column-target.ts';
import { coordinatesIn } from './coordinates.ts';
import type { IntakeField } from './intake-field.ts';

export interface Guess {
  readonly target: Target;
  readonly by: 'name' | 'values' | 'nothing';
}

interface Candidate extends Guess {
  readonly column: number;
  readonly score: number;
}

const idNames = new Set([
  'id',
  'user id',
  'userid',
  'uuid',
  'guid',
  'person id',
  'profile id',
  'member id',
  'customer id',
  'external id',
  'user',
  'username',
  'user name',
  'login',
  'kennung',
  'nutzer id',
  'key',
]);
/** «Member No», «Kundennummer»: an id where the values differ. */
const idEndings = new Set(['id', 'no', 'nr', 'number', 'nummer', 'num', 'key', 'code', 'sku']);
const textNames = new Set([
  'bio',
  'about',
  'about me',
  'text',
  'context',
  'profile text',
  'profile',
  'description',
  'self description',
  'essay',
  'summary',
  'notes',
  'note',
  'introduction',
  'beschreibung',
  'uber mich',
  'resume',
  'cv',
]);
const wishWords = new Set([
  'pref',
  'prefs',
  'preferred',
  'preference',
  'preferences',
  'wants',
  'want',
  'wanted',
  'wish',
  'wishes',
  'desired',
  'seeking',
  'seeks',
  'partner',
  'looking',
  'for',
  'target',
  'sucht',
  'gesucht',
  'wunsch',
  'interested',
  'in',
]);
const leastWords = new Set(['min', 'minimum', 'from', 'least', 'von', 'ab', 'gte', 'lower']);
const mostWords = new Set(['max', 'maximum', 'to', 'most', 'bis', 'lte', 'upper']);
const distanceWords = new Set(['distance', 'radius', 'km', 'within', 'umkreis', 'entfernung']);
const synonyms: Readonly<Record<string, readonly string[]>> = {
  age: [
    ...['alter', 'years', 'years old', 'edad', 'idade', 'eta'],
    ...['birthday', 'birthdate', 'birth date', 'date of birth', 'dob', 'born', 'geburtsdatum', 'geburtstag'],
    ...['date de naissance', 'fecha de nacimiento', 'data de nascimento', 'nascimento', 'data di nascita'],
  ],
  gender: ['sex', 'geschlecht', 'genero', 'sexe', 'sexo', 'sesso', 'genere'],
  location: [
    'city',
    'town',
    'place',
    'ort',
    'stadt',
    'wohnort',
    'address',
    'lives in',
    'home',
    'ville',
    'ciudad',
    'cidade',
    'citta',
    'localidad',
    'localidade',
    'region',
  ],
  relationship_goal: ['goal', 'looking for', 'intent', 'intention', 'relationship type'],
  role: ['kind', 'type', 'side'],
};

const LEAST_SCORE = 0.35;

export interface SeenColumn {
  readonly name: string;
  readonly facts: ColumnFacts;
}

/** `rows`: how many were looked at. */
export function guessTargets(
  fields: readonly IntakeField[],
  columns: readonly SeenColumn[],
  rows: number,
): readonly Guess[] {
  const ofColumns = columns.flatMap((seen, column) => candidatesOf(fields, seen, column, rows));
  const candidates = [...ofColumns, ...coordinates(fields, columns, ofColumns)];
  const guesses: Guess[] = columns.map(() => ({ target: { to: 'ignore' }, by: 'nothing' }));
  const given = new Set<string>();
  const mapped = new Set<number>();
  for (const { column, target, by } of candidates.toSorted(
    (a, b) => b.score - a.score || a.column - b.column,
  )) {
    const key = keyOfTarget(target);
    if (mapped.has(column) || given.has(key)) continue;
    mapped.add(column);
    if (!isShared(target)) given.add(key);
    guesses[column] = { target, by };
  }
  return guesses;
}

/** Latitude and longitude, where no column names the place. */
function coordinates(
  fields: readonly IntakeField[],
  columns: readonly SeenColumn[],
  others: readonly Candidate[],
): readonly Candidate[] {
  const field = givenFields(fields).find(isGeo)?.name;
  const isNamed = others.some(({ target }) => target.to === 'field' && target.field === field);
  if (field === undefined || isNamed) return [];
  return coordinatesIn(columns).map(([column, part]) => {
    return { column, target: { to: 'coordinate', field, part }, score: 0.95, by: 'name' };
  });
}

function candidatesOf(
  fields: readonly IntakeField[],
  { name, facts }: SeenColumn,
  column: number,
  rows: number,
): readonly Candidate[] {
  const tokens = tokensOf(name);
  const found: Candidate[] = [];
  const add = (target: Target, score: number, by: Guess['by']) => {
    if (score >= LEAST_SCORE) found.push({ column, target, score, by });
  };
  const joined = tokens.join(' ');
  if (idNames.has(joined)) add({ to: 'id' }, joined === 'user' || joined === 'key' ? 0.85 : 0.99, 'name');
  else if (idEndings.has(tokens.at(-1) ?? '') && areDistinct(facts, rows)) add({ to: 'id' }, 0.6, 'name');
  else add({ to: 'id' }, looksLikeIds(facts, rows) ? 0.36 - column / 10_000 : 0, 'values');
  if (textNames.has(joined)) add({ to: 'text' }, 0.9, 'name');
  else add({ to: 'text' }, looksLikeTexts(facts) ? 0.4 : 0, 'values');
  for (const field of givenFields(fields)) {
    const fits = fitOf(field, facts);
    const byName = nameScore(tokens, field);
    add({ to: 'field', field: field.name }, byName * (fits === 0 && facts.given > 0 ? 0.5 : 1), 'name');
    if (byName === 0) add({ to: 'field', field: field.name }, valueScore(field, fits, facts), 'values');
  }
  for (const [target, score] of wishes(fields, tokens)) add(target, score, 'name');
  return found;
}

function nameScore(tokens: readonly string[], { name }: IntakeField): number {
  const own = tokensOf(name);
  const joined = tokens.join(' ');
  if (joined === own.join(' ')) return 1;
  if (synonyms[name]?.includes(joined)) return 0.9;
  if (tokens.some((token) => wishWords.has(token) || leastWords.has(token) || mostWords.has(token))) return 0;
  if (own.every((token) => tokens.includes(token))) return 0.8;
  return tokens.length > 0 && tokens.every((token) => token.length > 3 && own.includes(token)) ? 0.6 : 0;
}

/** Share of the cells that the field takes. */
function fitOf(field: IntakeField, facts: ColumnFacts): number {
  if (isNumeric(field))
    return shareOf(
      facts,
      (value) =>
        isNumber(value) ||
        (field.money !== undefined && isMoney(value)) ||
        (field.unit === 'years' && isDate(value)),
    );
  if (field.values === undefined) return facts.given === 0 ? 0 : 1;
  const cutBy = field.multiple
    ? separatorsIn(
        field,
        facts.values.map(([value]) => value),
      )
    : '';
  return shareOf(facts, (value) => {
    const items = itemsOf(value, cutBy);
    return items.length > 0 && items.every((item) => choiceIn(field, item) !== undefined);
  });
}

/**
 * Numbers and texts look like many fields, so values alone tell lists of choices, amounts with a currency, and
 * ages.
 */
function valueScore(field: IntakeField, fits: number, facts: ColumnFacts): number {
  if (field.values !== undefined) return facts.given > 1 && fits >= MOST ? 0.7 * fits : 0;
  if (field.money !== undefined && facts.given > 0) return shareOf(facts, isMoney) >= MOST ? 0.45 : 0;
  return field.name === 'age' && looksLikeAges(field, facts) ? LEAST_SCORE : 0;
}

const MOST = 0.8;
/** Fewer ages may be any numbers. */
const LEAST_AGES = 5;

function looksLikeAges({ range = [18, 99] }: IntakeField, facts: ColumnFacts): boolean {
  const isAge = (value: string) =>
    /^\d{2}$/.test(value) && Number(value) >= range[0] && Number(value) <= range[1];
  return facts.values.length >= LEAST_AGES && shareOf(facts, isAge) === 1;
}

function wishes(
  fields: readonly IntakeField[],
  tokens: readonly string[],
): readonly (readonly [Target, number])[] {
  const isWish = tokens.some((token) => wishWords.has(token));
  const least = tokens.some((token) => leastWords.has(token));
  const most = tokens.some((token) => mostWords.has(token));
  const isDistance = tokens.some((token) => distanceWords.has(token));
  const rest = tokens.filter(
    (token) => !wishWords.has(token) && !leastWords.has(token) && !mostWords.has(token),
  );
  return fields.flatMap((field) => {
    const targets = preferenceTargets(field);
    if (isGeo(field)) return isDistance ? targets.map((target) => [target, 0.75] as const) : [];
    if (!(isWish || (isNumeric(field) && (least || most)))) return [];
    const score = nameScore(rest, field) * 0.95;
    if (!isNumeric(field)) return least || most ? [] : targets.map((target) => [target, score] as const);
    return targets
      .filter((target) => target.to === 'preference' && (target.part === 'gte' ? least : most))
      .map((target) => [target, score] as const);
  });
}

/** Some rows of a file may repeat an id. */
const DISTINCT = 0.98;

function areDistinct({ given, hasMore, values }: ColumnFacts, rows: number): boolean {
  const once = values.filter(([, count]) => count === 1).length;
  return rows > 1 && given >= rows * DISTINCT && once >= DISTINCT * (hasMore ? values.length : given);
}

function looksLikeIds(facts: ColumnFacts, rows: number): boolean {
  return (
    areDistinct(facts, rows) &&
    facts.values.every(([value]) => value.length <= 64 && !/\s/.test(value)) &&
    // Ages and prices of a few people are distinct as well.
    facts.values.some(([value]) => /[^\d.,+-]/.test(value) || value.length > 4)
  );
}

function looksLikeTexts(facts: ColumnFacts): boolean {
  if (areRecords(facts)) return true;
  const isLong = (value: string) => value.length > 60 && value.includes(' ');
  // The same sentence in every row says nothing of a person.
  const differ = facts.given === 1 || facts.values.filter(([value]) => isLong(value)).length > 1;
  return differ && shareOf(facts, isLong) >= 0.5;
}
