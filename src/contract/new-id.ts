/** Ids that this service makes: ULIDs in lower case, which sort by the time at which they were made. */
import { randomFillSync } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';

/**
 * Random bytes of the system, fetched many at once: a fetch for each digit, ulid's default, makes an id an
 * order of magnitude slower.
 */
const pool = new Uint8Array(4096);
let used = pool.length;

/** A multiple of 1/256 in [0, 1); ulid takes 5 bits of it. */
function random(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool[used++]! / 256;
}

/** `nowMs`: epoch ms, now by default. */
export function newUlid(nowMs?: number): string {
  return ulid(nowMs, random).toLowerCase();
}

/** `<prefix>_<ULID>`; `nowMs` as in `newUlid`. */
export function newId(prefix: string, nowMs?: number): string {
  return `${prefix}_${newUlid(nowMs)}`;
}

const growing = monotonicFactory(random);

/**
 * `<prefix>_<ULID>`, above every earlier one of this thread, also within a millisecond and when the clock
 * goes back.
 */
export function newGrowingId(prefix: string): string {
  return `${prefix}_${growing().toLowerCase()}`;
}
