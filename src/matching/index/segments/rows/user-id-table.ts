/**
 * The user ids of one segment: row to id and id to row, without a heap object for each id. An id takes its
 * UTF-8 bytes, two for their number, four for its address, and four to eleven of the hash table. A string in
 * a `Map` and in an array takes 61 bytes of heap and slows garbage collection.
 *
 *   bytes    blocks of 16 KiB, filled one id after another: growth copies nothing
 *   starts   u32 by row: block << 14 | offset; ALL ONES where the row was deleted
 *   slots    u32, open addressing with linear probing: row + 1; 0 is free, ALL ONES was deleted
 *
 * All of it is in shared memory, because another thread writes snapshots. An erased id is overwritten, but
 * not while a snapshot reads the table (`holdErasures`), so that no part of an id gets into a file.
 */
import { tieBreak } from '../../tie-break.ts';

const BLOCK_BITS = 14;
export const BLOCK_BYTES = 1 << BLOCK_BITS;
/** The start of a deleted row's id. */
export const NO_ID = 0xffffffff;
const NONE = NO_ID;
const FIRST_SLOTS = 64;
const encoder = new TextEncoder();
/** A byte order mark at the start of an id is kept. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const scratch = new Uint8Array(4096);

type SharedBytes = Uint8Array<SharedArrayBuffer>;
type SharedWords = Uint32Array<SharedArrayBuffer>;

export interface UserIdParts {
  readonly blocks: readonly SharedBytes[];
  /** By row, below the row limit. */
  readonly starts: SharedWords;
}

/** A whole table, to be transferred to another thread. */
export interface SharedUserIds extends UserIdParts {
  readonly rows: number;
  readonly slots: SharedWords;
  readonly usedSlots: number;
  readonly live: number;
}

export class UserIdTable {
  #blocks: SharedBytes[] = [];
  #filled = BLOCK_BYTES;
  #starts: SharedWords = words(FIRST_SLOTS);
  #rows = 0;
  #slots: SharedWords = words(FIRST_SLOTS);
  #usedSlots = 0;
  #live = 0;
  #holds = 0;
  #pendingErasures: number[] = [];

  /** Ids that were ever added, deleted ones included: the next row. */
  get rows(): number {
    return this.#rows;
  }

  /** Ids that are not deleted. */
  get live(): number {
    return this.#live;
  }

  get bytes(): number {
    return this.#blocks.length * BLOCK_BYTES + this.#starts.byteLength + this.#slots.byteLength;
  }

