/** Answers people of a batch as lines of JSON. A person's line does not depend on the others in the batch. */
import type { BatchPredictionRequest } from '../../../contract/batch-prediction.ts';
import { PredictRequest } from '../../../contract/model.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { answerQueries, isShared, queriesAtOnce } from '../serving/answer-queries.ts';
import type { PredictAnswer, PredictQuery } from '../serving/inference-protocol.ts';
import type { NamedModel } from '../serving/named-model.ts';
import { predictionFields, rankingQuery, withExclusion } from '../serving/prediction-fields.ts';
import type { BatchPerson } from './batch-people.ts';

/** The request of each person without the history: unknown items are left out, long histories cut. */
export function batchQuery(request: BatchPredictionRequest, model: ReadyModel): PredictQuery {
  const { people: _, source_uri, source_format, dataset_id, output_format, ...options } = request;
  const parsed = withExclusion(PredictRequest.parse({ history: [], ...options }), model);
  const given = { history: [], times: undefined };
  return { kind: 'predict', ...rankingQuery(parsed, given), ignoreUnknown: true };
}

export interface BatchQuestion {
  readonly query: PredictQuery;
  readonly momentMs: number;
  /** Whether items that a person turned down are left out. */
  readonly isRejectedLeftOut: boolean;
}

/** One line a person, in their order. `momentMs`: that of the predictions, the same in every attempt. */
export async function answerPeople(
  named: NamedModel,
  { query, momentMs, isRejectedLeftOut }: BatchQuestion,
  people: readonly BatchPerson[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lines = people.map(faultLine);
  const asked = people.flatMap((person, at): readonly Asked[] => {
    const { history, timestampsMs, rejectedItemIds, prior } = person;
    const times = timestampsMs === null ? undefined : { timestampsMs, momentMs };
    const excluded = [...(query.excluded ?? []), ...(isRejectedLeftOut ? rejectedItemIds : [])];
    return history === null ? [] : [{ at, query: { ...query, history, times, prior, excluded } }];
  });
  for (const some of sharedCalls(asked, queriesAtOnce(named.names.ids.length))) {
    signal.throwIfAborted();
    const results = await answerQueries(
      named,
      some.map((one) => one.query),
    );
    for (const [index, result] of results.entries()) {
      if ('error' in result) throw result.error;
      const { at } = some[index]!;
      lines[at] = answerLine(people[at]!, result.answer as PredictAnswer, query);
    }
  }
  return lines;
}

interface Asked {
  /** The position of the person. */
  readonly at: number;
  readonly query: PredictQuery;
}

/** Groups of at most `size` queries that share a call, and each other one alone. */
function* sharedCalls(asked: readonly Asked[], size: number): Generator<readonly Asked[]> {
  const shared = asked.filter(({ query }) => isShared(query));
  for (let from = 0; from < shared.length; from += size) yield shared.slice(from, from + size);
  for (const one of asked) if (!isShared(one.query)) yield [one];
}

function faultLine(person: BatchPerson): string {
  return `${JSON.stringify({ ...whose(person), error: person.fault })}\n`;
}

/** Ignored items and a truncated history are named only where there are any. */
function answerLine(person: BatchPerson, answer: PredictAnswer, query: PredictQuery): string {
  const { items, fallback, rules } = predictionFields(requestOf(query), answer, person.prior);
  return `${JSON.stringify({
    ...whose(person),
    items,
    ...(fallback !== undefined && { fallback }),
    ...(rules !== undefined && { rules }),
    ...(answer.ignored.length > 0 && { ignored_item_ids: answer.ignored }),
    ...(answer.historyTruncated && { history_truncated: true }),
  })}\n`;
}

/** The fields of the request that an answer repeats. */
function requestOf({ rules, limit }: PredictQuery) {
  return { ...strict, limit, diversity: 0, rules: rules && [...rules] };
}

const strict = { unknown_items: 'error', long_history: 'error' } as const;

function whose({ row, personId }: BatchPerson) {
  return { ...(row !== null && { row }), ...(personId !== null && { person_id: personId }) };
}
