/**
 * Reads JSONL as batches of validated rows. Only a line feed ends a line. A batch holds one chunk of the
 * stream: it is decoded and split at once, then parsed line by line. The length of a line is bounded. Even
 * for another kind of file or a decompression bomb, the process holds at most a chunk and a line.
 */
import { isUtf8 } from 'node:buffer';
import { clip } from '../../../contract/clip.ts';
import { apiError } from '../../../contract/errors.ts';
import { passedBound } from '../../../contract/json-bounds.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import type { FaultyRow, RowBatch } from './dataset-row.ts';
import { faulty, type ValidateRow } from './validate-row.ts';

/**
 * A text and attributes of 16 KiB each with every byte escaped as six, and four ids of 256 characters, each
 * escaped as twelve bytes.
 */
const MAX_LINE_BYTES = 208 * 1024;
const PIECE_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/** How a line is validated, and its maximum length. */
export interface LineForm<Row> {
  readonly validate: (value: unknown) => Row | FaultyRow;
  readonly maxLineBytes: number;
  /**
   * True if rows contain objects of arbitrary keys. Their JSON is bounded like a request body before it is
   * parsed.
   */
  readonly isNested?: boolean;
}

/** `file`: index of the file in the import. `name`: name of the file in messages, or ''. */
export function jsonlRows(
  bytes: AsyncIterable<Uint8Array>,
  named: { readonly file: number; readonly name: string },
  validate: ValidateRow,
): AsyncGenerator<RowBatch> {
  return jsonlLines(bytes, named, { validate, maxLineBytes: MAX_LINE_BYTES });
}

export async function* jsonlLines<Row>(
  bytes: AsyncIterable<Uint8Array>,
  { file, name }: { readonly file: number; readonly name: string },
  form: LineForm<Row>,
): AsyncGenerator<RowBatch<Row | FaultyRow>> {
  let line = 1;
  for await (const piece of wholeLines(bytes, () => line, name, form.maxLineBytes)) {
    const batch = validateLines(piece, file, line, form);
    line += batch.lineCount;
    yield batch;
  }
}

/** Chunks that end with a line feed, except the last. */
async function* wholeLines(
  bytes: AsyncIterable<Uint8Array>,
  line: () => number,
  name: string,
  maxLineBytes: number,
): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const part = chunk.subarray(at, at + PIECE_BYTES);
      const piece = held.length === 0 ? bufferOf(part) : Buffer.concat([held, part]);
      const end = piece.lastIndexOf(LINE_FEED) + 1;
      held = Buffer.from(piece.subarray(end));
      if (end > 0) yield piece.subarray(0, end);
      if (held.length > maxLineBytes) throw lineTooLong(name, line(), maxLineBytes);
    }
  }
  if (held.length > 0) yield held;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function lineTooLong(name: string, line: number, maxLineBytes: number) {
  const at = name === '' ? `line ${line}` : `${name}, line ${line}`;
  const message = `has more than ${maxLineBytes} bytes, more than any row can have`;
  return apiError(
    'invalid_request',
    `At ${at}: the line ${message}. Expected JSONL: one JSON object a line.`,
    { issues: [{ at, path: '', message }], total: 1 },
  );
}

function validateLines<Row>(
  piece: Buffer,
  file: number,
  firstLine: number,
  form: LineForm<Row>,
): RowBatch<Row | FaultyRow> & { readonly lineCount: number } {
  const texts = isUtf8(piece) ? piece.toString('utf8').split('\n') : utf8Lines(piece);
  // No line follows the last line feed.
  if (texts.at(-1) === '') texts.pop();
  const rows: (Row | FaultyRow)[] = [];
  const lines: number[] = [];
  for (let at = 0; at < texts.length; at++) {
    const line = firstLine + at;
    const text = line === 1 ? (texts[at]?.replace(/^\uFEFF/, '') ?? null) : texts[at]!;
    if (text !== null && isBlank(text)) continue;
    rows.push(text === null ? faulty('', 'is not UTF-8') : validateLine(text, form));
    lines.push(line);
  }
  return { file, rows, lines, lineCount: texts.length };
}

/** The lines as strings. Null for a line that is not UTF-8. */
function utf8Lines(piece: Buffer): (string | null)[] {
  const texts: (string | null)[] = [];
  for (let start = 0; start <= piece.length; ) {
    const feed = piece.indexOf(LINE_FEED, start);
    const line = piece.subarray(start, feed < 0 ? piece.length : feed);
    texts.push(isUtf8(line) ? line.toString('utf8') : null);
    start = feed < 0 ? piece.length + 1 : feed + 1;
  }
  return texts;
}

function isBlank(text: string): boolean {
  return text === '' || text === '\r' || text.trim() === '';
}

function validateLine<Row>(
  text: string,
  { validate, maxLineBytes, isNested = false }: LineForm<Row>,
): Row | FaultyRow {
  if (text.length > maxLineBytes) return faulty('', `has more than ${maxLineBytes} bytes`);
  const passed = isNested ? passedBound(Buffer.from(text)) : undefined;
  if (passed !== undefined) return faulty(clip(passed.path.join('.')), passed.message);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    // The message of the parser quotes the input, and messages are logged.
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    return faulty(
      '',
      `is no JSON${position === undefined ? '' : ` (from character ${Number(position) + 1} on)`}`,
    );
  }
  return validate(value);
}
