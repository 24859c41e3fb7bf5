/**
 * Memory that was let go is given back to the system when it is next collected; a shared one stays for as long as any of the
 * threads that saw it has not collected, and none counts it: a thread that makes little garbage of its own would never.
 * So those that read segments collect a second after they were let go of, and the one that writes them when enough is
 * waiting for it: its heap is large, and it stands still meanwhile (some 50 to 100 ms).
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const COLLECT_AFTER_MS = 1000;
const WORTH_BYTES = 64 * 2 ** 20;
/** Each has addresses for 10 GB, of which a process has 128 TB. */
const WORTH_MEMORIES = 500;

let willCollect = false;
let waiting = { bytes: 0, memories: 0 };

/** For threads whose own heap is small: some milliseconds. */
export function collectSoon(): void {
  if (!willCollect) setTimeout(collect, COLLECT_AFTER_MS).unref();
  willCollect = true;
}

/** For the thread that answers: once so much was let go that it is worth it. */
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
