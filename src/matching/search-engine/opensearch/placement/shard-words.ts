/**
 * One routing value for each shard. The engine takes the shard of a document from a hash of its routing:
 * MurmurHash3 of 32 bits over UTF-16, modulo the number of routing shards, which our indexes set to the
 * number of shards. If the engine used another hash, two values would share a shard, but nothing would be
 * lost.
 */
export function shardWords(shards: number): readonly string[] {
  const words = new Array<string | undefined>(shards).fill(undefined);
  for (let left = shards, n = 0; left > 0; n++) {
    const word = n.toString(36);
    const hash = murmur3(Buffer.from(word, 'utf16le'));
    const shard = ((hash % shards) + shards) % shards;
    if (words[shard] !== undefined) continue;
    words[shard] = word;
    left--;
  }
  return words as readonly string[];
}

/** Signed, with seed 0. */
function murmur3(bytes: Buffer): number {
  const whole = bytes.length - (bytes.length % 4);
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    hash ^= mixed(bytes.readInt32LE(at));
    hash = (Math.imul(rotated(hash, 13), 5) + 0xe6546b64) | 0;
  }
  if (whole < bytes.length) hash ^= mixed(bytes.readUIntLE(whole, bytes.length - whole));
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

const mixed = (block: number) => Math.imul(rotated(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);
const rotated = (value: number, by: number) => (value << by) | (value >>> (32 - by));
