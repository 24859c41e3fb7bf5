/** The text of a source file: in pieces, or as a whole for formats that are read at once. */
import { MIB } from '../../../contract/common.ts';
import { ByteDecoder } from '../byte-decoder.ts';
import { detectEncoding } from '../detect-encoding.ts';
import type { Encoding } from '../encodings.ts';
import type { FoundEncoding } from './reading.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';

/** Reads the whole file once, unless the caller names the encoding or has found it before. */
export async function encodingOf({
  file,
  reading,
  encoding: found,
}: SourceQuestion): Promise<Required<FoundEncoding>> {
  if (reading.encoding !== undefined) return { encoding: reading.encoding, encoding_by: 'given' };
  if (found?.encoding !== undefined && found.encoding_by !== undefined)
    return { encoding: found.encoding, encoding_by: found.encoding_by };
  const { encoding, by } = await detectEncoding(file.open().stream);
  return { encoding, encoding_by: by };
}

export async function* decodedPieces(
  stream: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new ByteDecoder(encoding);
  for await (const piece of stream) yield decoder.decode(piece);
  yield decoder.end();
}

interface WholeText {
  readonly text: string;
  readonly encoding: FoundEncoding;
}

/** Throws above `maxMiB`, which bounds the memory of the parser. */
export async function wholeText(question: SourceQuestion, maxMiB: number): Promise<WholeText> {
  const encoding = await encodingOf(question);
  let text = '';
  for await (const piece of decodedPieces(question.file.open().stream, encoding.encoding)) {
    text += piece;
    if (text.length > maxMiB * MIB)
      throw new Error(
        `${question.file.name} has more than ${maxMiB} MiB, the most that a file of this format may have; split it, or make it NDJSON.`,
      );
  }
  return { text, encoding };
}

/** A source whose text was read as a whole. */
export function sourceAtOnce(
  { reading }: SourceQuestion,
  { encoding }: WholeText,
  rows: AsyncIterable<NumberedRow>,
): SourceReader {
  return { rows, progress: () => 1, report: () => encoding, decimal: reading.decimal ?? 'point' };
}
