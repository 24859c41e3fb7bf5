/**
 * Who comes first where scores are equal: a hash of the user id, smaller first, then the id's bytes. Stable across
 * rebuilds and processes, and no alphabet decides who is shown.
 */
const encoder = new TextEncoder();
/** Ids have at most 256 characters, of at most 3 bytes for each UTF-16 unit. */
const scratch = new Uint8Array(1024);

/** Unsigned 32-bit: FNV-1a over the UTF-8 bytes, then MurmurHash3's finaliser, since FNV leaves the high bits of short ids poor. */
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

/** Order of ids by their UTF-8 bytes: below 0, 0 or above 0. (JavaScript's own order, by UTF-16, is another one.) */
export function compareIds(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
