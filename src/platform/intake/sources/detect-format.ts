/** The format of a file of people whose name does not say it. */
import type { SourceFile } from './source-file.ts';
import { formatOf, type SourceFormat } from './source-formats.ts';

const START_BYTES = 64 * 1024;

/** By the ending of the name, else by the first bytes, unpacked. undefined: they are of no format that is read. */
export async function detectFormat(file: SourceFile): Promise<SourceFormat | undefined> {
  const named = formatOf(file.name);
  if (named !== undefined) return named;
  const bytes = await firstBytes(file);
  // One character a byte; zeros are halves of the characters of UTF-16.
  const start = new TextDecoder('latin1').decode(bytes);
  if (start.startsWith('PAR1')) return 'parquet';
  if (start.startsWith('PK\x03\x04')) return /xl\/|\[Content_Types\]\.xml/.test(start) ? 'xlsx' : undefined;
  const text = start.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text has
  if (/[\x01-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return undefined;
  return formatOfText(text.trimStart());
}

function formatOfText(text: string): SourceFormat {
  if (text.startsWith('[')) return 'json';
  if (text.startsWith('{')) return isJson(/^.*/.exec(text)![0]) && text.includes('\n') ? 'ndjson' : 'json';
  if (/^<!doctype html|^<html/i.test(text)) return 'html';
  if (/^<[?!a-z]/i.test(text)) return 'xml';
  return 'csv';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function firstBytes(file: SourceFile): Promise<Uint8Array> {
  const start = new Uint8Array(START_BYTES);
  let length = 0;
  for await (const piece of file.open().stream) {
    const taken = piece.subarray(0, START_BYTES - length);
    start.set(taken, length);
    length += taken.length;
    if (length === START_BYTES) break;
  }
  return start.subarray(0, length);
}
