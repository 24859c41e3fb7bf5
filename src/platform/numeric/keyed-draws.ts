/**
 * Random draws that follow from a secret and a name alone, by HMAC-SHA. They are the same after a restart and
 * in every process. Without the secret no name can be chosen by its draw.
 */
import { createHmac } from 'node:crypto';

const HASH_RANGE = 2 ** 48;

/** Two independent uniform numbers in [0, 1). */
export function keyedFractions(secret: Uint8Array, name: readonly unknown[]): readonly [number, number] {
  const hash = createHmac('sha256', secret).update(JSON.stringify(name)).digest();
  return [hash.readUIntBE(0, 6) / HASH_RANGE, hash.readUIntBE(6, 6) / HASH_RANGE];
}

/** Fair coins, one a call. They repeat after 512. */
export function keyedCoins(secret: Uint8Array, name: readonly unknown[]): () => boolean {
  const bits = createHmac('sha512', secret).update(JSON.stringify(name)).digest();
  let used = 0;
  return () => {
    const bit = used++ % (8 * bits.length);
    return ((bits[bit >> 3]! >> (bit & 7)) & 1) === 1;
  };
}
