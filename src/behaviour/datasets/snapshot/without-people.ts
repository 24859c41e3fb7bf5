/** Leaves erased people and sessions out of the batches of a snapshot whose files still name them. */
import { sessionMark, sessionOfMark } from '../../../contract/session-key.ts';

interface Batch {
  readonly start: number;
  readonly count: number;
}

/**
 * `read`: the batches with these columns. Where people are erased, their column is read as well; where sessions
 * are, that of sessions, which rows of people lack.
 */
export function withoutPeople<Name extends string, Read extends Batch>(
  erased: ReadonlySet<string>,
  names: readonly Name[],
  read: (names: readonly Name[]) => AsyncIterable<Read>,
): AsyncIterable<Read> {
  if (erased.size === 0) return read(names);
  const hasSessions = [...erased].some((id) => sessionOfMark(id) !== null);
  const more = ['personIds', ...(hasSessions ? ['sessionIds'] : [])] as Name[];
  return filtered(erased, read([...new Set([...names, ...more])]));
}

async function* filtered<Read extends Batch>(
  erased: ReadonlySet<string>,
  batches: AsyncIterable<Read>,
): AsyncGenerator<Read> {
  let start = 0;
  for await (const batch of batches) {
    const rows = rowsWithout(erased, batch as unknown as Readers);
    if (rows.length > 0) yield rowsOf(batch, rows, start);
    start += rows.length;
  }
}

interface Readers {
  readonly personIds: readonly string[];
  readonly sessionIds?: readonly (string | null)[];
}

function rowsWithout(erased: ReadonlySet<string>, { personIds, sessionIds }: Readers): readonly number[] {
  return Array.from(personIds.keys()).filter((row) => {
    const sessionId = sessionIds?.[row] ?? null;
    if (sessionId !== null && erased.has(sessionMark(sessionId))) return false;
    return !erased.has(personIds[row]!);
  });
}

function rowsOf<Read extends Batch>(batch: Read, rows: readonly number[], start: number): Read {
  const columns = Object.entries(batch)
    .filter(([name]) => name !== 'start' && name !== 'count')
    .map(([name, values]) => [name, pick(values as readonly unknown[] | Float64Array, rows)]);
  return { ...Object.fromEntries(columns), start, count: rows.length } as Read;
}

function pick(values: readonly unknown[] | Float64Array, rows: readonly number[]) {
  return values instanceof Float64Array
    ? Float64Array.from(rows, (row) => values[row]!)
    : rows.map((row) => values[row]);
}
