/**
 * Measures the heap of each thread; loaded into the server first. Every thread tells the main one the size of
 * its heap. The main thread answers each message of the parent process with all of them. Nothing collects
 * garbage by force: the question is how far the process grows by itself.
 */
import { getHeapStatistics } from 'node:v8';
import { BroadcastChannel, isMainThread, threadId, threadName } from 'node:worker_threads';

const TELL_MS = 500;

/** Bytes. */
interface ThreadMemory {
  readonly id: number;
  readonly name: string;
  /** Memory that V8 has taken from the system for the heap of the thread. */
  readonly heap: number;
  readonly used: number;
  /** Buffers and native memory that the heap refers to. */
  readonly external: number;
}

export interface ProcessMemory {
  /** Bytes of the whole process. */
  readonly resident: number;
  readonly threads: readonly ThreadMemory[];
}

const channel = new BroadcastChannel('thread memory');
channel.unref();
const known = new Map<number, ThreadMemory>();

if (!isMainThread) setInterval(() => channel.postMessage(ownMemory()), TELL_MS).unref();
else if (process.send !== undefined) {
  channel.onmessage = (event) => {
    const memory = (event as { readonly data: ThreadMemory }).data;
    known.set(memory.id, memory);
  };
  process.on('message', () => {
    const threads = [ownMemory(), ...known.values()];
    process.send!({ resident: process.memoryUsage.rss(), threads } satisfies ProcessMemory);
  });
  process.channel!.unref();
}

function ownMemory(): ThreadMemory {
  const { total_heap_size: heap, used_heap_size: used, external_memory: external } = getHeapStatistics();
  return {
    id: threadId,
    name: isMainThread ? 'main' : (threadName ?? `thread ${threadId}`),
    heap,
    used,
    external,
  };
}
