/**
 * Sends the rows of a source of any length by several requests at a time. Memory holds the requests in flight
 * and a bounded number of positions, whatever the source has.
 *
 * `position` is the number of rows from the start that are all done: stored, or refused for themselves. Rows
 * behind it may be done as well, since requests overtake each other; sending them again must change nothing.
 */
import { type Batch, type BatchRule, inBatches } from './batches.ts';
import { sleep } from './deadline.ts';
import { type ApiError, CounterpartError, UploadError } from './errors.ts';
import type { CallOptions } from './options.ts';

export interface UploadProgress {
  /** All rows before it (counted from 0, `startAt` included) are done. */
  readonly position: number;
  readonly stored: number;
  readonly refused: number;
}

/**
 * Time-outs and retries are those of each request. Defaults: those of the client, else `maxRetries` 10 and
 * `timeoutMs` 600,000.
 *
 * `idempotencyKey` begins the key of each request. A further upload with it writes no row again that was
 * written within 24 hours. It must have the same rows, and the same `startAt` or a `position` at which no row
 * stopped the upload. Default: a random key for each request.
 */
export interface UploadOptions<Row> extends CallOptions {
  /** Requests at a time, 1 or more. Default: 8. */
  readonly concurrency?: number;
  /**
   * Rows of the source to skip: the `position` of the progress or error of an upload that was interrupted.
   */
  readonly startAt?: number;
  /** Called after each request. */
  readonly onProgress?: (progress: UploadProgress) => void;
  /**
   * Called for a row that the service refused for itself; the upload goes on. Without it such a row stops the
   * upload.
   */
  readonly onRefused?: (refused: { readonly row: Row; readonly index: number } & Refusal) => void;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** Empty for outcomes. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The outcome of a row. `failed`: for now, or not by its own fault; the upload stops. */
export type RowResult<Stored> =
  | { readonly stored: Stored }
  | { readonly refused: Refusal }
  | { readonly failed: unknown };

export interface Transport<Row, Stored> extends BatchRule<Row> {
  /** A result for each row. Rejects where the batch as a whole failed. */
  readonly send: (batch: Batch<Row>, options: CallOptions) => Promise<readonly RowResult<Stored>[]>;
  readonly onStored?: ((stored: Stored & { readonly row: Row; readonly index: number }) => void) | undefined;
}

/**
 * An upload outlasts a busy service and a short restart. The service may ask a language model about each row.
 * A row written in one attempt need not be written in the next.
 */
export const UPLOAD_DEFAULTS = { maxRetries: 10, timeoutMs: 600_000 };
/** Batches that may be done ahead of the slowest one, for each request at a time. */
const AHEAD = 64;
const FULL_PAUSE_MS = 10;

export async function upload<Row, Stored>(
  source: AsyncIterable<Row> | Iterable<Row>,
  { send, onStored, ...rule }: Transport<Row, Stored>,
  { concurrency = 8, startAt = 0, onProgress, onRefused, ...options }: UploadOptions<Row>,
): Promise<UploadProgress> {
  if (!(Number.isInteger(concurrency) && concurrency >= 1))
    throw new CounterpartError(`concurrency must be a whole number of at least 1; ${concurrency} was given`);
  if (!(Number.isInteger(startAt) && startAt >= 0))
    throw new CounterpartError(`startAt must be a whole number of at least 0; ${startAt} was given`);
  const batches = inBatches(source, rule, startAt);
  const stop = stopper(options.signal);
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
      if ((await stop.unless(() => Promise.all(batch.value.after))) === undefined) return;
      await sendBatch(batch.value);
    }
  }

  async function sendBatch(batch: Batch<Row>): Promise<void> {
    const { first, rows } = batch;
    const results = await send(batch, withKey(options, `-${first}`));
    let ended = 0;
    try {
      for (; ended < rows.length; ended++) settle(rows[ended] as Row, first + ended, results[ended]!);
      batch.done();
    } finally {
      ahead.set(first, first + ended);
      for (let end = ahead.get(position); end !== undefined; end = ahead.get(position)) {
        ahead.delete(position);
        position = end;
      }
      onProgress?.({ position, stored, refused });
    }
  }

  function settle(row: Row, index: number, result: RowResult<Stored>): void {
    if ('failed' in result) throw result.failed;
    if ('stored' in result) {
      onStored?.({ ...result.stored, row, index });
      stored += 1;
      return;
    }
    if (onRefused === undefined)
      throw new CounterpartError(`row ${index} was refused: ${result.refused.message}`);
    onRefused({ ...result.refused, row, index });
    refused += 1;
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

/** The options of one part of a call: its idempotency key gets an ending of its own. */
export function withKey(options: CallOptions, ending: string): CallOptions {
  const { idempotencyKey } = options;
  return idempotencyKey === undefined ? options : { ...options, idempotencyKey: idempotencyKey + ending };
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
    /** The result of `read`; undefined once the upload has to end. */
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

/** Whether the fault lies in the row, so that other rows may fare better. */
export function isRefusal({ status, code }: Pick<ApiError, 'status'> & { readonly code: string }): boolean {
  return [400, 404, 409, 413, 422].includes(status) && !['not_found', 'domain_not_found'].includes(code);
}
