/**
 * Opens the source of a caller as rows. The address is validated again, because a link or the settings may
 * have changed between the request and the job.
 */
import { open, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { clip } from '../../../contract/clip.ts';
import { newUlid } from '../../../contract/new-id.ts';
import type { UnpackBounds } from '../../../platform/intake/sources/unpack-bounds.ts';
import type { BucketAccess } from '../../../platform/outbound/s3/sign-s3-request.ts';
import { makeFolder } from '../checks/scratch-file.ts';
import type { RowSource } from '../make-snapshot.ts';
import type { RowBatch, RowOrFault } from '../rows/dataset-row.ts';
import { type DatasetForm, datasetReader, type RowReader, streamedRows } from '../rows/row-reader.ts';
import { localRows } from './local-source.ts';
import { openBucket, openWeb, type RemoteBytes } from './remote-bytes.ts';
import { severalSources } from './several-sources.ts';
import { isPackedName, type SourceFormat } from './source-format.ts';
import { unpacked } from './unpacked.ts';
import { type SourceSettings, type ValidatedSource, validateSource } from './validate-source.ts';

export type OpenSource<Row = RowOrFault> = (
  source: { readonly uri: string; readonly format: SourceFormat },
  signal: AbortSignal,
) => Promise<RowSource<Row>>;

export interface OpenSourceSettings extends SourceSettings {
  readonly bucketAccess: BucketAccess | null;
  readonly scratchFolder: string;
  readonly unpackBounds: UnpackBounds;
}

/** A source of rows of a dataset. The attributes of rows are among its declared features. */
export type OpenDatasetSource = (
  source: DatasetForm & { readonly uris: readonly string[]; readonly format: SourceFormat },
  signal: AbortSignal,
) => Promise<RowSource>;

export function createOpenSource(settings: OpenSourceSettings): OpenDatasetSource {
  return async ({ uris, format, ...form }, signal) => {
    const open = createOpenRows(settings, datasetReader(form));
    if (uris.length === 1) return open({ uri: uris[0]!, format }, signal);
    return severalSources(
      uris.map((uri) => ({ name: nameOf(uri), open: () => open({ uri, format }, signal) })),
    );
  };
}

/** The last part of the path of an address, without a query. */
function nameOf(uri: string): string {
  return clip(uri.replace(/[?#].*$/, '').replace(/^.*[/:]/, ''));
}

export function createOpenRows<Row>(settings: OpenSourceSettings, reader: RowReader<Row>): OpenSource<Row> {
  return async ({ uri, format }, signal) => {
    const source = await validateSource(uri, settings);
    if (source.kind === 'file') {
      const { path, name } = source;
      return localRows([{ path, name, format }], (await stat(path)).size, reader, settings.unpackBounds);
    }
    const remote = await openRemote(source, settings, signal);
    return format === 'parquet'
      ? downloadedParquet(remote, settings, reader)
      : remoteStream(remote, { name: source.name, format }, reader, settings.unpackBounds);
  };
}

function openRemote(
  source: Exclude<ValidatedSource, { readonly kind: 'file' }>,
  settings: OpenSourceSettings,
  signal: AbortSignal,
): Promise<RemoteBytes> {
  return source.kind === 'web'
    ? openWeb(source, settings, signal)
    : openBucket(source, settings.bucketAccess, signal);
}

function remoteStream<Row>(
  { stream, bytes }: RemoteBytes,
  { name, format }: { readonly name: string; readonly format: SourceFormat },
  reader: RowReader<Row>,
  bounds: UnpackBounds,
): RowSource<Row> {
  let read = 0;
  const counted = async function* () {
    for await (const chunk of stream) {
      read += chunk.length;
      yield chunk;
    }
  };
  const plain = isPackedName(name) ? unpacked(counted(), name, bounds) : counted();
  return {
    batches: streamedRows(reader, format, plain, { file: 0, name: '' }),
    progress: () => (bytes === null || bytes === 0 ? 0 : Math.min(1, read / bytes)),
    describe: (_, line) => `line ${line}`,
  };
}

/** Parquet is read from its end, so the file is downloaded first. */
async function downloadedParquet<Row>(
  remote: RemoteBytes,
  { scratchFolder, unpackBounds }: OpenSourceSettings,
  reader: RowReader<Row>,
): Promise<RowSource<Row>> {
  makeFolder(scratchFolder);
  const path = join(scratchFolder, `${newUlid()}.scratch`);
  const remove = () => rm(path, { force: true });
  try {
    const size = await download(remote, path);
    const file = { path, name: basename(path), format: 'parquet' } as const;
    const source = localRows([file], size, reader, unpackBounds);
    const batches = async function* (): AsyncGenerator<RowBatch<Row>> {
      try {
        yield* source.batches;
      } finally {
        await remove();
      }
    };
    return { ...source, batches: batches() };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function download({ stream }: RemoteBytes, path: string): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of stream) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
  } finally {
    await file.close();
  }
  return size;
}
