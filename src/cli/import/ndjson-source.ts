/** One JSON object a line. */
import { clip } from '../../contract/clip.ts';
import { passedBound } from '../../contract/json-bounds.ts';
import { LineSplitter } from '../../contract/line-splitter.ts';
import { parseJson } from '../../contract/parse-json.ts';
import { openFileBytes } from './file-bytes.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';
import type { Row } from './source-row.ts';

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const SHOWN_CHARACTERS = 1000;

export function ndjsonRows({ file, after }: SourceQuestion): SourceReader {
  const bytes = openFileBytes(file);
  return { rows: readLines(bytes.stream, after), progress: bytes.progress };
}

async function* readLines(stream: AsyncIterable<Buffer>, after: number): AsyncGenerator<NumberedRow> {
  let number = 0;
  for await (const line of linesOf(stream)) {
    number++;
    if (number <= after) continue;
    const text = line
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim();
    if (text !== '') yield faultOfBounds(number, line, text) ?? rowOf(number, text);
  }
}

/** Blank lines count, so that a row's number is the number of its line. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const splitter = new LineSplitter(MAX_LINE_BYTES);
  for await (const chunk of stream) {
    for (const line of splitter.push(chunk)) yield line ?? refuseLine();
    if (splitter.isTooLong) refuseLine();
  }
  const last = splitter.end();
  if (last !== undefined) yield last ?? refuseLine();
}

function refuseLine(): never {
  throw new Error(`a line has more than ${MAX_LINE_BYTES} bytes; is this one object a line?`);
}

/** A row becomes a request body, so it has the same bounds, which are checked before it is parsed. */
function faultOfBounds(number: number, line: Buffer, text: string): NumberedRow | undefined {
  const passed = passedBound(line);
  if (passed === undefined) return undefined;
  const what = passed.path.length === 0 ? 'the line' : clip(passed.path.join('.'));
  return { number, fault: `${what} ${passed.message}`, text: text.slice(0, SHOWN_CHARACTERS) };
}

function rowOf(number: number, text: string): NumberedRow {
  const shown = text.slice(0, SHOWN_CHARACTERS);
  try {
    const row = parseJson(text);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return { number, row: row as Row };
    return { number, fault: 'the line is no JSON object', text: shown };
  } catch (error) {
    return { number, fault: `the line is no JSON: ${(error as Error).message}`, text: shown };
  }
}
