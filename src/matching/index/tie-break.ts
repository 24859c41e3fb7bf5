/**
 * The order of rows with equal scores: a hash of the user id, smaller first, then the id's bytes. It is
 * stable across rebuilds and processes, and does not follow the alphabet.
 */
const encoder = new TextEncoder();
/** Ids have at most 256 characters, each of at most 3 bytes a UTF-16 unit. */
const scratch = new Uint8Array(1024);

/**
 * Unsigned 32-bit: FNV-1a over the UTF-8 bytes, then MurmurHash3's finaliser, since FNV mixes the high bits
 * of short ids poorly.
 */
export function tieBreak(userId: string): number {
  const { read, written } = encoder.encodeInto(userId, scratch);
  const bytes = read === userId.length ? scratch : encoder.encode(userId);
  const length = bytes === scratch ? written : bytes.length;
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Compares ids by their UTF-8 bytes: negative, 0 or positive. JavaScript compares by UTF-16 units instead.
 */
export function compareIds(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
