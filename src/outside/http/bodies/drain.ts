/**
 * Reads and discards the bytes that a client sends after its answer, within bounds. A close with unread bytes
 * resets the connection: the client's system then discards the answer, and the client sees a broken pipe. The
 * bounds are those of nginx's `lingering_time` and `lingering_timeout`.
 */
import type { Readable } from 'node:stream';
import { MIB } from '../../../contract/common.ts';

/** Total, ms. */
const LONGEST_MS = 30_000;
/** Longest gap without a byte, ms. */
const LONGEST_SILENCE_MS = 5000;
const MOST_BYTES = 64 * MIB;

/** Resolves when the stream has ended, a bound is reached or the signal aborts. Never rejects. */
export function drain(stream: Readable, signal?: AbortSignal): Promise<void> {
  if (stream.readableEnded || stream.destroyed || signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    let received = 0;
    const finish = () => {
      clearTimeout(silence);
      clearTimeout(whole);
      signal?.removeEventListener('abort', finish);
      stream.off('data', discard).off('end', finish).off('close', finish);
      resolve();
    };
    const discard = (chunk: Buffer) => {
      silence.refresh();
      received += chunk.length;
      if (received > MOST_BYTES) finish();
    };
    const silence = setTimeout(finish, LONGEST_SILENCE_MS);
    const whole = setTimeout(finish, LONGEST_MS);
    signal?.addEventListener('abort', finish);
    stream.on('data', discard).once('end', finish).once('close', finish);
    stream.resume();
  });
}
