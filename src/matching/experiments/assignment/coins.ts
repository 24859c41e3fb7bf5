/** Fair coins of one match, by a keyed hash: the same match has the same coins. */
import { createHmac } from 'node:crypto';

export function coinsOf(secret: Uint8Array, experimentId: string, matchId: string): () => boolean {
  const bits = createHmac('sha512', secret)
    .update(JSON.stringify([experimentId, matchId]))
    .digest();
  let used = 0;
  // A match shows at most 100 candidates, so 512 bits are enough.
  return () => {
    const bit = used++ % (8 * bits.length);
    return ((bits[bit >> 3]! >> (bit & 7)) & 1) === 1;
  };
}
