/**
 * Sends the rows of a source of any length by several requests at a time. Memory holds the requests in flight and a
 * bounded number of positions, whatever the source has.
 *
 * `position` is the number of rows from the start that are all done: stored, or refused for themselves. Rows behind it
 * may be done as well, since requests overtake each other; sending them again must change nothing.
 */
import { sleep } from './deadline.ts';
import { ApiError, CounterpartError, UploadError } from './errors.ts';
import type { CallOptions } from './options.ts';

export interface UploadProgress {
  /** All rows before it (counted from 0, `startAt` included) are done. */
  readonly position: number;
  readonly stored: number;
  readonly refused: number;
}

export interface UploadOptions<Row> extends Pick<CallOptions, 'signal'> {
  /** Requests at a time, 1 or more. Default: 8. */
  readonly concurrency?: number;
  /** Rows of the source to skip: the `position` of the progress or error of an upload that was interrupted. */
  readonly startAt?: number;
  /** Called after each request. */
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Called for a row that the service refused for itself; the upload goes on. Without it such a row stops the upload. */
  readonly onRefused?: (refusal: { readonly row: Row; readonly index: number } & Refusal) => void;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** The refused rows of a batch, by their position in it. */
type BatchResult = readonly ({ readonly index: number } & Refusal)[];

export interface Transport<Row> {
  /** Rows of one request. */
  readonly batchSize: number;
  /** Rejects where the batch as a whole failed. */
  send(rows: readonly Row[], options: CallOptions): Promise<BatchResult>;
}

interface Batch<Row> {
  readonly first: number;
  readonly rows: readonly Row[];
}

/** Batches that may be done ahead of the slowest one, for each request at a time. */
const AHEAD = 64;
const FULL_PAUSE_MS = 10;

export async function upload<Row>(
  source: AsyncIterable<Row> | Iterable<Row>,
  { batchSize, send }: Transport<Row>,
  { concurrency = 8, startAt = 0, onProgress, onRefused, signal }: UploadOptions<Row>,
): Promise<UploadProgress> {
  if (!(Number.isInteger(concurrency) && concurrency >= 1))
    throw new CounterpartError(`concurrency must be a whole number of at least 1; ${concurrency} was given`);
  if (!(Number.isInteger(startAt) && startAt >= 0))
    throw new CounterpartError(`startAt must be a whole number of at least 0; ${startAt} was given`);
  const batches = inBatches(source, batchSize, startAt);
  const stop = stopper(signal);
  /** Ends of the batches that are done before an earlier one, by their first row. */
  const ahead = new Map<number, number>();
  let position = startAt;
  let stored = 0;
  let refused = 0;

  async function work(): Promise<void> {
    for (;;) {
      while (ahead.size >= concurrency * AHEAD && stop.reason === undefined) await sleep(FULL_PAUSE_MS);
      const batch = await stop.unless(() => batches.next());
      if (batch === undefined || batch.done) return;
      await sendBatch(batch.value);
    }
  }

  async function sendBatch({ first, rows }: Batch<Row>): Promise<void> {
    const refusals = await send(rows, signal === undefined ? {} : { signal });
    for (const refusal of refusals) {
      const index = first + refusal.index;
      if (onRefused === undefined) throw new CounterpartError(`row ${index} was refused: ${refusal.message}`);
      onRefused({ ...refusal, index, row: rows[refusal.index] as Row });
    }
    stored += rows.length - refusals.length;
    refused += refusals.length;
    ahead.set(first, first + rows.length);
    for (let end = ahead.get(position); end !== undefined; end = ahead.get(position)) {
      ahead.delete(position);
      position = end;
    }
    onProgress?.({ position, stored, refused });
  }

  try {
    await Promise.all(Array.from({ length: concurrency }, () => work().catch(stop.because)));
  } finally {
    stop.release();
  }
  if (stop.reason === undefined) return { position, stored, refused };
  // Not awaited: a source that gives nothing more would never let go.
  batches.return().catch(() => {});
  throw new UploadError(position, stop.reason.error);
}

/** Ends an upload at its first failure, also where the source is silent just then. */
function stopper(signal: AbortSignal | undefined) {
  const waiting = new Set<() => void>();
  const stop = {
    reason: undefined as { readonly error: unknown } | undefined,
    because(error: unknown): void {
      stop.reason ??= { error };
      for (const wake of waiting) wake();
    },
    /** What `read` gives; undefined once the upload has to end. */
    unless<T>(read: () => Promise<T>): Promise<T | undefined> {
      if (stop.reason !== undefined) return Promise.resolve(undefined);
      return new Promise((resolve, reject) => {
        const wake = () => resolve(undefined);
        waiting.add(wake);
        read()
          .then(resolve, reject)
          .finally(() => waiting.delete(wake));
      });
    },
    release: () => signal?.removeEventListener('abort', aborted),
  };
  const aborted = () => stop.because(signal?.reason);
  if (signal?.aborted) aborted();
  signal?.addEventListener('abort', aborted);
  return stop;
}

export async function* inBatches<Row>(
  source: AsyncIterable<Row> | Iterable<Row>,
  size: number,
  startAt: number,
): AsyncGenerator<Batch<Row>, void, undefined> {
  let index = 0;
  let rows: Row[] = [];
  for await (const row of source) {
    index += 1;
    if (index <= startAt) continue;
    rows.push(row);
    if (rows.length < size) continue;
    yield { first: index - rows.length, rows };
    rows = [];
  }
  if (rows.length > 0) yield { first: index - rows.length, rows };
}

/** Whether the fault lies in the row, so that other rows may fare better. */
export function isRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    [400, 404, 413, 422].includes(error.status) &&
    !['not_found', 'domain_not_found'].includes(error.code)
  );
}
