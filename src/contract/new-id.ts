/** Ids that this service makes: ULIDs in lower case, which sort by the time at which they were made. */
import { randomFillSync } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory, ulid } from 'ulid';

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

const TIME_DIGITS = 10;
const OTHER_DIGITS = 16;

/** The least id of the prefix that can be made at a time, epoch ms from 0 on. */
export function firstIdAt(prefix: string, atMs: number): string {
  return `${prefix}_${encodeTime(atMs, TIME_DIGITS).toLowerCase()}${'0'.repeat(OTHER_DIGITS)}`;
}

/** When an id of this service was made, epoch ms. */
export function timeOfId(id: string): number {
  return decodeTime(id.slice(id.indexOf('_') + 1).toUpperCase());
}

const growing = monotonicFactory(random);

/**
 * `<prefix>_<ULID>`, above every earlier one of this thread, also within a millisecond and when the clock
 * goes back.
 */
export function newGrowingId(prefix: string): string {
  return `${prefix}_${growing().toLowerCase()}`;
}
