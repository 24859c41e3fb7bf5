/**
 * Measures live memory; loaded into the server first. It answers each message of the parent process with the
 * memory that is alive after a collection of garbage. The other threads collect theirs at intervals. Without
 * a collection a heap grows to several times its live size before V8 collects it, so its size says little.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const COLLECT_MS = 2000;

/** Bytes. */
export interface LiveMemory {
  /** JavaScript objects of the main thread. */
  readonly heap: number;
  /** Buffers of the main thread outside the heap. */
  readonly buffers: number;
  /** Bytes of the whole process, with all threads. */
  readonly resident: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
if (!isMainThread) setInterval(collectGarbage, COLLECT_MS).unref();
else if (process.send !== undefined) {
  process.on('message', () => {
    collectGarbage();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send!({ heap: heapUsed, buffers: external, resident: rss } satisfies LiveMemory);
  });
  process.channel!.unref();
}