  /** The parts from which another thread can read the current ids. */
  get parts(): UserIdParts {
    return { blocks: [...this.#blocks], starts: this.#starts };
  }

  get shared(): SharedUserIds {
    const [rows, live, slots] = [this.#rows, this.#live, this.#slots];
    return { ...this.parts, rows, live, slots, usedSlots: this.#usedSlots };
  }

  /** A table that another thread made and no longer uses. */
  static of({ blocks, starts, rows, live, slots, usedSlots }: SharedUserIds): UserIdTable {
    const table = new UserIdTable();
    table.#blocks = [...blocks];
    table.#starts = starts;
    table.#rows = rows;
    table.#live = live;
    table.#slots = slots;
    table.#usedSlots = usedSlots;
    return table;
  }

  /**
   * Ids from a snapshot; rows that are not live have none. `ties`: their hashes by row, which need not be
   * computed again; 0 is of a row that was being ended while the snapshot was written.
   */
  static from({ blocks, starts }: UserIdParts, rows: number, ties: Uint32Array): UserIdTable {
    const table = new UserIdTable();
    table.#blocks = [...blocks];
    table.#starts = starts;
    table.#rows = rows;
    for (let row = 0; row < rows; row++) if (starts[row] !== NONE) table.#live += 1;
    table.#slots = words(slotsFor(table.#live + 1));
    for (let row = 0; row < rows; row++) {
      if (starts[row] !== NONE) table.#insert(row, ties[row]! || tieBreak(table.userIdOf(row)!));
    }
    return table;
  }

  /** Returns the row of the new id. The caller must know that the id is not in the table. */
  add(userId: string): number {
    const { read, written } = encoder.encodeInto(userId, scratch);
    if (read < userId.length) throw new Error(`a user id has more than ${scratch.length} bytes`);
    const row = this.#rows;
    if (row >= this.#starts.length) this.#starts = lengthened(this.#starts);
    this.#starts[row] = this.#append(scratch.subarray(0, written));
    this.#rows += 1;
    this.#live += 1;
    if (4 * (this.#usedSlots + 1) > 3 * this.#slots.length) this.#rehash(slotsFor(this.#live));
    else this.#insert(row, tieBreak(userId));
    return row;
  }

  /** -1 for an id that is not in the table. */
  rowOf(userId: string): number {
    return (this.#slots[this.#slotOf(userId)] ?? 0) - 1;
  }

  userIdOf(row: number): string | null {
    const bytes = this.#bytesOf(row);
    return bytes === null ? null : decoder.decode(bytes.slice());
  }

  delete(row: number): void {
    const userId = this.userIdOf(row);
    if (userId === null) return;
    this.#slots[this.#slotOf(userId)] = NONE;
    this.#live -= 1;
    if (this.#holds > 0) this.#pendingErasures.push(this.#starts[row]!);
    else this.#erase(this.#starts[row]!);
    this.#starts[row] = NONE;
  }

  /** Until the returned function is called, bytes of deleted ids stay where they are. */
  holdErasures(): () => void {
    this.#holds += 1;
    return () => {
      this.#holds -= 1;
      if (this.#holds > 0) return;
      for (const start of this.#pendingErasures.splice(0)) this.#erase(start);
    };
  }

  #bytesOf(row: number): Uint8Array | null {
    const start = row < this.#rows ? this.#starts[row]! : NONE;
    return start === NONE ? null : idBytes(this.#blocks, start);
  }

  #append(id: Uint8Array): number {
    if (this.#filled + 2 + id.length > BLOCK_BYTES) {
      this.#blocks.push(new Uint8Array(new SharedArrayBuffer(BLOCK_BYTES)));
      this.#filled = 0;
    }
    const block = this.#blocks.at(-1)!;
    const offset = this.#filled;
    block[offset] = id.length & 0xff;
    block[offset + 1] = id.length >>> 8;
    block.set(id, offset + 2);
    this.#filled += 2 + id.length;
    return (((this.#blocks.length - 1) << BLOCK_BITS) | offset) >>> 0;
  }

  #erase(start: number): void {
    idBytes(this.#blocks, start).fill(0);
  }

  #slotOf(userId: string): number {
    const { written } = encoder.encodeInto(userId, scratch);
    const mask = this.#slots.length - 1;
    for (let slot = tieBreak(userId) & mask; ; slot = (slot + 1) & mask) {
      const held = this.#slots[slot]!;
      if (held === 0) return -1;
      if (held !== NONE && this.#holdsId(held - 1, written)) return slot;
    }
  }

  /** Whether the row's id equals the bytes in `scratch`. */
  #holdsId(row: number, length: number): boolean {
    const start = this.#starts[row]!;
    const block = this.#blocks[start >>> BLOCK_BITS]!;
    const offset = start & (BLOCK_BYTES - 1);
    if ((block[offset]! | (block[offset + 1]! << 8)) !== length) return false;
    for (let i = 0; i < length; i++) if (block[offset + 2 + i] !== scratch[i]) return false;
    return true;
  }

  #insert(row: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = row + 1;
    this.#usedSlots += 1;
  }

  #rehash(slots: number): void {
    this.#slots = words(slots);
    this.#usedSlots = 0;
    for (let row = 0; row < this.#rows; row++) {
      const userId = this.userIdOf(row);
      if (userId !== null) this.#insert(row, tieBreak(userId));
    }
  }
}

/** A view of the id's bytes. */
function idBytes(blocks: readonly Uint8Array[], start: number): Uint8Array {
  const block = blocks[start >>> BLOCK_BITS]!;
  const offset = start & (BLOCK_BYTES - 1);
  const length = block[offset]! | (block[offset + 1]! << 8);
  return block.subarray(offset + 2, offset + 2 + length);
}

function words(length: number): SharedWords {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}

function lengthened(short: SharedWords): SharedWords {
  const longer = words(Math.max(FIRST_SLOTS, Math.ceil(1.5 * short.length)));
  longer.set(short);
  return longer;
}

/** A power of two, less than two thirds full. */
function slotsFor(live: number): number {
  let slots = FIRST_SLOTS;
  while (2 * slots < 3 * (live + 1)) slots *= 2;
  return slots;
}
