/** Files of this machine as one source, read one after another. */
import { createReadStream } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import type { Encoding } from '../../../platform/intake/encodings.ts';
import { defaultUnpackBounds, type UnpackBounds } from '../../../platform/intake/sources/unpack-bounds.ts';
import type { RowSource } from '../make-snapshot.ts';
import type { RowBatch, RowOrFault } from '../rows/dataset-row.ts';
import { type DatasetForm, datasetReader, type RowReader, streamedRows } from '../rows/row-reader.ts';
import { isPackedName, type SourceFormat } from './source-format.ts';
import { unpacked } from './unpacked.ts';

export interface LocalFile {
  /** Links are resolved. If the last part has become a link since, it is not followed. */
  readonly path: string;
  /** Name of the file in messages. */
  readonly name: string;
  readonly format: SourceFormat;
  /** The encoding of CSV and TSV; default: by the byte order mark, else UTF-8. */
  readonly encoding?: Encoding;
}

const READ_PIECE = 256 * 1024;

/** `bytes`: total size of the files, for the progress. */
export function localSource(
  files: readonly LocalFile[],
  bytes: number,
  form: DatasetForm,
): RowSource<RowOrFault> {
  return localRows(files, bytes, datasetReader(form), defaultUnpackBounds);
}

export function localRows<Row>(
  files: readonly LocalFile[],
  bytes: number,
  reader: RowReader<Row>,
  bounds: UnpackBounds,
): RowSource<Row> {
  const state = { before: 0, share: 0, size: 0 };
  const batches = async function* (): AsyncGenerator<RowBatch<Row>> {
    for (const [number, file] of files.entries()) {
      const handle = await open(file.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      try {
        state.size = (await handle.stat()).size;
        yield* rowsOfFile(
          handle,
          file,
          number,
          files.length,
          (share) => {
            state.share = share;
          },
          reader,
          bounds,
        );
      } finally {
        await handle.close();
      }
      Object.assign(state, { before: state.before + state.size, share: 0, size: 0 });
    }
  };
  return {
    batches: batches(),
    progress: () => (bytes === 0 ? 1 : Math.min(1, (state.before + state.share * state.size) / bytes)),
    describe: (file, line) => describe(files, file, line),
  };
}

function describe(files: readonly LocalFile[], file: number, line: number): string {
  const { name, format } = files[file]!;
  const position = `${format === 'parquet' ? 'row' : 'line'} ${line}`;
  return files.length === 1 ? position : `${name}, ${position}`;
}

async function* rowsOfFile<Row>(
  handle: FileHandle,
  { name, format, encoding }: LocalFile,
  number: number,
  count: number,
  onShare: (share: number) => void,
  reader: RowReader<Row>,
  bounds: UnpackBounds,
): AsyncGenerator<RowBatch<Row>> {
  const { size } = await handle.stat();
  const named = { file: number, name: count === 1 ? '' : name, encoding };
  if (format === 'parquet') {
    yield* reader.parquet(
      { bytes: size, read: (start, end) => readRange(handle, start, end) },
      named,
      onShare,
    );
    return;
  }
  const counted = async function* () {
    let read = 0;
    const stream = createReadStream('', {
      fd: handle,
      autoClose: false,
      highWaterMark: READ_PIECE,
      start: 0,
    });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length;
      onShare(size === 0 ? 1 : read / size);
      yield chunk;
    }
  };
  const plain = isPackedName(name) ? unpacked(counted(), name, bounds) : counted();
  yield* streamedRows(reader, format, plain, named);
}

async function readRange(handle: FileHandle, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new ArrayBuffer(end - start);
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesRead } = await handle.read(new Uint8Array(bytes), at, bytes.byteLength - at, start + at);
    if (bytesRead === 0) throw new Error(`a source file became shorter while it was read`);
    at += bytesRead;
  }
  return bytes;
}
