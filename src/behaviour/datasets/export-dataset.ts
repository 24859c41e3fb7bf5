/** Writes the export of a dataset as JSONL to a sink, plain or compressed. The bytes are deterministic. */
import { once } from 'node:events';
import { constants, createGzip } from 'node:zlib';
import { EventLoopYielder } from '../../platform/threads/event-loop-yielder.ts';
import { exportedLines } from './exported-lines.ts';
import type { Snapshot } from './snapshot/read-snapshot.ts';

export const exportFormats = ['jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export type Compression = 'none' | 'gzip';

export interface ByteSink {
  /** Resolves when more may be written (backpressure). */
  write(chunk: Uint8Array): Promise<void>;
}

export interface ExportRun {
  readonly snapshot: Snapshot;
  readonly compression: Compression;
  readonly signal: AbortSignal;
  /** 0 to 1 */
  readonly progress: (share: number) => void;
}

/** Longest run of work between two turns of the event loop. */
const SLICE_MS = 25;

export async function exportDataset(run: ExportRun, sink: ByteSink): Promise<void> {
  const bytes = run.compression === 'gzip' ? gzipped(exportedPieces(run)) : exportedPieces(run);
  for await (const piece of bytes) await sink.write(piece);
}

async function* exportedPieces({ snapshot, signal, progress }: ExportRun): AsyncGenerator<Buffer> {
  const rows = snapshot.itemCount + snapshot.eventCount;
  let written = 0;
  const yielder = new EventLoopYielder(SLICE_MS, { signal });
  for await (const piece of exportedLines(snapshot, (count) => {
    written += count;
  })) {
    await yielder.yieldIfDue();
    yield piece;
    progress(rows === 0 ? 1 : written / rows);
  }
}

/** Deterministic: the header that zlib writes has no time and no name, and the chunk boundaries are fixed. */
async function* gzipped(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 });
  const feeding = feed(pieces, gzip);
  feeding.catch((error) => gzip.destroy(error));
  try {
    yield* gzip as AsyncIterable<Buffer>;
    await feeding;
  } finally {
    gzip.destroy();
  }
}

async function feed(pieces: AsyncIterable<Buffer>, gzip: ReturnType<typeof createGzip>): Promise<void> {
  for await (const piece of pieces) if (!gzip.write(piece)) await once(gzip, 'drain');
  gzip.end();
}
