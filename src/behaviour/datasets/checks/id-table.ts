/** A hash table of the distinct ids of a partition, with open addressing. */
import { type IdRecord, recordsOf } from './id-partitions.ts';

export class IdTable {
  readonly #bytes: Buffer;
  readonly #slots: Int32Array;
  readonly #hashes: Uint32Array;
  readonly #positions: Float64Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #count = 0;

  /** Allocates space for all records of `bytes`. */
  constructor(bytes: Buffer) {
    let records = 0;
    for (const _ of recordsOf(bytes)) records++;
    this.#bytes = bytes;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(2, records * 2)))).fill(-1);
    this.#hashes = new Uint32Array(records);
    this.#positions = new Float64Array(records);
    this.#starts = new Int32Array(records);
    this.#ends = new Int32Array(records);
  }

  /** The position of an equal id that was added before. Null if there is none; the record is then added. */
  addOrFind(record: IdRecord): number | null {
    const slot = this.#slotOf(record, this.#bytes);
    const existing = this.#slots[slot]!;
    if (existing >= 0) return this.#positions[existing]!;
    const index = this.#count++;
    this.#slots[slot] = index;
    this.#hashes[index] = record.hash;
    this.#positions[index] = record.position;
    this.#starts[index] = record.start;
    this.#ends[index] = record.end;
    return null;
  }

  /** `bytes` holds the id of the record. */
  has(record: IdRecord, bytes: Buffer): boolean {
    return this.#slots[this.#slotOf(record, bytes)]! >= 0;
  }

  #slotOf(record: IdRecord, bytes: Buffer): number {
    const mask = this.#slots.length - 1;
    // The lower 8 bits chose the partition and are the same for all its ids.
    for (let slot = (record.hash >>> 8) & mask; ; slot = (slot + 1) & mask) {
      const existing = this.#slots[slot]!;
      if (existing < 0 || this.#isSame(existing, record, bytes)) return slot;
    }
  }

  #isSame(index: number, { hash, start, end }: IdRecord, bytes: Buffer): boolean {
    return (
      this.#hashes[index] === hash &&
      this.#bytes.compare(bytes, start, end, this.#starts[index], this.#ends[index]) === 0
    );
  }
}
