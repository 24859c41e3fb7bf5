/**
 * Who comes first where scores are equal: a hash of the user id, smaller first, then the id's bytes. Stable across
 * rebuilds and processes, and no alphabet decides who is shown.
 */
const encoder = new TextEncoder();

/** Unsigned 32-bit: FNV-1a over the UTF-8 bytes, then MurmurHash3's finaliser, since FNV leaves the high bits of short ids poor. */
export function tieBreak(userId: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(userId)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Order of ids by their UTF-8 bytes: below 0, 0 or above 0. (JavaScript's own order, by UTF-16, is another one.) */
export function compareIds(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
