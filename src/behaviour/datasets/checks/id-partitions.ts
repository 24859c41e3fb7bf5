/**
 * Any number of ids, partitioned by their hash. Equal ids meet in one partition, and one partition at a time
 * fits into memory: 20 million ids of 20 bytes make 256 partitions of 2.7 MB. The hash selects the partition
 * only. Equality is decided by the bytes.
 *
 * A record is hash (u32), position (f64), length (u16) and the id in UTF-8. Small imports stay in memory.
 */
import { randomBytes } from 'node:crypto';
import { type HashKey, halfSipHash } from './half-sip-hash.ts';
import { ScratchFile } from './scratch-file.ts';

export const PARTITIONS = 256;
const FIRST_BLOCK_BYTES = 512;
const BLOCK_BYTES = 32 * 1024;
const HEAD_BYTES = 14;
/** 256 characters of four bytes. */
const MAX_ID_BYTES = 1024;

export interface IdRecord {
  readonly hash: number;
  /** The position that was passed to `add`. */
  readonly position: number;
  /** Byte range [start, end) of the id in the partition. */
  readonly start: number;
  readonly end: number;
}

interface WrittenBlock {
  readonly start: number;
  readonly bytes: number;
}

function perPartition<T>(make: () => T): T[] {
  return Array.from({ length: PARTITIONS }, make);
}

export function newHashKey(): HashKey {
  const bytes = randomBytes(8);
  return { k0: bytes.readUInt32LE(0), k1: bytes.readUInt32LE(4) };
}

export class IdPartitions {
  readonly #key: HashKey;
  readonly #folder: string;
  readonly #blocks = perPartition(() => Buffer.alloc(0));
  readonly #used = new Uint32Array(PARTITIONS);
  readonly #written = perPartition((): WrittenBlock[] => []);
  readonly #id = Buffer.alloc(MAX_ID_BYTES);
  #scratch: ScratchFile | null = null;

  /** Use one key for partitions that are compared with each other. */
  constructor(key: HashKey, folder: string) {
    this.#key = key;
    this.#folder = folder;
  }

  add(id: string, position: number): void {
    const bytes = this.#id.write(id, 'utf8');
    const hash = halfSipHash(this.#key, this.#id, 0, bytes);
    const partition = hash & (PARTITIONS - 1);
    const block = this.#blockFor(partition, HEAD_BYTES + bytes);
    const at = this.#used[partition]!;
    block.writeUInt32LE(hash, at);
    block.writeDoubleLE(position, at + 4);
    block.writeUInt16LE(bytes, at + 12);
    block.set(this.#id.subarray(0, bytes), at + HEAD_BYTES);
    this.#used[partition] = at + HEAD_BYTES + bytes;
  }

  /** All records of a partition, in insertion order. */
  read(partition: number): Buffer {
    const written = this.#written[partition]!;
    const used = this.#used[partition]!;
    const bytes = Buffer.allocUnsafe(written.reduce((sum, block) => sum + block.bytes, used));
    let at = 0;
    for (const block of written) {
      this.#scratch!.read(block.start, bytes.subarray(at, at + block.bytes));
      at += block.bytes;
    }
    this.#blocks[partition]!.copy(bytes, at, 0, used);
    return bytes;
  }

  close(): void {
    this.#scratch?.close();
  }

  #blockFor(partition: number, bytes: number): Buffer {
    const block = this.#blocks[partition]!;
    const used = this.#used[partition]!;
    if (used + bytes <= block.length) return block;
    if (block.length < BLOCK_BYTES) {
      const larger = Buffer.allocUnsafe(
        Math.min(BLOCK_BYTES, Math.max(FIRST_BLOCK_BYTES, block.length * 4, used + bytes)),
      );
      block.copy(larger, 0, 0, used);
      this.#blocks[partition] = larger;
      if (used + bytes <= larger.length) return larger;
    }
    this.#writeOut(partition);
    return this.#blocks[partition]!;
  }

  #writeOut(partition: number): void {
    const used = this.#used[partition]!;
    this.#scratch ??= new ScratchFile(this.#folder);
    const start = this.#scratch.append(this.#blocks[partition]!.subarray(0, used));
    this.#written[partition]!.push({ start, bytes: used });
    this.#used[partition] = 0;
  }
}

export function* recordsOf(bytes: Buffer): Generator<IdRecord> {
  for (let at = 0; at < bytes.length; ) {
    const start = at + HEAD_BYTES;
    const end = start + bytes.readUInt16LE(at + 12);
    yield { hash: bytes.readUInt32LE(at), position: bytes.readDoubleLE(at + 4), start, end };
    at = end;
  }
}
