/**
 * Selects people whose preferences accept a counterpart: all except people with a preference that the
 * counterpart fails. Words that no document has cost nothing: the engine drops them when it reads the query.
 */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { type FieldDefinition, type FieldValue, isGeo } from '../../../../domains/field.ts';
import type { Scalar } from '../../../../domains/filter.ts';
import type { Counterpart } from '../../../index/candidate-index.ts';
import { cellsOfPoint } from '../documents/cells.ts';
import { isNumber } from '../documents/layout.ts';
import { shortened, wordOf } from '../documents/words.ts';
import { reachScript } from '../scripts/reach-script.ts';
import { allOf, type Query, without, word, words } from './queries.ts';

export function acceptingQuery({ fields }: DomainDefinition, { values, places }: Counterpart): Query {
  const failing = fields.flatMap((field, at) => [
    ...failingOnValue(field, at, own(values, field.name)),
    ...(isGeo(field) ? failingOnPlace(at, own(places, field.name)) : []),
  ]);
  return without([...failing, word('X')]);
}

function failingOnValue(field: FieldDefinition, at: number, value: FieldValue | undefined): readonly Query[] {
  if (value === undefined)
    return [words([`I${at}`, `N${at}`, `E${at}`, ...(isNumber(field) ? [`F${at}`] : [])])];
  const held = (typeof value === 'object' ? value : [value as Scalar]).map(wordOf);
  return [
    failsList(`I${at}`, held),
    words([`M${at}`, ...held.map((one) => `N${at}:${one}`)]),
    ...(isNumber(field) ? failingBounds(at, value) : []),
  ];
}

/** Accepts some values, none of which is held. */
function failsList(list: string, held: readonly string[]): Query {
  return { bool: { filter: [word(list)], must_not: [words(held.map((one) => `${list}:${one}`))] } };
}

function failingBounds(at: number, value: FieldValue): readonly Query[] {
  if (typeof value !== 'number') return [word(`F${at}`)];
  return [{ range: { [`f${at}`]: { gt: value + 0 } } }, { range: { [`o${at}`]: { lt: value + 0 } } }];
}

type Point = { readonly lat: number; readonly lon: number; readonly key: string };

function failingOnPlace(at: number, place: Point | undefined): readonly Query[] {
  if (place === undefined) return [words([`P${at}`, `Q${at}`, `R${at}`])];
  const key = shortened(place.key);
  return [failsList(`P${at}`, [key]), word(`Q${at}:${key}`), tooFar(at, place)];
}

/** The cells are few words; the script measures where the point lies in one of them. */
function tooFar(at: number, place: Point): Query {
  const near = allOf([
    words(cellsOfPoint(place).map((cell) => `R${at}:${cell}`)),
    { script: { script: reachScript(at, place) } },
  ]);
  return { bool: { filter: [word(`R${at}`)], must_not: [near] } };
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
