/**
 * A released memory is freed by garbage collection. A shared memory stays until every thread that used it has
 * collected. No thread's heap accounts for it, so a thread that allocates little would never collect. So
 * query threads collect a second after a release. The main thread collects when enough memory is waiting,
 * since its large heap makes that slow.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const COLLECT_AFTER_MS = 1000;
const WORTH_BYTES = 64 * 2 ** 20;
/** Each memory has addresses for 10 GB, of the 128 TB of a process. */
const WORTH_MEMORIES = 500;

let willCollect = false;
let waiting = { bytes: 0, memories: 0 };

/** For threads with a small heap, where a collection takes a few milliseconds. */
export function collectSoon(): void {
  if (!willCollect) setTimeout(collect, COLLECT_AFTER_MS).unref();
  willCollect = true;
}

/** For the main thread: collects once enough has been released for it to pay. */
export function collectWhenWorth(bytes: number, memories: number): void {
  waiting = { bytes: waiting.bytes + bytes, memories: waiting.memories + memories };
  if (waiting.bytes >= WORTH_BYTES || waiting.memories >= WORTH_MEMORIES) collectSoon();
}

function collect(): void {
  willCollect = false;
  waiting = { bytes: 0, memories: 0 };
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
