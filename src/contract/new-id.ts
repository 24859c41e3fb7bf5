/** Ids that this service makes: ULIDs in lower case, which sort by the time at which they were made. */
import { ulid } from 'ulid';

/** `nowMs`: epoch ms, now by default. `random`: numbers in [0, 1), the system's generator by default. */
export function newUlid(nowMs?: number, random?: () => number): string {
  return ulid(nowMs, random).toLowerCase();
}

/** `<prefix>_<ULID>`; the parameters are those of `newUlid`. */
export function newId(prefix: string, nowMs?: number, random?: () => number): string {
  return `${prefix}_${newUlid(nowMs, random)}`;
}
