/** Exports the people that a search finds as a CSV file, page by page. */
import { type FoundUser, type PeopleAsked, searchPeople } from '../../api/people-queries.ts';
import { CSV_START, csvFile, csvLine } from '../../parts/csv.ts';

const ROWS_A_PAGE = 100;
const known = ['user_id', 'title', 'complete', 'created_at', 'updated_at'] as const;

interface ExportOfPeople {
  readonly asked: Omit<PeopleAsked, 'cursor' | 'limit' | 'sort'>;
  readonly fields: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (written: number) => void;
}

/** In the order in which they are found, which reaches everybody. Rejects when the signal aborts. */
export async function exportPeople({ asked, fields, signal, onProgress }: ExportOfPeople): Promise<Blob> {
  const parts = [CSV_START, csvLine([...known, ...fields])];
  let written = 0;
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof searchPeople>> = await searchPeople(
      { ...asked, limit: ROWS_A_PAGE, ...(cursor !== null && { cursor }) },
      signal,
    );
    parts.push(page.data.map((person) => lineOf(person, fields)).join(''));
    written += page.data.length;
    onProgress(written);
    if (page.next_cursor === null) return csvFile(parts);
    cursor = page.next_cursor;
  }
}

function lineOf(person: FoundUser, fields: readonly string[]): string {
  return csvLine([
    ...known.map((name) => person[name]),
    ...fields.map((name) => cellOf(person.fields[name])),
  ]);
}

/** Several values in one cell, apart by `|`. */
function cellOf(value: unknown): unknown {
  return Array.isArray(value) ? value.join('|') : value;
}
