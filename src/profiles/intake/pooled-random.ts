/**
 * Random numbers in [0, 1) for ids, from the system's generator. Bytes are fetched many at once, since a
 * fetch for each digit, ulid's default, makes an id an order of magnitude slower.
 */
import { randomFillSync } from 'node:crypto';

const BYTES = 4096;

export function pooledRandom(): () => number {
  const pool = new Uint8Array(BYTES);
  let at = BYTES;
  return () => {
    if (at === BYTES) {
      randomFillSync(pool);
      at = 0;
    }
    return pool[at++]! / 256;
  };
}
