/**
 * The people of a batch, in an order that is the same in every attempt: all people of a dataset, the rows of the
 * request, or the rows of a file.
 */
import { BatchPersonRow, type BatchPredictionRequest } from '../../contract/batch-prediction.ts';
import type { RowSource } from '../../datasets/make-snapshot.ts';
import type { OpenSource } from '../../datasets/sources/open-source.ts';
import { sourceFormat } from '../../datasets/sources/source-format.ts';
import { type RecordOrFault, recordReader } from '../../tokenizers/catalogue/record-reader.ts';
import type { TimedHistory } from '../people/create-person-histories.ts';
import type { PeopleHistories } from './people-histories.ts';

export interface BatchPerson {
  /** The number of the row in the request or the file, from 1; null: the people are those of a dataset. */
  readonly row: number | null;
  readonly personId: string | null;
  /** Item ids, oldest first; null: `fault` says why there is none. */
  readonly history: readonly string[] | null;
  /** By item of the history, milliseconds since 1970; null: unknown. */
  readonly timestampsMs: readonly number[] | null;
  readonly fault: { readonly code: string; readonly message: string } | null;
}

export interface BatchPeople {
  readonly people: AsyncIterable<BatchPerson>;
  /** The number of people; null: unknown before the end. */
  readonly count: number | null;
  /** The share that was read so far, 0 to 1. */
  progress(): number;
}

export type OpenBatchRows = OpenSource<RecordOrFault<BatchPersonRow>>;

export const batchRowReader = recordReader(BatchPersonRow, null);

export async function openBatchPeople(
  request: BatchPredictionRequest,
  histories: PeopleHistories | null,
  openRows: OpenBatchRows,
  signal: AbortSignal,
): Promise<BatchPeople> {
  const { people, source_uri: uri, source_format = 'jsonl' } = request;
  if (people !== undefined)
    return counted(
      people.map((row, at) => personOf(row, at + 1, histories)),
      people.length,
    );
  if (uri !== undefined) {
    const rows = await openRows({ uri, format: sourceFormat(source_format) }, signal);
    return { people: peopleOfRows(rows, histories), count: null, progress: () => rows.progress() };
  }
  return counted(everyone(histories!), histories!.personIds.length);
}

function counted(people: Iterable<BatchPerson>, count: number): BatchPeople {
  let read = 0;
  const each = async function* () {
    for (const person of people) {
      read++;
      yield person;
    }
  };
  return { people: each(), count, progress: () => (count === 0 ? 1 : read / count) };
}

function* everyone(histories: PeopleHistories): Generator<BatchPerson> {
  for (const personId of histories.personIds)
    yield { row: null, personId, ...storedHistory(histories.of(personId)), fault: null };
}

async function* peopleOfRows(
  rows: RowSource<RecordOrFault<BatchPersonRow>>,
  histories: PeopleHistories | null,
): AsyncGenerator<BatchPerson> {
  let row = 0;
  for await (const batch of rows.batches)
    for (const one of batch.rows) {
      row++;
      if (one.type === 'record') yield personOf(one.value, row, histories);
      else {
        const [{ path, message }] = one.issues as readonly [{ path: string; message: string }];
        yield faulty(row, null, 'invalid_request', path === '' ? message : `${path}: ${message}`);
      }
    }
}

function personOf(
  { person_id: personId, history, history_timestamps: timestamps }: BatchPersonRow,
  row: number,
  histories: PeopleHistories | null,
): BatchPerson {
  if (history !== undefined)
    return {
      row,
      personId: personId ?? null,
      history,
      timestampsMs: timestamps?.map(Date.parse) ?? null,
      fault: null,
    };
  if (personId === undefined) return faulty(row, null, 'invalid_request', 'must have person_id or history');
  const stored = histories?.of(personId) ?? null;
  if (stored !== null) return { row, personId, ...storedHistory(stored), fault: null };
  return faulty(row, personId, 'user_not_found', `The dataset has no events of «${personId}».`);
}

function storedHistory(stored: TimedHistory | null) {
  return { history: stored?.itemIds ?? null, timestampsMs: stored?.timestampsMs ?? null };
}

function faulty(row: number, personId: string | null, code: string, message: string): BatchPerson {
  return { row, personId, history: null, timestampsMs: null, fault: { code, message } };
}
