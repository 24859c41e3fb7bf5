/** The people of a batch of predictions: all of a dataset, the rows of the request, or the rows of a file. */

import { BatchPersonRow, type BatchPredictionRequest } from '../../../contract/batch-prediction.ts';
import { isSessionKey } from '../../../contract/session-key.ts';
import {
  type BatchFault,
  type BatchPeople,
  countedPeople,
  peopleOfFile,
} from '../../batches/batch-people.ts';
import type { OpenSource } from '../../datasets/sources/open-source.ts';
import { sourceFormat } from '../../datasets/sources/source-format.ts';
import { type RecordOrFault, recordReader } from '../../tokenizers/catalogue/record-reader.ts';
import type { TimedHistory } from '../people/merged-events.ts';
import type { PriorScores } from '../people/prior-scores.ts';
import { readerOf } from '../serving/read-request.ts';
import type { PeopleHistories } from './people-histories.ts';

export interface BatchPerson {
  /** The number of the row in the request or the file, from 1; null: the people are those of a dataset. */
  readonly row: number | null;
  readonly personId: string | null;
  /** Item ids, oldest first; null: `fault` says why there is none. */
  readonly history: readonly string[] | null;
  /** By item of the history, milliseconds since 1970; null: unknown. */
  readonly timestampsMs: readonly number[] | null;
  /** Items that the person turned down. */
  readonly rejectedItemIds: readonly string[];
  readonly fault: BatchFault | null;
  /** Scores by the features of a person without events; absent: the model's are asked. */
  readonly prior?: PriorScores;
}

export type OpenBatchRows = OpenSource<RecordOrFault<BatchPersonRow>>;

export const batchRowReader = recordReader(BatchPersonRow, null);

export async function openBatchPeople(
  request: BatchPredictionRequest,
  histories: PeopleHistories | null,
  openRows: OpenBatchRows,
  signal: AbortSignal,
): Promise<BatchPeople<BatchPerson>> {
  const { people, source_uri: uri, source_format = 'jsonl' } = request;
  if (people !== undefined)
    return countedPeople(
      people.map((row, at) => personOf(row, at + 1, histories)),
      people.length,
    );
  if (uri !== undefined) {
    const rows = await openRows({ uri, format: sourceFormat(source_format) }, signal);
    return peopleOfFile(
      rows,
      (value, row) => personOf(value, row, histories),
      (row, fault) => faulty(row, null, fault),
    );
  }
  return countedPeople(everyone(histories!), peopleOf(histories!).length);
}

const peopleOf = ({ personIds }: PeopleHistories) => personIds.filter((id) => !isSessionKey(id));

function* everyone(histories: PeopleHistories): Generator<BatchPerson> {
  for (const personId of peopleOf(histories))
    yield { row: null, personId, ...storedHistory(histories.of(personId)), fault: null };
}

function personOf(
  { person_id: personId, session_id: sessionId, history, history_timestamps: timestamps }: BatchPersonRow,
  row: number,
  histories: PeopleHistories | null,
): BatchPerson {
  if (history !== undefined)
    return {
      row,
      personId: personId ?? null,
      history,
      timestampsMs: timestamps?.map(Date.parse) ?? null,
      rejectedItemIds: [],
      fault: null,
    };
  const reader = readerOf({ person_id: personId, session_id: sessionId });
  if (reader === undefined)
    return faulty(row, null, {
      code: 'invalid_request',
      message: 'must have person_id, session_id or history',
    });
  const named = personId ?? null;
  const stored = histories?.of(reader) ?? null;
  if (stored !== null) return { row, personId: named, ...storedHistory(stored), fault: null };
  const message = `The dataset has no events of ${named === null ? 'session ' : ''}«${personId ?? sessionId}».`;
  return faulty(row, named, { code: 'user_not_found', message });
}

function storedHistory(stored: TimedHistory | null) {
  return {
    history: stored?.itemIds ?? null,
    timestampsMs: stored?.timestampsMs ?? null,
    rejectedItemIds: stored?.rejectedItemIds ?? [],
  };
}

function faulty(row: number, personId: string | null, fault: BatchFault): BatchPerson {
  return { row, personId, ...storedHistory(null), fault };
}
