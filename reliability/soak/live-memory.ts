/**
 * Loaded into the server first: answers each message of the parent process with what is alive after a collection of
 * garbage. Without one, the heap grows to several times what is alive before V8 collects it, so its size says little.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Bytes. */
export interface LiveMemory {
  /** JavaScript objects of the main thread. */
  readonly heap: number;
  /** Buffers of the main thread outside the heap. */
  readonly buffers: number;
  /** Of the whole process, with all threads and their garbage. */
  readonly resident: number;
}

if (isMainThread && process.send !== undefined) {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  process.on('message', () => {
    collectGarbage();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send!({ heap: heapUsed, buffers: external, resident: rss } satisfies LiveMemory);
  });
  process.channel!.unref();
}
