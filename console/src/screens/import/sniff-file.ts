/** Finds how a file is read: its encoding by all of its bytes, the rest by its beginning. */
import { ByteDecoder } from 'counterpart-intake/byte-decoder.ts';
import { detectEncoding } from 'counterpart-intake/detect-encoding.ts';
import { detectDialect, type GivenDialect } from 'counterpart-intake/dialect.ts';
import type { Encoding } from 'counterpart-intake/encodings.ts';
import { filePieces } from './file-pieces.ts';
import { type FileRow, fileRows, type Layout, linesOf, parsedObject } from './file-rows.ts';
import { idIn } from './row-to-person.ts';

const START_BYTES = 256 * 1024;
const SAMPLE_ROWS = 200;
const MOST_COLUMNS = 500;
const bodyKeys = new Set(['user_id', 'domain', 'context', 'fields', 'preferences', 'memory_ref', 'replace']);

export interface SniffedFile {
  readonly layout: Layout;
  /** The first lines that stand before the header. */
  readonly leftOut: readonly string[];
  /** The first rows. */
  readonly sample: readonly FileRow[];
}

/** Choices of the user, which replace the guesses. */
export interface Chosen extends GivenDialect {
  readonly encoding?: Encoding;
  readonly repeated?: Layout['repeated'];
}

/** null: the file has no row. Throws UnreadableFile. */
export async function sniffFile(file: File, chosen: Chosen = {}): Promise<SniffedFile | null> {
  const encoding = chosen.encoding ?? (await detectEncoding(filePieces(file))).encoding;
  const start = file.slice(0, START_BYTES);
  const text = await textOf(start, encoding);
  const found = detectDialect(text, start.size === file.size, chosen);
  const known = { encoding, dialect: found.dialect, repeated: chosen.repeated ?? 'refuse' } as const;
  const isCsv = !/^\s*\{/.test(text);
  const layout: Layout = isCsv
    ? { ...known, format: 'csv', columns: found.header.slice(0, MOST_COLUMNS), bodies: false }
    : { ...known, format: 'ndjson', ...(await lineColumns(start, encoding)) };
  const sample: FileRow[] = [];
  for await (const rows of fileRows(file, layout)) {
    sample.push(...rows.slice(0, SAMPLE_ROWS - sample.length));
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return sample.length === 0 ? null : { layout, leftOut: isCsv ? found.leftOut : [], sample };
}

async function textOf(start: Blob, encoding: Encoding): Promise<string> {
  const decoder = new ByteDecoder(encoding);
  return decoder.decode(new Uint8Array(await start.arrayBuffer())) + decoder.end();
}

async function lineColumns(start: Blob, encoding: Encoding): Promise<Pick<Layout, 'columns' | 'bodies'>> {
  const columns = new Set<string>();
  let seen = 0;
  let areBodies = true;
  for await (const lines of linesOf(filePieces(start), encoding)) {
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
  return { columns: [...columns], bodies: areBodies && seen > 0 };
}
