/**
 * The WebAssembly memory of one segment: one a segment, so that a segment that goes gives all of its memory back, and
 * a new one needs no filling. Pages are taken from the system when they are first written: a segment of 2^20 rows
 * costs what its rows cost.
 *
 *   0 … 64 KiB     the kernels' own constants
 *   base           the segment (`segment-layout.ts`)
 *   behind it      scratch areas, one a thread, made when a query first needs them
 *
 * A shared memory reserves addresses for 4 GiB and a guard; 3,000 of them were opened side by side without a fault
 * (Node 24, Linux x64). The registry keeps far fewer, and what cannot be opened is told as a full index.
 */
const PAGE_BYTES = 65_536;
const MOST_PAGES = 65_536;
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

  /** Throws a `RangeError` where the system has no room. */
  constructor(segmentBytes: number) {
    this.#end = SEGMENT_BASE + segmentBytes;
    const initial = Math.ceil(this.#end / PAGE_BYTES);
    this.memory = new WebAssembly.Memory({ initial, maximum: MOST_PAGES, shared: true });
  }

  /** Where a worker, or the thread that answers, may write while it reads this segment: at least `bytes`, aligned to 64. */
  scratchFor(worker: number | 'main', bytes: number): { readonly from: number; readonly to: number } {
    const known = this.#scratch.get(worker);
    // Twice what it was: all areas that were too small together are no larger than the one in use.
    const isEnough = known !== undefined && known.bytes >= bytes;
    const area = isEnough ? known : this.#reserve(Math.max(bytes, 2 * (known?.bytes ?? 0)));
    this.#scratch.set(worker, area);
    return { from: area.offset, to: area.offset + area.bytes };
  }

  /** Bytes behind this are nobody's yet, and zero. */
  get end(): number {
    return this.#end;
  }

  /**
   * What `place` makes of bytes behind all others, which it takes by offsets from the segment's base; null where there is
   * no room for them.
   */
  tryToExtend<T>(place: (take: (bytes: number) => number) => T): T | null {
    try {
      return place((bytes) => this.#reserve(bytes).offset - SEGMENT_BASE);
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
