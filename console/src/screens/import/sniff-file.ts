/** Finds format, encoding, delimiter and columns of a file by its beginning. */
import { csvRows, guessDelimiter } from './csv-rows.ts';
import { detectEncoding, type Encoding, textPieces } from './decode-file.ts';
import { type FileRow, fileRows, type Layout, linesOf, parsedObject } from './file-rows.ts';
import { idIn } from './row-to-person.ts';

const START_BYTES = 256 * 1024;
const SAMPLE_ROWS = 200;
const MOST_COLUMNS = 500;
const bodyKeys = new Set(['user_id', 'domain', 'context', 'fields', 'preferences', 'memory_ref', 'replace']);

export interface SniffedFile {
  readonly layout: Layout;
  /** The first rows. */
  readonly sample: readonly FileRow[];
}

/** `chosen`: what the reader of the page knows better. null: the file has no row. Throws UnreadableFile. */
export async function sniffFile(
  file: File,
  chosen: { readonly encoding?: Encoding; readonly delimiter?: string } = {},
): Promise<SniffedFile | null> {
  const start = file.slice(0, START_BYTES);
  const encoding = chosen.encoding ?? detectEncoding(new Uint8Array(await start.arrayBuffer()));
  const text = await firstText(start, encoding);
  const format = /^\s*\{/.test(text) ? 'ndjson' : 'csv';
  const layout =
    format === 'csv'
      ? await csvLayout(file, encoding, text, chosen.delimiter)
      : await ndjsonLayout(start, encoding);
  const sample: FileRow[] = [];
  for await (const rows of fileRows(file, layout)) {
    sample.push(...rows.slice(0, SAMPLE_ROWS - sample.length));
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return sample.length === 0 ? null : { layout, sample };
}

async function firstText(start: Blob, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const piece of textPieces(start, encoding)) text += piece;
  return text;
}

async function csvLayout(
  file: File,
  encoding: Encoding,
  text: string,
  given: string | undefined,
): Promise<Layout> {
  const delimiter = given ?? guessDelimiter(text);
  let header: readonly string[] = [];
  for await (const rows of csvRows(textPieces(file, encoding), delimiter)) {
    header = rows[0]?.cells ?? [];
    break;
  }
  return { format: 'csv', encoding, delimiter, columns: header.slice(0, MOST_COLUMNS), bodies: false };
}

async function ndjsonLayout(start: Blob, encoding: Encoding): Promise<Layout> {
  const columns = new Set<string>();
  let seen = 0;
  let areBodies = true;
  for await (const lines of linesOf(textPieces(start, encoding))) {
    for (const line of lines) {
      // The last line of the beginning may be cut, and is then no object.
      const object = seen < SAMPLE_ROWS ? parsedObject(line) : null;
      if (object === null) continue;
      seen += 1;
      const keys = Object.keys(object);
      areBodies &&= idIn(object.user_id) !== '' && keys.every((key) => bodyKeys.has(key));
      for (const key of keys) if (columns.size < MOST_COLUMNS) columns.add(key);
    }
  }
  return { format: 'ndjson', encoding, delimiter: '', columns: [...columns], bodies: areBodies && seen > 0 };
}
