/**
 * Waits for the bytes of a body whose reader sets the pace. Only time in which the server merely waits for
 * the client counts towards the minimum rate. A client may wait for the answers to its lines.
 */
import type { Readable } from 'node:stream';
import type { ApiError } from '../../../contract/errors.ts';
import { type BodyPace, leastBytes } from '../bodies/body-pace.ts';
import { notWhole, tooSlow } from '../bodies/read-body.ts';

export interface ByteSource {
  /** The bytes that have arrived; null where there are none. */
  read(): Buffer | null;
  readonly isOver: boolean;
  /**
   * Resolves when there may be more to read, or the body is over. Throws 408 below the pace, 400 where the
   * connection ended before the body, and the reason of the signal.
   */
  more(): Promise<void>;
}

const changes = ['readable', 'end', 'close'] as const;
type Event = 'bytes' | 'late' | 'aborted';

/** `isBusy`: whether lines that were read are not answered yet. */
export function byteSource(
  raw: Readable,
  pace: BodyPace,
  isBusy: () => boolean,
  signal: AbortSignal,
): ByteSource {
  const least = leastBytes(pace);
  const nextEvent = eventsOf(raw, signal);
  let leftMs = pace.graceMs;
  let received = 0;
  return {
    read: () => {
      const bytes = raw.read() as Buffer | null;
      received += bytes?.length ?? 0;
      if (received < least) return bytes;
      received = 0;
      leftMs = pace.graceMs;
      return bytes;
    },
    get isOver() {
      return raw.readableEnded;
    },
    more: async () => {
      const began = performance.now();
      const event = await nextEvent(leftMs);
      leftMs -= performance.now() - began;
      if (event === 'aborted') throw signal.reason as ApiError;
      if (event === 'late' && raw.readableLength === 0) {
        if (!isBusy()) throw tooSlow(pace);
        leftMs = pace.graceMs;
      }
      if (raw.destroyed && !raw.readableEnded) throw notWhole();
    },
  };
}

/**
 * The listeners stay until the signal aborts. A stream that loses its last `readable` listener changes its
 * mode, and a stream with such a listener cannot be drained.
 */
function eventsOf(raw: Readable, signal: AbortSignal): (withinMs: number) => Promise<Event> {
  let settle: (event: Event) => void = () => {};
  const onChange = () => settle('bytes');
  for (const name of changes) raw.on(name, onChange);
  // A cut connection is an error of the stream.
  raw.on('error', onChange);
  signal.addEventListener('abort', () => {
    for (const name of changes) raw.off(name, onChange);
    settle('aborted');
  });
  return (withinMs) =>
    new Promise((resolve) => {
      let looking: NodeJS.Immediate | undefined;
      // Bytes that arrived while this thread was busy are read first, and count.
      const settleAfterReads = () => {
        looking = setImmediate(() => settle('late'));
      };
      const timer = setTimeout(settleAfterReads, Math.max(0, withinMs));
      settle = (event) => {
        clearTimeout(timer);
        clearImmediate(looking);
        settle = () => {};
        resolve(event);
      };
      if (signal.aborted) settle('aborted');
      else if (raw.readableEnded || raw.destroyed) settle('bytes');
    });
}
