/**
 * Reads a whole file without sending anything, and counts the rows that would be imported and those that
 * would not.
 */
import type { TableNotes } from 'counterpart-intake/read-table.ts';
import type { Schema } from '../../api/queries.ts';
import { fileRows } from './file-rows.ts';
import { Rejects } from './rejects.ts';
import { type Mapping, type PersonBody, PersonRows } from './row-to-person.ts';

export interface CheckedFile {
  readonly rows: number;
  /** Rows that can be sent. */
  readonly ready: number;
  readonly rejects: Rejects;
  /** Rows whose id an earlier row has. */
  readonly repeated: number;
  /** Whether there are more ids than are compared. */
  readonly tooManyIds: boolean;
  /** Rows with bytes that the encoding does not have. */
  readonly unreadable: number;
  /** Notes on a CSV file: left out lines, short rows, quotes. */
  readonly notes: TableNotes | null;
  /** Ready rows without a value of a required field, by field. A text may still have it. */
  readonly lacking: Readonly<Record<string, number>>;
}

export async function checkFile(
  file: File,
  mapping: Mapping,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CheckedFile> {
  const rejects = new Rejects();
  const required = requiredFields(mapping.schema);
  const lacking: Record<string, number> = Object.fromEntries(required.map((name) => [name, 0]));
  const people = new PersonRows(mapping);
  let [rows, ready, unreadable] = [0, 0, 0];
  let notes: TableNotes | null = null;
  const batches = fileRows(
    file,
    mapping.layout,
    (bytes) => onProgress(bytes / file.size),
    (own) => {
      notes = own;
    },
  );
  for await (const batch of batches) {
    signal.throwIfAborted();
    for (const row of batch) {
      rows += 1;
      if (row.fault?.kind === 'undecoded') unreadable += 1;
      const mapped = people.next(row);
      if ('reason' in mapped) {
        rejects.add(row.row, mapped.reason);
        continue;
      }
      ready += 1;
      for (const name of required) if (lacks(mapped.body, name)) lacking[name]! += 1;
    }
  }
  const { repeated, isFull: tooManyIds } = people;
  return { rows, ready, rejects, repeated, tooManyIds, unreadable, notes, lacking };
}

export function requiredFields({ fields }: Schema): readonly string[] {
  return fields.filter(({ required }) => required).map(({ name }) => name);
}

function lacks({ fields = {} }: PersonBody, name: string): boolean {
  return !Object.hasOwn(fields, name);
}
