/** The list of people with their segments, read line by line from the file of a job. */

export interface PersonRow {
  readonly person_id: string;
  readonly segment: number;
  readonly distance: number;
}

export interface PeopleList {
  readonly rows: readonly PersonRow[];
  /** Whether the file has more. */
  readonly hasMore: boolean;
}

/** Rows that a page holds in its memory. */
const MOST_ROWS = 100_000;

/** Throws where the file is gone or cannot be reached from this page. */
export async function readPeople(url: string, signal: AbortSignal): Promise<PeopleList> {
  const { pathname, search } = new URL(url);
  // By the address of this page, whose policy lets it reach no other.
  const answer = await fetch(`${pathname}${search}`, { signal, credentials: 'omit' });
  if (!answer.ok || answer.body === null) throw new Error(`HTTP ${answer.status}`);
  const rows: PersonRow[] = [];
  for await (const line of linesOf(answer.body)) {
    if (rows.length === MOST_ROWS) return { rows, hasMore: true };
    rows.push(JSON.parse(line) as PersonRow);
  }
  return { rows, hasMore: false };
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + read.value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel();
  }
}
