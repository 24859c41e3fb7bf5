/** One JSON object a line. */
import { clip } from '../../../contract/clip.ts';
import { passedBound } from '../../../contract/json-bounds.ts';
import { LineSplitter } from '../../../contract/line-splitter.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import { ByteDecoder, undecodedFault } from '../../../platform/intake/byte-decoder.ts';
import type { Encoding } from '../../../platform/intake/encodings.ts';
import type { Row } from '../../../platform/intake/mapping/source-row.ts';
import { openFileBytes } from './file-bytes.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';
import { encodingOf } from './table-source.ts';

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const SHOWN_CHARACTERS = 1000;

export async function ndjsonRows(question: SourceQuestion): Promise<SourceReader> {
  const encoding = await encodingOf(question);
  const bytes = openFileBytes(question.file);
  const undecoded = { rows: 0 };
  return {
    rows: readLines(bytes.stream, encoding.encoding, undecoded),
    progress: bytes.progress,
    report: () => ({ ...encoding, undecoded_rows: undecoded.rows }),
    decimal: question.reading.decimal ?? 'point',
  };
}

async function* readLines(
  stream: AsyncIterable<Buffer>,
  encoding: Encoding,
  undecoded: { rows: number },
): AsyncGenerator<NumberedRow> {
  let number = 0;
  for await (const line of linesOf(stream, encoding)) {
    number++;
    const text = line.trim();
    if (text === '') continue;
    const fault = undecodedFault(text, encoding);
    if (fault === undefined) yield faultOfBounds(number, text) ?? rowOf(number, text);
    else {
      undecoded.rows++;
      yield faulty(number, `the line ${fault}`, text);
    }
  }
}

/** Blank lines count, so that a row's number is the number of its line. */
async function* linesOf(stream: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    yield* wideLines(stream, encoding);
    return;
  }
  // A line feed is one byte here, so lines are decoded one by one.
  const textOf = (line: Buffer) => {
    const decoder = new ByteDecoder(encoding);
    return decoder.decode(line) + decoder.end();
  };
  const splitter = new LineSplitter(MAX_LINE_BYTES);
  for await (const chunk of stream) {
    for (const line of splitter.push(chunk)) yield textOf(line ?? refuseLine());
    if (splitter.isTooLong) refuseLine();
  }
  const last = splitter.end();
  if (last !== undefined) yield textOf(last ?? refuseLine());
}

async function* wideLines(stream: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new ByteDecoder(encoding);
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk)).split('\n');
    rest = lines.pop()!;
    if (rest.length > MAX_LINE_BYTES / 2) refuseLine();
    yield* lines;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

function refuseLine(): never {
  throw new Error(`a line has more than ${MAX_LINE_BYTES} bytes; is this one object a line?`);
}

/** A row becomes a request body, so it has the same bounds, which are checked before it is parsed. */
function faultOfBounds(number: number, text: string): NumberedRow | undefined {
  const passed = passedBound(Buffer.from(text));
  if (passed === undefined) return undefined;
  const what = passed.path.length === 0 ? 'the line' : clip(passed.path.join('.'));
  return faulty(number, `${what} ${passed.message}`, text);
}

function rowOf(number: number, text: string): NumberedRow {
  try {
    const row = parseJson(text);
    if (typeof row === 'object' && row !== null && !Array.isArray(row))
      return { number, line: number, row: row as Row };
    return faulty(number, 'the line is no JSON object', text);
  } catch (error) {
    return faulty(number, `the line is no JSON: ${(error as Error).message}`, text);
  }
}

function faulty(number: number, fault: string, text: string): NumberedRow {
  return { number, line: number, fault, text: text.slice(0, SHOWN_CHARACTERS) };
}
