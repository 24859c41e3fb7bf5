/**
 * A range of a kernel memory for one thread: a query's tables, lists of rows, sums. An arena: `mark` and
 * `release` free everything after an earlier point.
 */
import type { KernelStruct, StructType } from '../../../../engines/kernels/kernel-structs.ts';

const ALIGNMENT = 64;

type Table = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array | Int16Array;

/** A table that is filled when it is first used; sizing needs only its length. */
export class DeferredTable {
  readonly byteLength: number;
  readonly #make: () => Table;
  #table: Table | null = null;

  constructor(byteLength: number, make: () => Table) {
    this.byteLength = byteLength;
    this.#make = make;
  }

  get table(): Table {
    this.#table ??= this.#make();
    return this.#table;
  }
}

/**
 * Allocates tables. `Scratch` fills them; `ScratchSize` only adds up their sizes. Both bind in the same
 * order.
 */
export interface ScratchAllocator {
  /** The address of `bytes` bytes; they are not cleared. */
  take(bytes: number): number;
  /** Address of a copy of the table, followed by zeros to at least `minBytes`. */
  put(table: Table | DeferredTable, minBytes?: number): number;
  struct<Name extends string>(type: StructType<Name>): KernelStruct<Name>;
}

export class Scratch implements ScratchAllocator {
  readonly memory: WebAssembly.Memory;
  readonly #from: number;
  readonly #to: number;
  #next: number;

  /** Bytes from `from`, a multiple of 64, to `to`. */
  constructor(memory: WebAssembly.Memory, from: number, to: number) {
    if (from % ALIGNMENT !== 0)
      throw new RangeError(`a scratch area begins at a multiple of 64, not at ${from}`);
    this.memory = memory;
    this.#from = from;
    this.#to = to;
    this.#next = from;
  }

  take(bytes: number): number {
    const at = this.#next;
    this.#next = at + rounded(bytes);
    if (this.#next > this.#to) {
      const had = this.#to - this.#from;
      throw new RangeError(
        `a query needs ${this.#next - this.#from} bytes of scratch and more, its area has ${had}`,
      );
    }
    return at;
  }

  put(given: Table | DeferredTable, minBytes = 0): number {
    const table = given instanceof DeferredTable ? given.table : given;
    const at = this.take(Math.max(table.byteLength, minBytes));
    const bytes = this.bytes(at, rounded(Math.max(table.byteLength, minBytes)));
    bytes.fill(0, table.byteLength);
    bytes.set(new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
    return at;
  }

  struct<Name extends string>(type: StructType<Name>): KernelStruct<Name> {
    return type.at(this.take(type.bytes), this.memory);
  }

  mark(): number {
    return this.#next;
  }

  release(mark: number): void {
    this.#next = mark;
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  words(at: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, at, length);
  }

  floats(at: number, length: number): Float32Array {
    return new Float32Array(this.memory.buffer, at, length);
  }

  doubles(at: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, length);
  }
}

/** The structs of `ScratchSize` are written here. */
const UNREAD = { buffer: new ArrayBuffer(1024) };

/** Computes the bytes that the same calls would take. */
export class ScratchSize implements ScratchAllocator {
  bytes = 0;

  take(bytes: number): number {
    const at = this.bytes;
    this.bytes += rounded(bytes);
    return at;
  }

  put(table: { readonly byteLength: number }, minBytes = 0): number {
    return this.take(Math.max(table.byteLength, minBytes));
  }

  struct<Name extends string>(type: StructType<Name>): KernelStruct<Name> {
    this.take(type.bytes);
    return type.at(0, UNREAD);
  }
}

function rounded(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
