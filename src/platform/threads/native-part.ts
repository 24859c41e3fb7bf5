/**
 * Native code (ONNX Runtime) in a thread that may be ended at any time: an interruption of native code would
 * end the whole process. The thread marks its native parts, and its end waits for the current one. Shared by
 * both: [the number of parts that run, whether the thread is being ended].
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { isMainThread, workerData } from 'node:worker_threads';

const RUNNING = 0;
const ENDING = 1;
const LOOK_EVERY_MS = 5;

export class NativeGate {
  readonly shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

  /** Lets no further part begin. Resolves when none runs, or `hasExited`. */
  async close(hasExited: () => boolean): Promise<void> {
    Atomics.store(this.shared, ENDING, 1);
    while (Atomics.load(this.shared, RUNNING) > 0 && !hasExited()) await wait(LOOK_EVERY_MS);
  }
}

/** `workerData` of a thread with a gate. */
interface GatedData {
  readonly nativeGate?: Int32Array;
}

const gate = isMainThread ? undefined : (workerData as GatedData | null)?.nativeGate;

/** Runs a part, which must be short. Throws where the thread is being ended. */
export async function nativePart<T>(run: () => Promise<T>): Promise<T> {
  if (gate === undefined) return run();
  // ONNX Runtime begins in the next turn: what the caller does in this one is no part of it.
  await nextTurn();
  Atomics.add(gate, RUNNING, 1);
  try {
    if (Atomics.load(gate, ENDING) === 1) throw new Error('the thread is being ended');
    return await run();
  } finally {
    Atomics.sub(gate, RUNNING, 1);
  }
}
