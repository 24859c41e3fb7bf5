/** Answers people of a batch as lines of JSON. A person's line does not depend on the others in the batch. */
import type { BatchPredictionRequest } from '../../../contract/batch-prediction.ts';
import { PredictRequest } from '../../../contract/model.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { answerQueries, isShared, queriesAtOnce } from '../serving/answer-queries.ts';
import type { PredictAnswer, PredictQuery } from '../serving/inference-protocol.ts';
import type { NamedModel } from '../serving/named-model.ts';
import { predictionFields, queryOf, withExclusion } from '../serving/prediction-fields.ts';
import type { BatchPerson } from './batch-people.ts';

/** The request of each person without the history: unknown items are left out, long histories cut. */
export function batchQuery(request: BatchPredictionRequest, model: ReadyModel): PredictQuery {
  const { people: _, source_uri, source_format, dataset_id, output_format, ...options } = request;
  return {
    ...queryOf(withExclusion(PredictRequest.parse({ history: [], ...options }), model), []),
    ignoreUnknown: true,
  };
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
  const asked = people.flatMap(({ history, timestampsMs, rejectedItemIds }, at) => {
    const times = timestampsMs === null ? undefined : { timestampsMs, momentMs };
    const excluded = [...(query.excluded ?? []), ...(isRejectedLeftOut ? rejectedItemIds : [])];
    return history === null ? [] : [{ at, history, times, excluded }];
  });
  const size = isShared(query) ? queriesAtOnce(named.names.ids.length) : 1;
  for (let from = 0; from < asked.length; from += size) {
    signal.throwIfAborted();
    const some = asked.slice(from, from + size);
    const results = await answerQueries(
      named,
      some.map(({ history, times, excluded }) => ({ ...query, history, times, excluded })),
    );
    for (const [index, result] of results.entries()) {
      if ('error' in result) throw result.error;
      const { at } = some[index]!;
      lines[at] = answerLine(people[at]!, result.answer as PredictAnswer);
    }
  }
  return lines;
}

function faultLine(person: BatchPerson): string {
  return `${JSON.stringify({ ...whose(person), error: person.fault })}\n`;
}

/** Ignored items and a truncated history are named only where there are any. */
function answerLine(person: BatchPerson, answer: PredictAnswer): string {
  const { items, fallback } = predictionFields({ unknown_items: 'error', long_history: 'error' }, answer);
  return `${JSON.stringify({
    ...whose(person),
    items,
    ...(fallback !== undefined && { fallback }),
    ...(answer.ignored.length > 0 && { ignored_item_ids: answer.ignored }),
    ...(answer.historyTruncated && { history_truncated: true }),
  })}\n`;
}

function whose({ row, personId }: BatchPerson) {
  return { ...(row !== null && { row }), ...(personId !== null && { person_id: personId }) };
}
