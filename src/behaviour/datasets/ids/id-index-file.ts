/**
 * The index of the ids of a snapshot's rows: which ids there are, and whether a row has the same content. An
 * id is recognised by 64 bits of a keyed hash, the content by 64 bits of SHA-256 of its line of an export.
 * The index of people has each person of events and of attributes once, without content.
 *
 * The file begins with N entries of 16 bytes (two words of the id, two of the content), by bucket. Then come
 * the first entry of each of the B buckets and N, as words. A footer of 32 bytes has B, 0, N as a double, and
 * the keys of the hash. Words are unsigned 32-bit integers, little-endian. The bucket of an id is the upper
 * bits of its first word.
 */
import { createHash } from 'node:crypto';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import { type HashKey, halfSipHash } from '../checks/half-sip-hash.ts';
import type { SnapshotOfDataset } from '../snapshot/read-snapshot.ts';

export const ENTRY_BYTES = 16;
export const FOOTER_BYTES = 32;
/** Entries of a bucket, on average at most. */
const ENTRIES_PER_BUCKET = 64;
/** 256 characters of four bytes, and the beginning of the mark of a session. */
const MAX_ID_BYTES = 1024 + 64;
/** Another form of the file has another number: it is then written again. */
const FORMAT = 1;
const HASH_CHARACTERS = 16;

export type IndexedPart = 'items' | 'events' | 'people';

/** The files whose rows have the ids of a part. */
const filesOfPart = { items: ['items'], events: ['events'], people: ['events', 'people'] } as const;

/** The name has the checksum of the rows, so that the index of changed files is never taken for this one. */
export function idIndexKey({ tenantId, datasetId, files }: SnapshotOfDataset, part: IndexedPart): string {
  const sums = filesOfPart[part].map(
    (name) => files.find((file) => file.part === name)?.sha256.slice(0, HASH_CHARACTERS) ?? '',
  );
  const name = `ids-${part}-${FORMAT}-${sums.join('-')}.bin`;
  return artifactKey(tenantId, 'datasets', datasetId, name);
}

/** A power of two. */
export function bucketsFor(rows: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, rows / ENTRIES_PER_BUCKET))));
}

/** `high`: the first word of the hash of an id. */
export function bucketOf(high: number, buckets: number): number {
  return Math.floor((high / 2 ** 32) * buckets);
}

export interface IdHash {
  readonly high: number;
  readonly low: number;
}

export function idHasher([first, second]: readonly [HashKey, HashKey]): (id: string) => IdHash {
  const bytes = Buffer.alloc(MAX_ID_BYTES);
  return (id) => {
    const end = bytes.write(id, 'utf8');
    return { high: halfSipHash(first, bytes, 0, end), low: halfSipHash(second, bytes, 0, end) };
  };
}

/** Two words of the content of a row; `line` is its line of an export. */
export function contentHash(line: string): IdHash {
  const digest = createHash('sha256').update(line).digest();
  return { high: digest.readUInt32LE(0), low: digest.readUInt32LE(4) };
}
