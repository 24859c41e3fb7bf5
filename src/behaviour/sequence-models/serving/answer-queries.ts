/**
 * Answers queries that arrived together for one open model. Queries that rank the whole catalogue share one
 * call of the model, and so do queries for embeddings. The result of a query is the same alone and in a
 * shared call, bit for bit.
 */
import { answerPredictions, batchOf } from './answer-predictions.ts';
import type { Answers, ModelQuery, PredictQuery } from './inference-protocol.ts';
import { unknownItems } from './item-id-errors.ts';
import type { ItemNames } from './item-names.ts';
import { itemVectorsOf, type NamedModel } from './named-model.ts';
import { resolvePrediction } from './resolve-prediction.ts';
import { similarItems } from './similar-items.ts';

/** `error`: 422 `unknown_item`, `capability_missing`, or an internal error. */
export type QueryResult = { readonly answer: Answers[ModelQuery['kind']] } | { readonly error: unknown };

type OfKind<Kind extends ModelQuery['kind']> = Extract<ModelQuery, { kind: Kind }>;
type OtherQuery = Exclude<ModelQuery, PredictQuery>;

/** The maximum number of scores in a shared call; limits its memory. */
const SCORES_AT_ONCE = 2_000_000;
/** The maximum number of queries in a shared call. */
const MAX_AT_ONCE = 32;

/** The maximum number of queries in a shared call of a model with this number of items. */
export function queriesAtOnce(items: number): number {
  return Math.min(MAX_AT_ONCE, Math.max(1, Math.floor(SCORES_AT_ONCE / items)));
}

/** Whether the query can share a call of the model with others of its kind. */
export function isShared(query: ModelQuery): boolean {
  if (query.kind === 'embed') return true;
  return query.kind === 'predict' && query.candidates === null && query.filters === undefined;
}

/**
 * The results in the order of `queries`. All queries are of one kind; a query for which `isShared` is false
 * is the only one.
 */
export async function answerQueries(
  named: NamedModel,
  queries: readonly ModelQuery[],
): Promise<readonly QueryResult[]> {
  const [first] = queries;
  return first?.kind === 'predict'
    ? answerEach(
        queries as readonly PredictQuery[],
        (query) => ({ query, resolved: resolvePrediction(query, named) }),
        (asked) => answerPredictions(named, asked),
      )
    : answerEach(
        queries as readonly OtherQuery[],
        (query) => known(named, query),
        (known) => answerKnown(named, known),
      );
}

/** Queries that are refused do not affect the others. */
async function answerEach<Query, Valid>(
  queries: readonly Query[],
  validate: (query: Query) => Valid,
  answerValid: (valid: readonly Valid[]) => Promise<readonly Answers[ModelQuery['kind']][]>,
): Promise<readonly QueryResult[]> {
  const results = new Array<QueryResult>(queries.length);
  const valid = new Map<number, Valid>();
  for (const [which, query] of queries.entries()) {
    try {
      valid.set(which, validate(query));
    } catch (error) {
      results[which] = { error };
    }
  }
  try {
    const answers = valid.size > 0 ? await answerValid([...valid.values()]) : [];
    for (const [at, which] of [...valid.keys()].entries()) results[which] = { answer: answers[at]! };
  } catch (error) {
    for (const which of valid.keys()) results[which] = { error };
  }
  return results;
}

async function answerKnown(
  named: NamedModel,
  queries: readonly OtherQuery[],
): Promise<readonly Answers[ModelQuery['kind']][]> {
  const [first] = queries as readonly [OtherQuery];
  switch (first.kind) {
    case 'check':
      return queries.map(() => null);
    case 'embed':
      return embed(named, queries as readonly OfKind<'embed'>[]);
    case 'generate':
      return [await generate(named, first)];
    case 'similar':
      return [similarTo(named, first)];
    case 'vectors':
      return [vectorsOf(named, first)];
  }
}

async function embed({ model, names }: NamedModel, queries: readonly OfKind<'embed'>[]) {
  const rows = await model.embed(
    batchOf(queries.map(({ history }) => ({ history: numbersOf(names, history) }))),
  );
  const D = model.embeddingDimensions;
  return queries.map((_, row) => rows.slice(row * D, (row + 1) * D));
}

async function generate({ model, names }: NamedModel, { history, limit, beam }: OfKind<'generate'>) {
  if (model.generate === undefined) throw new Error('the model does not generate');
  const found = await model.generate(numbersOf(names, history), { limit, beam });
  return found.map(({ item, score, codes }) => ({ itemId: names.ids[item]!, score, codes }));
}

function similarTo(named: NamedModel, { itemId, limit }: OfKind<'similar'>) {
  const { ids, byteRank, numberOf } = named.names;
  const found = similarItems({
    itemVectors: itemVectorsOf(named),
    width: named.model.embeddingDimensions,
    item: numberOf(itemId)!,
    limit,
    rankOf: (item) => byteRank[item]!,
  });
  return found.map(({ item, similarity }) => ({ itemId: ids[item]!, score: similarity }));
}

function vectorsOf(named: NamedModel, { itemIds }: OfKind<'vectors'>) {
  const vectors = itemVectorsOf(named);
  const width = named.model.embeddingDimensions;
  const values = new Float32Array(itemIds.length * width);
  for (const [at, item] of numbersOf(named.names, itemIds).entries())
    values.set(vectors.subarray(item * width, (item + 1) * width), at * width);
  return { values, width };
}

function numbersOf(names: ItemNames, ids: readonly string[]): Uint32Array {
  return Uint32Array.from(ids, (id) => names.numberOf(id)!);
}

/** The query; 422 `unknown_item` if the catalogue lacks one of its ids, and as a filter is refused. */
function known({ names, filters }: NamedModel, query: OtherQuery): OtherQuery {
  const ids = idsOf(query);
  const unknown = new Set(ids.filter((id) => names.numberOf(id) === undefined));
  if (unknown.size > 0) throw unknownItems([...unknown]);
  if (query.kind === 'check')
    for (const { filter, path } of query.filters ?? []) filters.compile(filter, path);
  return query;
}

function idsOf(query: OtherQuery): readonly string[] {
  if (query.kind === 'similar') return [query.itemId];
  return 'itemIds' in query ? query.itemIds : query.history;
}
