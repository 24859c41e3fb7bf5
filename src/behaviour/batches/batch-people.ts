/** The people of a batch, in an order that is the same in every attempt. */
import type { RowSource } from '../datasets/make-snapshot.ts';
import type { RecordOrFault } from '../tokenizers/catalogue/record-reader.ts';

export interface BatchFault {
  readonly code: string;
  readonly message: string;
}

export interface BatchPeople<Person> {
  readonly people: AsyncIterable<Person>;
  /** The share that was read so far, 0 to 1. */
  progress(): number;
}

/** People whose number is known. */
export function countedPeople<Person>(
  people: Iterable<Person> | AsyncIterable<Person>,
  count: number,
): BatchPeople<Person> {
  let read = 0;
  const each = async function* () {
    for await (const person of people) {
      read++;
      yield person;
    }
  };
  return { people: each(), progress: () => (count === 0 ? 1 : read / count) };
}

/** The rows of a file, numbered from 1. `fault` makes a person of a row that is none. */
export function peopleOfFile<Row, Person>(
  rows: RowSource<RecordOrFault<Row>>,
  personOf: (value: Row, row: number) => Person,
  faulty: (row: number, fault: BatchFault) => Person,
): BatchPeople<Person> {
  const each = async function* () {
    let row = 0;
    for await (const batch of rows.batches)
      for (const one of batch.rows) {
        row++;
        yield one.type === 'record' ? personOf(one.value, row) : faulty(row, firstFault(one.issues));
      }
  };
  return { people: each(), progress: () => rows.progress() };
}

function firstFault(issues: readonly { readonly path: string; readonly message: string }[]): BatchFault {
  const [{ path, message }] = issues as readonly [{ path: string; message: string }];
  return { code: 'invalid_request', message: path === '' ? message : `${path}: ${message}` };
}

/** Chunks of the people after the first `done`. */
export async function* chunksOf<Person>(
  { people }: BatchPeople<Person>,
  size: number,
  done: number,
): AsyncGenerator<readonly Person[]> {
  let skipped = 0;
  let chunk: Person[] = [];
  for await (const person of people) {
    if (skipped++ < done) continue;
    chunk.push(person);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
