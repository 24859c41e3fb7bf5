/** Reads a whole file without sending anything: what would be imported, and what would not. */
import type { Schema } from '../../api/queries.ts';
import { fileRows } from './file-rows.ts';
import { Rejects } from './rejects.ts';
import { type Mapping, type PersonBody, rowToPerson } from './row-to-person.ts';

export interface CheckedFile {
  readonly rows: number;
  /** Rows that can be sent. */
  readonly ready: number;
  readonly rejects: Rejects;
  /** Rows whose id an earlier row has: they add to the same person. null: too many ids to be compared. */
  readonly repeated: number | null;
  /** Rows with characters that the encoding could not read. */
  readonly unreadable: number;
  /** Ready rows without a value of a required field, by field. A text may still have it. */
  readonly lacking: Readonly<Record<string, number>>;
}

/** Ids compared at most, about 100 bytes of memory each. */
const MOST_IDS = 2_000_000;

export async function checkFile(
  file: File,
  mapping: Mapping,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CheckedFile> {
  const rejects = new Rejects();
  const required = requiredFields(mapping.schema);
  const lacking: Record<string, number> = Object.fromEntries(required.map((name) => [name, 0]));
  const ids = new Set<string>();
  let [rows, ready, repeated, unreadable] = [0, 0, 0, 0];
  for await (const batch of fileRows(file, mapping.layout, (bytes) => onProgress(bytes / file.size))) {
    signal.throwIfAborted();
    for (const row of batch) {
      rows += 1;
      if (row.cells.some((cell) => typeof cell === 'string' && cell.includes('\ufffd'))) unreadable += 1;
      const mapped = rowToPerson(mapping, row);
      if ('reason' in mapped) {
        rejects.add(row.row, mapped.reason);
        continue;
      }
      ready += 1;
      if (ids.has(mapped.body.user_id)) repeated += 1;
      else if (ids.size < MOST_IDS) ids.add(mapped.body.user_id);
      for (const name of required) if (lacks(mapped.body, name)) lacking[name]! += 1;
    }
  }
  return { rows, ready, rejects, repeated: ids.size < MOST_IDS ? repeated : null, unreadable, lacking };
}

export function requiredFields({ fields }: Schema): readonly string[] {
  return fields.filter(({ required }) => required).map(({ name }) => name);
}

function lacks({ fields = {} }: PersonBody, name: string): boolean {
  return !Object.hasOwn(fields, name);
}
