/** JSON: one object, an array of them, or objects one behind the other. */
import { undecodedFault } from '../byte-decoder.ts';
import { decodedPieces, encodingOf } from './file-text.ts';
import { faultyJson, jsonRow } from './json-row.ts';
import { jsonValues } from './json-values.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';

export async function jsonSource(question: SourceQuestion): Promise<SourceReader> {
  const encoding = await encodingOf(question);
  const bytes = question.file.open();
  const undecoded = { rows: 0 };
  return {
    rows: readValues(bytes.stream, encoding.encoding, undecoded),
    progress: bytes.progress,
    report: () => ({ ...encoding, undecoded_rows: undecoded.rows }),
    decimal: question.reading.decimal ?? 'point',
  };
}

async function* readValues(
  stream: AsyncIterable<Uint8Array>,
  encoding: Parameters<typeof decodedPieces>[1],
  undecoded: { rows: number },
): AsyncGenerator<NumberedRow> {
  let number = 0;
  for await (const { text, line, fault } of jsonValues(decodedPieces(stream, encoding))) {
    number++;
    const broken = undecodedFault(text, encoding);
    if (broken !== undefined) undecoded.rows++;
    if (fault !== undefined) yield faultyJson({ number, line }, fault, text);
    else if (broken !== undefined) yield faultyJson({ number, line }, `the object ${broken}`, text);
    else yield jsonRow({ number, line, what: 'object' }, text);
  }
}
