/** One JSON object a line. */
import { undecodedFault } from '../byte-decoder.ts';
import type { Encoding } from '../encodings.ts';
import { decodedPieces, encodingOf } from './file-text.ts';
import { faultyJson, jsonRow } from './json-row.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';

/** Characters of a line at most. */
const LONGEST_LINE = 32 * 1024 * 1024;

export async function ndjsonSource(question: SourceQuestion): Promise<SourceReader> {
  const encoding = await encodingOf(question);
  const bytes = question.file.open();
  const undecoded = { rows: 0 };
  return {
    rows: readLines(bytes.stream, encoding.encoding, undecoded),
    progress: bytes.progress,
    report: () => ({ ...encoding, undecoded_rows: undecoded.rows }),
    decimal: question.reading.decimal ?? 'point',
  };
}

async function* readLines(
  stream: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  undecoded: { rows: number },
): AsyncGenerator<NumberedRow> {
  let number = 0;
  for await (const lines of linesOf(decodedPieces(stream, encoding)))
    for (const line of lines) {
      number++;
      const text = line.trim();
      if (text === '') continue;
      const fault = undecodedFault(text, encoding);
      if (fault === undefined) yield jsonRow({ number, line: number, what: 'line' }, text);
      else {
        undecoded.rows++;
        yield faultyJson({ number, line: number }, `the line ${fault}`, text);
      }
    }
}

/**
 * The lines of each piece. Blank ones count, so that a row's number is the number of its line. Only line feeds
 * end a line.
 */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let begun: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const [first, ...others] = piece.split('\n') as [string, ...string[]];
    begun.push(first);
    length += first.length;
    if (length > LONGEST_LINE) refuseLine();
    if (others.length === 0) continue;
    const last = others.pop()!;
    yield [begun.join(''), ...others];
    [begun, length] = [[last], last.length];
  }
  const rest = begun.join('');
  if (rest !== '') yield [rest];
}

function refuseLine(): never {
  throw new Error(`a line has more than ${LONGEST_LINE} characters; is this one object a line?`);
}
