/**
 * New files of a folder or a bucket, in the order of their names. A file that changed is read again. The position has
 * the files that were read, as long as they are there, and the row reached in the present one.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { formatOf, type SourceFormat } from '../../../platform/intake/sources/source-formats.ts';
import type { NumberedRow } from '../../../platform/intake/sources/source-reader.ts';
import { openSource } from '../import/read-source.ts';
import type { ReadOptions, Source, SourceBatch, SourceRecord } from './source.ts';

/** A file as its place lists it. `version` changes with its content. */
export interface ListedFile {
  readonly name: string;
  readonly version: string;
}

export interface FilePlace {
  readonly kind: 'folder' | 's3';
  /** Complete files, by name. */
  list(): Promise<readonly ListedFile[]>;
  /** A path on this machine, for as long as `use` runs. */
  withPath<T>(file: ListedFile, use: (path: string) => AsyncGenerator<T>): AsyncGenerator<T>;
  close(): Promise<void>;
}

const Position = z.object({
  /** Mark of the version by name. */
  done: z.record(z.string(), z.string()),
  /** The present file: rows up to `row` are done. */
  file: z.string().nullable(),
  version: z.string().nullable(),
  row: z.int(),
});
type Position = z.infer<typeof Position>;
const start: Position = { done: {}, file: null, version: null, row: 0 };

/** Files whose names the position can have. */
const MOST_FILES = 20_000;

export function filesSource(
  place: FilePlace,
  given: { readonly files: string; readonly format: SourceFormat | undefined; readonly everyMs: number },
): Source {
  const isNamed = globPattern(given.files);
  return {
    kind: place.kind,
    close: () => place.close(),
    async *batches(from, options) {
      let position = from === null ? start : Position.parse(from);
      while (!options.signal.aborted) {
        const listed = (await place.list()).filter(({ name }) => isNamed(name));
        if (listed.length > MOST_FILES)
          throw new Error(
            `There are ${listed.length} files; a connector reads at most ${MOST_FILES}. Move those away that were read.`,
          );
        position = { ...position, done: stillThere(position.done, listed) };
        const open = listed.filter((file) => position.done[file.name] !== markOf(file));
        for (const [at, file] of open.entries()) {
          for await (const batch of ofFile(place, file, given.format, position, options)) {
            position = batch.position;
            yield { ...batch, lag: open.length - at - (batch.position.file === null ? 1 : 0) };
          }
          if (options.signal.aborted) return;
        }
        if (open.length === 0) {
          yield { records: [], position, lag: 0 };
          if (options.once) return;
          await sleep(given.everyMs, undefined, { signal: options.signal }).catch(() => undefined);
        }
      }
    },
  };
}

type FileBatch = Omit<SourceBatch, 'position' | 'lag'> & { readonly position: Position };

async function* ofFile(
  place: FilePlace,
  file: ListedFile,
  given: SourceFormat | undefined,
  before: Position,
  { batchSize, signal }: ReadOptions,
): AsyncGenerator<FileBatch> {
  const version = markOf(file);
  const from = before.file === file.name && before.version === version ? before.row : 0;
  const finished = { ...start, done: { ...before.done, [file.name]: version } };
  const format = given ?? formatOf(file.name);
  if (format === undefined) {
    const fault = 'the file has no known ending; say `format`, or leave it out by `files`';
    yield { records: [{ id: `${file.name}:${version}`, fault, text: file.name }], position: finished };
    return;
  }
  yield* place.withPath(file, async function* (path) {
    let records: SourceRecord[] = [];
    try {
      const { rows, decimal } = await openSource(format, { file: path, columns: null, reading: {} });
      for await (const row of rows) {
        if (row.number <= from) continue;
        records.push({ ...recordOf(row, `${file.name}:${version}:${row.number}`), decimal });
        if (records.length < batchSize) continue;
        yield { records, position: { done: before.done, file: file.name, version, row: row.number } };
        records = [];
        if (signal.aborted) return;
      }
    } catch (error) {
      const fault = `the file could not be read on: ${(error as Error).message}`;
      records.push({ id: `${file.name}:${version}:end`, fault, text: file.name });
    }
    yield { records, position: finished };
  });
}

function recordOf(row: NumberedRow, id: string): SourceRecord {
  return 'row' in row ? { id, row: row.row } : { id, fault: row.fault, text: row.text };
}

function stillThere(done: Position['done'], listed: readonly ListedFile[]): Position['done'] {
  const names = new Set(listed.map(({ name }) => name));
  return Object.fromEntries(Object.entries(done).filter(([name]) => names.has(name)));
}

const markOf = ({ version }: ListedFile) => createHash('sha256').update(version).digest('hex').slice(0, 12);

function globPattern(glob: string): (name: string) => boolean {
  const parts = glob.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  return (name) => pattern.test(name);
}
