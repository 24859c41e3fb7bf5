/**
 * Cuts a source into requests and keeps the order of rows of the same subject (a person in a domain; a pair).
 *
 * A batch names the earlier batches that have a row of one of its subjects (`after`). It must not be sent
 * before they are done. So rows of a subject are never in two requests at once and never overtake each other.
 * Memory holds the subjects of the batches that are not done.
 */
import { CounterpartError } from './errors.ts';

export interface Batch<Row> {
  /** Position of its first row in the source, from 0. */
  readonly first: number;
  readonly rows: readonly Row[];
  /** The rows as JSON. */
  readonly texts: readonly string[];
  readonly after: readonly Promise<void>[];
  /** To be called once its rows are done. */
  readonly done: () => void;
}

export interface BatchRule<Row> {
  /** Rows of a batch, at most. */
  readonly size: number;
  readonly subjectOf: (row: Row) => string;
  /**
   * Whether a batch may have several rows of a subject: not where the service may carry out a part of the
   * request.
   */
  readonly repeats: boolean;
}

/** Bytes of the rows of one request; a row that is larger makes a request of its own. */
const MAX_BYTES = 1_000_000;

export async function* inBatches<Row>(
  source: AsyncIterable<Row> | Iterable<Row>,
  { size, subjectOf, repeats }: BatchRule<Row>,
  startAt: number,
): AsyncGenerator<Batch<Row>, void, undefined> {
  const turnOf = turns();
  const utf8 = new TextEncoder();
  let first = startAt;
  let rows: Row[] = [];
  let texts: string[] = [];
  let subjects = new Set<string>();
  let bytes = 0;
  const cut = (): Batch<Row> => {
    const batch = { first, rows, texts, ...turnOf(subjects) };
    first += rows.length;
    rows = [];
    texts = [];
    subjects = new Set();
    bytes = 0;
    return batch;
  };
  let index = -1;
  for await (const row of source) {
    index += 1;
    if (index < startAt) continue;
    const text = textOf(row, index);
    const length = utf8.encode(text).length;
    const subject = subjectOf(row);
    if (rows.length > 0 && (bytes + length > MAX_BYTES || (!repeats && subjects.has(subject)))) yield cut();
    rows.push(row);
    texts.push(text);
    subjects.add(subject);
    bytes += length;
    if (rows.length === size) yield cut();
  }
  if (rows.length > 0) yield cut();
}

function textOf(row: unknown, index: number): string {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(row);
  } catch (error) {
    cause = error;
  }
  if (text === undefined) throw new CounterpartError(`row ${index} cannot be written as JSON`, { cause });
  return text;
}

function turns(): (subjects: ReadonlySet<string>) => Pick<Batch<unknown>, 'after' | 'done'> {
  /** The last batch of each subject, while it is not done. */
  const last = new Map<string, Promise<void>>();
  return (subjects) => {
    let release = () => {};
    const ended = new Promise<void>((resolve) => {
      release = resolve;
    });
    const after = new Set<Promise<void>>();
    for (const subject of subjects) {
      const earlier = last.get(subject);
      if (earlier) after.add(earlier);
      last.set(subject, ended);
    }
    const done = () => {
      for (const subject of subjects) if (last.get(subject) === ended) last.delete(subject);
      release();
    };
    return { after: [...after], done };
  };
}
