/**
 * Answers queries that arrived together for one open model. Queries that rank the whole catalogue share one
 * call of the model, and so do queries for embeddings. The result of a query is the same alone and in a
 * shared call, bit for bit.
 */
import { type ApiError, apiError } from '../../contract/errors.ts';
import type { OpenModel } from '../models/architecture.ts';
import type { Answers, ModelQuery } from './inference-protocol.ts';
import type { ItemNames } from './item-names.ts';
import { scoresOf } from './scores-of.ts';
import { selectBest } from './select-best.ts';

export interface NamedModel {
  readonly model: OpenModel;
  readonly names: ItemNames;
}

/** `error`: 422 `unknown_item`, or an internal error. */
export type QueryResult = { readonly answer: Answers[ModelQuery['kind']] } | { readonly error: unknown };

/** The maximum number of unknown ids in the details of an error. */
const MAX_UNKNOWN_IN_DETAILS = 100;
/** The maximum number of unknown ids in the message of an error. */
const MAX_UNKNOWN_IN_MESSAGE = 5;

type OfKind<Kind extends ModelQuery['kind']> = Extract<ModelQuery, { kind: Kind }>;

/** Whether the query can share a call of the model with others of its kind. */
export function isShared(query: ModelQuery): boolean {
  return query.kind === 'embed' || (query.kind === 'predict' && query.candidates === null);
}

/**
 * The results in the order of `queries`. All queries are of one kind; a query for which `isShared` is false
 * is the only one.
 */
export async function answerQueries(
  named: NamedModel,
  queries: readonly ModelQuery[],
): Promise<readonly QueryResult[]> {
  const unknown = queries.map((query) => unknownOf(named.names, query));
  const valid = queries.filter((_, which) => unknown[which] === null);
  let answers: readonly Answers[ModelQuery['kind']][] = [];
  try {
    if (valid.length > 0) answers = await answerValid(named, valid);
  } catch (error) {
    return unknown.map((found) => ({ error: found ?? error }));
  }
  const next = answers.values();
  return unknown.map((found) => (found === null ? { answer: next.next().value! } : { error: found }));
}

async function answerValid(
  named: NamedModel,
  queries: readonly ModelQuery[],
): Promise<readonly Answers[ModelQuery['kind']][]> {
  const [first] = queries as readonly [ModelQuery];
  switch (first.kind) {
    case 'check':
      return queries.map(() => null);
    case 'embed':
      return embed(named, queries as readonly OfKind<'embed'>[]);
    case 'generate':
      return [await generate(named, first)];
    case 'predict':
      return first.candidates === null
        ? predictAll(named, queries as readonly OfKind<'predict'>[])
        : [await predictAmong(named, first.history, first.candidates, first.limit)];
  }
}

async function embed({ model, names }: NamedModel, queries: readonly OfKind<'embed'>[]) {
  const rows = await model.embed(batchOf(names, queries));
  const D = model.embeddingDimensions;
  return queries.map((_, row) => rows.slice(row * D, (row + 1) * D));
}

async function predictAll({ model, names }: NamedModel, queries: readonly OfKind<'predict'>[]) {
  const rows = await model.score(batchOf(names, queries));
  const I = names.ids.length;
  return queries.map(({ limit }, row) => {
    const scores = rows.subarray(row * I, (row + 1) * I);
    return ranked(scores, limit, names, (position) => position);
  });
}

async function predictAmong(
  { model, names }: NamedModel,
  history: readonly string[],
  candidates: readonly string[],
  limit: number,
) {
  const [past, items] = [numbersOf(names, history), numbersOf(names, candidates)];
  const scores = await scoresOf(model, past, items);
  return ranked(scores, limit, names, (position) => items[position]!);
}

async function generate({ model, names }: NamedModel, { history, limit, beam }: OfKind<'generate'>) {
  if (model.generate === undefined) throw new Error('the model does not generate');
  const found = await model.generate(numbersOf(names, history), { limit, beam });
  return found.map(({ item, score, codes }) => ({ itemId: names.ids[item]!, score, codes }));
}

function ranked(
  scores: Float32Array,
  limit: number,
  { ids, byteRank }: ItemNames,
  itemAt: (position: number) => number,
) {
  const best = selectBest(scores, limit, (position) => byteRank[itemAt(position)]!);
  return Array.from(best, (position) => ({ itemId: ids[itemAt(position)]!, score: scores[position]! }));
}

function batchOf(names: ItemNames, queries: readonly { readonly history: readonly string[] }[]) {
  const offsets = new Uint32Array(queries.length + 1);
  for (const [row, { history }] of queries.entries()) offsets[row + 1] = offsets[row]! + history.length;
  return {
    offsets,
    items: numbersOf(
      names,
      queries.flatMap(({ history }) => history),
    ),
  };
}

function numbersOf(names: ItemNames, ids: readonly string[]): Uint32Array {
  return Uint32Array.from(ids, (id) => names.numberOf(id)!);
}

function unknownOf(names: ItemNames, query: ModelQuery): ApiError | null {
  const unknown = new Set<string>();
  for (const ids of idsOf(query)) for (const id of ids) if (names.numberOf(id) === undefined) unknown.add(id);
  return unknown.size === 0 ? null : unknownItems([...unknown]);
}

function unknownItems(ids: readonly string[]): ApiError {
  const shown = ids.slice(0, MAX_UNKNOWN_IN_MESSAGE).map((id) => `«${id}»`);
  const more = ids.length > shown.length ? ` and ${ids.length - shown.length} more` : '';
  return apiError(
    'unknown_item',
    `The model’s catalogue has no item ${shown.join(', ')}${more}. It has the items of its dataset; leave out others, or adapt a model on a dataset that has them.`,
    { item_ids: ids.slice(0, MAX_UNKNOWN_IN_DETAILS), unknown: ids.length },
  );
}

function idsOf(query: ModelQuery): readonly (readonly string[])[] {
  if (query.kind === 'check') return [query.itemIds];
  return query.kind === 'predict' && query.candidates !== null
    ? [query.history, query.candidates]
    : [query.history];
}
