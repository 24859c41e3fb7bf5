// A lock between processes: a folder, because making one either succeeds or fails as a whole.
import { mkdirSync, rmSync, statSync } from 'node:fs';

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 500;

/** Does `work` while no other process does it. A command that was started meanwhile waits for the first one. */
export function oneAtATime(lock, work) {
  const started = Date.now();
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      // A lock whose owner was killed is older than any installation takes.
      if (Date.now() - statSync(lock, { throwIfNoEntry: false })?.mtimeMs > 10 * MINUTE_MS)
        rmSync(lock, { recursive: true, force: true });
      if (Date.now() - started > 15 * MINUTE_MS)
        throw new Error(`another installation does not end; remove ${lock} and try again`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
