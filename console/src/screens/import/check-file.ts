/**
 * Reads a whole file without sending anything, and counts the rows that would be imported and those that
 * would not.
 */
import type { ReadingReport } from 'counterpart-intake/sources/reading.ts';
import { type FileMapping, type FileSchema, peopleRows } from './file-mapping.ts';
import { readRows } from './open-file.ts';
import { placeOf, Rejects } from './rejects.ts';

export interface CheckedFile {
  readonly rows: number;
  /** Rows that can be sent. */
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
  const required = requiredFields(mapping.schema);
  const lacking: Record<string, number> = Object.fromEntries(required.map((name) => [name, 0]));
  const source = await readRows(file, mapping.layout);
  const people = peopleRows(mapping, source.decimal);
  let [rows, ready] = [0, 0];
  for await (const numbered of source.rows) {
    signal.throwIfAborted();
    if (++rows % STEP === 0) onProgress(source.progress());
    const row = people.next(numbered);
    if ('reason' in row) {
      rejects.add(placeOf(row), row.reason);
      continue;
    }
    ready += 1;
    const { fields = {} } = row.request;
    for (const name of required) if (!Object.hasOwn(fields, name)) lacking[name]! += 1;
  }
  const { repeated, isFull: tooManyIds } = people;
  return { rows, ready, rejects, repeated, tooManyIds, report: source.report(), lacking };
}

export function requiredFields({ fields }: FileSchema): readonly string[] {
  return fields.filter(({ required }) => required).map(({ name }) => name);
}
