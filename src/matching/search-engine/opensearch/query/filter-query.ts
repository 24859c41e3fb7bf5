/**
 * The steps of a query in the engine's language. The meaning is that of `domains/row-passes.ts`, save that a
 * radius is a little wider (`widened.ts`): the pipeline measures again. A step that keeps all people is null.
 */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { isGeo } from '../../../../domains/field.ts';
import type { Clause, Clauses, Scalar } from '../../../../domains/filter.ts';
import { comparesPlaces } from '../../../../domains/row-passes.ts';
import type { RemoteStep } from '../../candidate-search.ts';
import { documentId } from '../documents/document-id.ts';
import { isNumber } from '../documents/layout.ts';
import { shortened, wordOf } from '../documents/words.ts';
import { acceptingQuery } from './accepting-query.ts';
import { allOf, anyOf, type Query, without, word, words } from './queries.ts';
import { widened } from './widened.ts';

export function stepQuery(definition: DomainDefinition, step: RemoteStep): Query | null {
  if ('drop' in step) return step.drop.length === 0 ? null : without([idsQuery(step.drop)]);
  if ('blocking' in step) return without([word(`B:${shortened(step.blocking)}`)]);
  if ('accepts' in step) {
    const accepts = acceptingQuery(definition, step.accepts);
    if (step.blockLists === 'ignored') return accepts;
    return allOf([accepts, without([word(`B:${shortened(step.accepts.userId)}`)])]);
  }
  if (step.keep === 'complete') return word('+');
  return clausesQuery(definition, step.keep);
}

/** The engine refuses longer lists in one clause. */
const MOST_IDS = 50_000;

export function idsQuery(userIds: readonly string[]): Query {
  const ids = userIds.map(documentId);
  const lists: string[][] = [];
  for (let from = 0; from < ids.length; from += MOST_IDS) lists.push(ids.slice(from, from + MOST_IDS));
  return { bool: { should: lists.map((_id) => ({ terms: { _id } })) } };
}

function clausesQuery(definition: DomainDefinition, clauses: Clauses): Query | null {
  const queries = clauses.map((clause) => clauseQuery(definition, clause)).filter((query) => query !== null);
  return queries.length === 0 ? null : allOf(withRangesJoined(queries));
}

/** A lower and an upper bound of one number are read in one pass. */
function withRangesJoined(queries: readonly Query[]): readonly Query[] {
  const joined = new Map<string, Record<string, unknown>>();
  const others: Query[] = [];
  for (const query of queries) {
    const [field, bounds] =
      Object.entries((query.range as Record<string, Record<string, unknown>>) ?? {})[0] ?? [];
    const known = field === undefined ? undefined : joined.get(field);
    const isNew = known === undefined || Object.keys(bounds!).every((bound) => !(bound in known));
    if (field !== undefined && isNew) joined.set(field, { ...known, ...bounds });
    else others.push(query);
  }
  return [...others, ...Array.from(joined, ([field, bounds]): Query => ({ range: { [field]: bounds } }))];
}

const nothing: Query = { match_none: {} };

function clauseQuery(definition: DomainDefinition, clause: Clause): Query | null {
  const { fields } = definition;
  const at = fields.findIndex(({ name }) => name === clause.field);
  if (clause.missing === 'pass') {
    const { missing: _, ...comparison } = clause;
    const compared = clauseQuery(definition, comparison);
    if (at === -1 || compared === null) return null;
    return anyOf([compared, without([word(comparesPlaces(clause) ? `@${at}` : `?${at}`)])]);
  }
  if (at === -1) return clause.op === 'exists' && !clause.value ? null : nothing;
  const has = word(`?${at}`);
  if (clause.op === 'exists') return clause.value ? has : without([has]);
  const field = fields[at]!;
  if (field.kind === 'soft') return nothing;
  if (isGeo(field)) return placeQuery(at, clause);
  if (isNumber(field)) return numberQuery(at, clause);
  const named = namedBy(clause);
  if (named === null) return nothing;
  const found = words(named.values.map((value) => `=${at}:${wordOf(value)}`));
  return named.wanted ? found : allOf([has, without([found])]);
}

function namedBy(clause: Clause): { readonly values: readonly Scalar[]; readonly wanted: boolean } | null {
  if (clause.op === 'eq' || clause.op === 'ne') return { values: [clause.value], wanted: clause.op === 'eq' };
  if (clause.op === 'in' || clause.op === 'nin') return { values: clause.values, wanted: clause.op === 'in' };
  return null;
}

function placeQuery(at: number, clause: Clause): Query {
  switch (clause.op) {
    case 'place_in':
      return words(clause.keys.map((key) => `p${at}:${shortened(key)}`));
    case 'place_nin':
      return allOf([word(`@${at}`), without([words(clause.keys.map((key) => `p${at}:${shortened(key)}`))])]);
    case 'within_km':
      return clause.origin === null ? nothing : radiusQuery(at, clause.km, clause.origin);
    default:
      return nothing;
  }
}

/** Beyond, every place is near enough. */
const HALF_ROUND_KM = 20_015;

/** People whose place is within the radius, or a little farther. */
export function radiusQuery(
  at: number,
  km: number,
  { lat, lon }: { readonly lat: number; readonly lon: number },
): Query {
  if (km >= HALF_ROUND_KM) return word(`@${at}`);
  const distance = `${widened(km) * 1000}m`;
  return { geo_distance: { distance, [`l${at}`]: { lat, lon } } };
}

function numberQuery(at: number, clause: Clause): Query {
  const field = `n${at}`;
  switch (clause.op) {
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { range: { [field]: { [clause.op]: clause.value + 0 } } };
    default: {
      const named = namedBy(clause);
      if (named === null) return nothing;
      const numbers = named.values.filter((value) => typeof value === 'number').map((value) => value + 0);
      const found: Query = numbers.length === 0 ? nothing : { terms: { [field]: numbers } };
      return named.wanted ? found : allOf([word(`?${at}`), without([found])]);
    }
  }
}
