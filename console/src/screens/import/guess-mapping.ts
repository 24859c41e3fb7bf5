/**
 * Guesses the target of each column: by its name, else by its values. Every target but texts is given once.
 */
import { decimals } from 'counterpart-intake/number-text.ts';
import type { Schema, SchemaField } from '../../api/queries.ts';
import {
  givenFields,
  isGeo,
  isNumeric,
  isShared,
  keyOfTarget,
  preferenceTargets,
  type Target,
} from './column-target.ts';
import { choiceIn, itemsIn, numberIn } from './convert-cell.ts';
import type { FileRow, Layout } from './file-rows.ts';
import { tokensOf } from './name-tokens.ts';

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
  age: ['alter', 'years', 'years old', 'edad', 'idade'],
  gender: ['sex', 'geschlecht', 'genero', 'sexe'],
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
    'region',
  ],
  relationship_goal: ['goal', 'looking for', 'intent', 'intention', 'relationship type'],
  role: ['kind', 'type', 'side'],
};

const LEAST_SCORE = 0.35;

export function guessMapping(
  { fields }: Schema,
  { columns }: Layout,
  sample: readonly FileRow[],
): readonly Guess[] {
  const cellsOf = (column: number) =>
    sample
      .map(({ cells }) => cells[column])
      .filter((cell) => cell !== undefined && cell !== null && cell !== '');
  const candidates = columns.flatMap((name, column) =>
    candidatesOf(fields, name, column, cellsOf(column), sample.length),
  );
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

function candidatesOf(
  fields: readonly SchemaField[],
  name: string,
  column: number,
  cells: readonly unknown[],
  rows: number,
): readonly Candidate[] {
  const tokens = tokensOf(name);
  const found: Candidate[] = [];
  const add = (target: Target, score: number, by: Guess['by']) => {
    if (score >= LEAST_SCORE) found.push({ column, target, score, by });
  };
  const joined = tokens.join(' ');
  if (idNames.has(joined)) add({ to: 'id' }, joined === 'user' || joined === 'key' ? 0.85 : 0.99, 'name');
  else add({ to: 'id' }, looksLikeIds(cells, rows) ? 0.36 - column / 10_000 : 0, 'values');
  if (textNames.has(joined)) add({ to: 'text' }, 0.9, 'name');
  else add({ to: 'text' }, looksLikeTexts(cells) ? 0.4 : 0, 'values');
  for (const field of givenFields(fields)) {
    const fits = fitOf(field, cells);
    const byName = nameScore(tokens, field);
    add({ to: 'field', field: field.name }, byName * (fits === 0 && cells.length > 0 ? 0.5 : 1), 'name');
    if (byName === 0) add({ to: 'field', field: field.name }, valueScore(field, fits, cells), 'values');
  }
  for (const [target, score] of wishes(fields, tokens)) add(target, score, 'name');
  return found;
}

function nameScore(tokens: readonly string[], { name }: SchemaField): number {
  const own = tokensOf(name);
  const joined = tokens.join(' ');
  if (joined === own.join(' ')) return 1;
  if (synonyms[name]?.includes(joined)) return 0.9;
  if (tokens.some((token) => wishWords.has(token) || leastWords.has(token) || mostWords.has(token))) return 0;
  if (own.every((token) => tokens.includes(token))) return 0.8;
  return tokens.length > 0 && tokens.every((token) => token.length > 3 && own.includes(token)) ? 0.6 : 0;
}

/** Share of the cells that the field takes. */
function fitOf(field: SchemaField, cells: readonly unknown[]): number {
  if (cells.length === 0) return 0;
  const takes = (cell: unknown): boolean => {
    if (isNumeric(field)) return decimals.some((decimal) => numberIn(cell, decimal) !== undefined);
    if (field.values === undefined) return true;
    const items = field.multiple ? itemsIn(field, cell) : [cell];
    return items.length > 0 && items.every((item) => choiceIn(field, item) !== undefined);
  };
  return cells.filter(takes).length / cells.length;
}

/** Numbers and texts look like many fields, so values alone tell only lists of choices. */
function valueScore({ values }: SchemaField, fits: number, cells: readonly unknown[]): number {
  return values !== undefined && cells.length > 1 && fits >= 0.8 ? 0.7 * fits : 0;
}

function wishes(
  fields: readonly SchemaField[],
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

function looksLikeIds(cells: readonly unknown[], rows: number): boolean {
  const texts = cells.map(String);
  return (
    rows > 1 &&
    texts.length === rows &&
    new Set(texts).size === texts.length &&
    texts.every((each) => each.length <= 64 && !/\s/.test(each)) &&
    // Ages and prices of a few people are distinct as well.
    texts.some((each) => /[^\d.,+-]/.test(each) || each.length > 4)
  );
}

function looksLikeTexts(cells: readonly unknown[]): boolean {
  const texts = cells.filter((cell) => typeof cell === 'string');
  const long = texts.filter((each) => each.length > 60 && each.includes(' '));
  // The same sentence in every row says nothing of a person.
  const differ = texts.length === 1 || new Set(long).size > 1;
  return texts.length > 0 && long.length >= texts.length / 2 && differ;
}
