/**
 * Client of the cross encoder thread. One thread serves all models and starts at the first request. Sessions
 * are kept in a least-recently-used cache, so models that are no longer in force use bounded memory.
 */
import type { Batch } from '../../../engines/tensor/training/batch.ts';
import { WorkerClient } from '../../../platform/threads/worker-client.ts';
import type { CrossEncoder } from './cross-encoder.ts';
import type { CrossEncoderAnswer, CrossEncoderRequest } from './cross-encoder-protocol.ts';

export interface CrossEncoderClient {
  /**
   * Points of each pair, block after block [B], in one request. Rejects where the model cannot be run, where
   * the thread died or was closed meanwhile, and with the signal's reason.
   */
  read(encoder: CrossEncoder, blocks: readonly Batch[], signal?: AbortSignal): Promise<Float32Array>;
  /** Rejects pending requests. No requests are accepted afterwards. */
  close(): Promise<void>;
}

/** A session of a small network takes some hundreds of KiB. */
const MOST_SESSIONS = 64;
const script = new URL('./cross-encoder-worker.ts', import.meta.url);

export function createCrossEncoderClient(mostSessions = MOST_SESSIONS): CrossEncoderClient {
  const worker = new WorkerClient<CrossEncoderRequest, CrossEncoderAnswer>(script, {
    name: 'cross encoders',
    isNative: true,
  });
  /** Numbers of the open sessions, least recently used first. */
  const open = new Map<CrossEncoder, number>();
  let thread = 0;
  let lastNumber = 0;

  function numberOf(encoder: CrossEncoder): number {
    const known = open.get(encoder);
    const number = known ?? ++lastNumber;
    if (known === undefined) worker.notify({ kind: 'open', encoder: number, model: encoder.model });
    open.delete(encoder);
    open.set(encoder, number);
    const [oldest] = open;
    if (open.size > mostSessions && oldest !== undefined) {
      open.delete(oldest[0]);
      worker.notify({ kind: 'close', encoder: oldest[1] });
    }
    return number;
  }

  return {
    async read(encoder, blocks, signal) {
      signal?.throwIfAborted();
      const running = worker.start();
      if (running !== thread) open.clear();
      thread = running;
      return (await worker.call({ kind: 'read', encoder: numberOf(encoder), blocks }, { signal }))!;
    },
    close: () => worker.close(),
  };
}
