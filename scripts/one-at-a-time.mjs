// A lock between processes: a folder, because making one either succeeds or fails as a whole. A file in it
// names the owner, so that no process waits for a killed owner.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../bin/run-child.mjs';

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 500;

/**
 * Does `work` while no other process does it. A command that was started meanwhile waits for the first one.
 */
export function oneAtATime(lock, work) {
  const started = Date.now();
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true });
      if (Date.now() - started > 15 * MINUTE_MS)
        throw new Error(`another installation does not end; remove ${lock} and try again`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
    }
  }
  try {
    writeFileSync(join(lock, 'owner'), `${process.pid} ${hostname()}`);
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Where the owner cannot be told, as on another machine: older than any installation takes. */
function isAbandoned(lock) {
  const owner = ownerOf(lock);
  if (owner?.host === hostname()) return !isAlive(owner.pid);
  return Date.now() - statSync(lock, { throwIfNoEntry: false })?.mtimeMs > 10 * MINUTE_MS;
}

function ownerOf(lock) {
  try {
    const [pid, host] = readFileSync(join(lock, 'owner'), 'utf8').split(' ');
    return { pid: Number(pid), host };
  } catch {
    return null;
  }
}
