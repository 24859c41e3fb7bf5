/**
 * Rows out of files: NDJSON (a JSON value a line) from a Blob, a stream or any iterable of bytes or texts.
 */
import { CounterpartError } from './errors.ts';
import { keyOfWrittenNumber, parseJson, WrittenNumber } from './written-number.ts';

type Piece = Uint8Array | string;

/** A `File` or `Blob`, a web stream, `fs.createReadStream(path)`, or the pieces themselves. */
export type Source = Blob | ReadableStream<Piece> | AsyncIterable<Piece> | Iterable<Piece>;

/**
 * Holds one piece and one line at a time. Empty lines are skipped. An id may be a whole number of any length:
 * it becomes its digits as text. Throws CounterpartError with the number of the line (from 1) where one is no
 * JSON, or has another number that JavaScript would round.
 */
export async function* ndjson<Row>(source: Source): AsyncGenerator<Row, void, undefined> {
  let number = 0;
  for await (const line of linesOf(source)) {
    number += 1;
    if (line.trim() === '') continue;
    let row: unknown;
    try {
      row = withIdTexts(parseJson(line));
    } catch (cause) {
      throw new CounterpartError(`line ${number} is no JSON`, { cause });
    }
    const rounded = keyOfWrittenNumber(row);
    if (rounded !== undefined)
      throw new CounterpartError(
        `line ${number}: the number at ${rounded} has more digits than JavaScript keeps; write it as text`,
      );
    yield row as Row;
  }
}

const idKeys: ReadonlySet<string> = new Set(['user_id', 'seeker_id', 'candidate_id']);

function withIdTexts(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      idKeys.has(key) && (value instanceof WrittenNumber || Number.isInteger(value)) ? String(value) : value,
    ]),
  );
}

function piecesOf(source: Source): AsyncIterable<Piece> | Iterable<Piece> {
  const stream = source instanceof Blob ? (source.stream() as ReadableStream<Piece>) : source;
  if (!(stream instanceof ReadableStream) || Symbol.asyncIterator in stream)
    return stream as AsyncIterable<Piece>;
  return read(stream);
}

/** Streams of some browsers cannot be iterated. */
async function* read(stream: ReadableStream<Piece>): AsyncGenerator<Piece, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Without their ends. */
export async function* linesOf(source: Source): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of piecesOf(source)) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    const parts = (rest + text).split('\n');
    rest = parts.pop() as string;
    yield* parts;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
