/**
 * The WebAssembly memory of one segment. Each segment has its own. So a released segment frees all of its
 * memory, and a new one needs no clearing. The system commits pages when they are first written: a segment
 * with a capacity of 2^20 rows takes only the memory of its rows.
 *
 *   0 … 64 KiB     the kernels' own constants
 *   base           the segment (`segment-layout.ts`)
 *   after it       scratch areas, one a thread, made when a query first needs them
 *
 * A shared memory reserves addresses for 4 GiB and a guard. The registry bounds the number of indexes; a
 * memory that cannot be opened is reported as a full index.
 */
const PAGE_BYTES = 65_536;
const MAX_PAGES = 65_536;
const ALIGNMENT = 64;

export const SEGMENT_BASE = PAGE_BYTES;

interface Area {
  readonly offset: number;
  readonly bytes: number;
}

export class SegmentMemory {
  readonly memory: WebAssembly.Memory;
  #end: number;
  readonly #scratch = new Map<number | 'main', Area>();

  /** Throws a `RangeError` where the system has no memory. */
  constructor(segmentBytes: number) {
    this.#end = SEGMENT_BASE + segmentBytes;
    const initial = Math.ceil(this.#end / PAGE_BYTES);
    this.memory = new WebAssembly.Memory({ initial, maximum: MAX_PAGES, shared: true });
  }

  /**
   * The scratch area of a worker, or of the main thread, for reading this segment: at least `bytes`, aligned
   * to 64.
   */
  scratchFor(worker: number | 'main', bytes: number): { readonly from: number; readonly to: number } {
    const known = this.#scratch.get(worker);
    // Doubled: all outgrown areas together are then no larger than the current one.
    const isEnough = known !== undefined && known.bytes >= bytes;
    const area = isEnough ? known : this.#reserve(Math.max(bytes, 2 * (known?.bytes ?? 0)));
    this.#scratch.set(worker, area);
    return { from: area.offset, to: area.offset + area.bytes };
  }

  /** Bytes from here on are unassigned and zero. */
  get end(): number {
    return this.#end;
  }

  /**
   * The result of `allocate` over unassigned bytes, which `take` returns as offsets from the segment's base;
   * null where there is no memory for them.
   */
  tryToExtend<T>(allocate: (take: (bytes: number) => number) => T): T | null {
    try {
      return allocate((bytes) => this.#reserve(bytes).offset - SEGMENT_BASE);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  get scratchBytes(): number {
    return this.#scratch.values().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #reserve(bytes: number): Area {
    const offset = Math.ceil(this.#end / ALIGNMENT) * ALIGNMENT;
    const missing = Math.ceil((offset + bytes - this.memory.buffer.byteLength) / PAGE_BYTES);
    if (missing > 0) this.memory.grow(missing);
    this.#end = offset + bytes;
    return { offset, bytes };
  }
}
