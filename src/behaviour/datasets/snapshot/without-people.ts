/** Leaves erased people out of the batches of a snapshot whose files still name them. */

interface Batch {
  readonly start: number;
  readonly count: number;
}

/** `read`: the batches with these columns. Where people are erased, their column is read as well. */
export function withoutPeople<Name extends string, Read extends Batch>(
  erased: ReadonlySet<string>,
  names: readonly Name[],
  read: (names: readonly Name[]) => AsyncIterable<Read>,
): AsyncIterable<Read> {
  if (erased.size === 0) return read(names);
  return filtered(erased, read([...new Set([...names, 'personIds' as Name])]));
}

async function* filtered<Read extends Batch>(
  erased: ReadonlySet<string>,
  batches: AsyncIterable<Read>,
): AsyncGenerator<Read> {
  let start = 0;
  for await (const batch of batches) {
    const { personIds } = batch as unknown as { readonly personIds: readonly string[] };
    const rows = Array.from(personIds.keys()).filter((row) => !erased.has(personIds[row]!));
    if (rows.length > 0) yield rowsOf(batch, rows, start);
    start += rows.length;
  }
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
