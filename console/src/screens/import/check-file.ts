/**
 * Reads a whole file, has the service check each row, which stores nothing, and counts the rows that would be
 * imported and those that would not.
 */
import type { ReadingReport } from 'counterpart-intake/sources/reading.ts';
import { client } from '../../api/client.ts';
import { type FileMapping, type FileSchema, peopleRows } from './file-mapping.ts';
import { readRows } from './open-file.ts';
import { bodyOf, type PersonBody } from './person-body.ts';
import { placeOf, Rejects, type RowAt } from './rejects.ts';
import { CONCURRENCY, causeOf } from './upload-of-import.ts';

export interface CheckedFile {
  readonly rows: number;
  /** Rows that the import sends: the service refuses some of them. */
  readonly sent: number;
  /** Rows that would be stored. */
  readonly ready: number;
  readonly rejects: Rejects;
  /** Rows whose id an earlier row has. */
  readonly repeated: number;
  /** Whether there are more ids than are compared. */
  readonly tooManyIds: boolean;
  /** Notes on the file: short rows, quotes, bytes that the encoding does not have. */
  readonly report: ReadingReport;
  /** Ready rows without a value of a required field, by field. A text may still have it. */
  readonly lacking: Readonly<Record<string, number>>;
}

/** Rows between two reports of the progress. */
const STEP = 1000;

export async function checkFile(
  file: File,
  mapping: FileMapping,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CheckedFile> {
  const rejects = new Rejects();
  const places = new WeakMap<PersonBody, RowAt>();
  const required = requiredFields(mapping.schema);
  const lacking: Record<string, number> = Object.fromEntries(required.map((name) => [name, 0]));
  const source = await readRows(file, mapping.layout);
  const people = peopleRows(mapping, source.decimal);
  let [rows, sent] = [0, 0];
  async function* bodies() {
    for await (const numbered of source.rows) {
      signal.throwIfAborted();
      if (++rows % STEP === 0) onProgress(source.progress());
      const row = people.next(numbered);
      if ('reason' in row) {
        rejects.add(placeOf(row), row.reason);
        continue;
      }
      const body = bodyOf(row);
      sent += 1;
      places.set(body, placeOf(row));
      for (const name of required) if (!Object.hasOwn(body.fields ?? {}, name)) lacking[name]! += 1;
      yield body;
    }
  }
  const ready = await checkByService(bodies(), signal, (row, reason) => {
    rejects.add(places.get(row)!, reason);
    for (const name of required) if (!Object.hasOwn(row.fields ?? {}, name)) lacking[name]! -= 1;
  });
  const { repeated, isFull: tooManyIds } = people;
  return { rows, sent, ready, rejects, repeated, tooManyIds, report: source.report(), lacking };
}

/** How many of the people the service would store. Throws what the reading of them threw, or an ApiError. */
async function checkByService(
  people: AsyncIterable<PersonBody>,
  signal: AbortSignal,
  onRefused: (row: PersonBody, reason: string) => void,
): Promise<number> {
  try {
    const { stored } = await client.users.upsertMany(people, {
      dryRun: true,
      concurrency: CONCURRENCY,
      signal,
      onRefused: ({ row, message }) => onRefused(row as PersonBody, message),
    });
    return stored;
  } catch (error) {
    throw causeOf(error);
  }
}

export function requiredFields({ fields }: FileSchema): readonly string[] {
  return fields.filter(({ required }) => required).map(({ name }) => name);
}
