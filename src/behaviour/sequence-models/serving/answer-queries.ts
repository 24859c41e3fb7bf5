/**
 * Answers queries that arrived together for one open model. Queries that rank the whole catalogue share one
 * call of the model, and so do queries for embeddings. The result of a query is the same alone and in a
 * shared call, bit for bit.
 */
import { answerGeneration } from './answer-generation.ts';
import { answerPredictions, batchOf } from './answer-predictions.ts';
import { answerSimilar } from './answer-similar.ts';
import type { Answers, EmbedQuery, ModelQuery, PredictQuery } from './inference-protocol.ts';
import { unknownItems } from './item-id-errors.ts';
import { itemVectorsOf, type NamedModel } from './named-model.ts';
import { type ResolvedHistory, resolveHistory, resolvePrediction } from './resolve-prediction.ts';
import { compileRules } from './rules/compile-rules.ts';

/** `error`: 422 `unknown_item`, `capability_missing`, or an internal error. */
export type QueryResult = { readonly answer: Answers[ModelQuery['kind']] } | { readonly error: unknown };

type OfKind<Kind extends ModelQuery['kind']> = Extract<ModelQuery, { kind: Kind }>;
type OtherQuery = Exclude<ModelQuery, PredictQuery | EmbedQuery>;

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
  if (query.kind !== 'predict' || query.prior !== undefined) return false;
  return query.candidates === null && query.filters === undefined;
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
  switch (first?.kind) {
    case undefined:
      return [];
    case 'predict':
      return answerEach(
        queries as readonly PredictQuery[],
        (query) => ({ query, resolved: resolvePrediction(query, named) }),
        (asked) => answerPredictions(named, asked),
      );
    case 'embed':
      return answerEach(
        queries as readonly EmbedQuery[],
        (query) => resolveHistory(query, named),
        (read) => embed(named, read),
      );
    default:
      return answerEach(
        queries as readonly OtherQuery[],
        (query) => query,
        async ([query]) => [await answerOne(named, query!)],
      );
  }
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

async function answerOne(named: NamedModel, query: OtherQuery): Promise<Answers[OtherQuery['kind']]> {
  switch (query.kind) {
    case 'generate':
      return answerGeneration(named, query);
    case 'similar':
      return answerSimilar(named, query);
    case 'vectors':
      return vectorsOf(named, query);
    case 'check':
      return check(named, query);
    default:
      return query satisfies never;
  }
}

async function embed({ model }: NamedModel, read: readonly ResolvedHistory[]) {
  const rows = await model.embed(batchOf(read));
  const D = model.embeddingDimensions;
  return read.map(({ ignored, historyTruncated }, row) => {
    return { embedding: rows.slice(row * D, (row + 1) * D), ignored, historyTruncated };
  });
}

function vectorsOf(named: NamedModel, { itemIds }: OfKind<'vectors'>) {
  const items = knownNumbers(named, itemIds);
  const vectors = itemVectorsOf(named);
  const width = named.model.embeddingDimensions;
  const values = new Float32Array(itemIds.length * width);
  for (const [at, item] of items.entries())
    values.set(vectors.subarray(item * width, (item + 1) * width), at * width);
  return { values, width };
}

function check(named: NamedModel, { itemIds, filters = [], rules = [], limit = 1 }: OfKind<'check'>): null {
  knownNumbers(named, itemIds);
  for (const { filter, path } of filters) named.filters.compile(filter, path);
  compileRules(named.filters, rules, limit, named.names.ids.length);
  return null;
}

/** 422 `unknown_item` if the catalogue lacks one of the ids. */
function knownNumbers({ names }: NamedModel, ids: readonly string[]): Uint32Array {
  const unknown = new Set(ids.filter((id) => names.numberOf(id) === undefined));
  if (unknown.size > 0) throw unknownItems([...unknown]);
  return Uint32Array.from(ids, (id) => names.numberOf(id)!);
}
