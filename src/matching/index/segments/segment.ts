/**
 * One segment: its memory, its rows' user ids, and the versions of its blocks. Rows are numbered from 0 and
 * never reused for another person. To grow, a segment is replaced by a copy. To widen, it is replaced by a
 * segment in the same memory, in which only the columns of another form are new (`widened-layout.ts`).
 * Queries in progress finish on the old one, which gets no more writes; rows that change meanwhile are marked
 * dead in it.
 */

import { halfBytesOf } from '../../../platform/storage/quantized-vector.ts';
import { blocksOf } from './layout/block-layout.ts';
import { layoutOf, type SegmentLayout, type SegmentShape } from './layout/segment-layout.ts';
import { SEGMENT_BASE, SegmentMemory } from './layout/segment-memory.ts';
import { bytesPerRow } from './layout/segment-shape.ts';
import { widenedLayout } from './layout/widened-layout.ts';
import { SegmentRows } from './rows/segment-rows.ts';
import type { UserIdTable } from './rows/user-id-table.ts';
import { type BlockVersions, beginWrite, endWrite, newVersions } from './workers/block-versions.ts';
import type { AttachedSegment } from './workers/query-protocol.ts';

/** Repeatedly wider codes leave little slack; the vectors of a replaced encoder leave as much as all else. */
const SLACK_SHARE = 0.25;

let keys = 0;

/** The memory of a segment, and the remains of earlier layouts in it. */
interface SegmentParts {
  readonly layout: SegmentLayout;
  readonly memory: SegmentMemory;
  readonly versions: BlockVersions;
  /** Bitmaps `live` of the earlier layouts. */
  readonly livesBefore: readonly Uint32Array[];
  /** Bytes of columns that are no longer read, as far as rows touched them. */
  readonly slackBytes: number;
}

function newParts(shape: SegmentShape): SegmentParts {
  const layout = layoutOf(shape);
  return {
    layout,
    memory: new SegmentMemory(layout.bytes),
    versions: newVersions(blocksOf(shape.capacity)),
    livesBefore: [],
    slackBytes: 0,
  };
}

export class Segment {
  readonly key = keys++;
  readonly memory: SegmentMemory;
  readonly layout: SegmentLayout;
  readonly rows: SegmentRows;
  /** Shared by every copy. */
  ids: UserIdTable;
  readonly versions: BlockVersions;
  /** Unused bytes of columns in earlier forms. */
  readonly slackBytes: number;
  /** The number of writes so far; a snapshot that recorded the same number is up to date. */
  writes: number;
  readonly #livesBefore: readonly Uint32Array[];
  readonly #rowBytes: number;
  /** A copy in the making, which gets every write of this segment, too. */
  #echo: Segment | null = null;

  constructor(shape: SegmentShape, ids: UserIdTable, writes = 0, parts = newParts(shape)) {
    this.writes = writes;
    this.layout = parts.layout;
    this.memory = parts.memory;
    this.rows = new SegmentRows(this.memory.memory, SEGMENT_BASE, this.layout);
    this.ids = ids;
    this.versions = parts.versions;
    this.slackBytes = parts.slackBytes;
    this.#livesBefore = parts.livesBefore;
    this.#rowBytes = bytesPerRow(layoutOf(shape));
  }

  get shape(): SegmentShape {
    return this.layout.shape;
  }

  get isFull(): boolean {
    return this.ids.rows >= this.layout.capacity;
  }

  /** Approximate bytes of the committed pages: a segment is as large as its rows, whatever its capacity. */
  get bytes(): number {
    return Math.ceil(this.#rowBytes * this.ids.rows);
  }

  get vectorBytes(): number {
    const perRow = this.layout.vectors.reduce(
      (sum, { dimension, signWords }) => sum + dimension + halfBytesOf(dimension) + 8 + 4 * signWords,
      0,
    );
    return perRow * this.ids.rows;
  }

  /** Whether a copy into memory of its own would pay. */
  get isSlack(): boolean {
    return this.slackBytes > SLACK_SHARE * this.bytes;
  }

  get attached(): AttachedSegment {
    const { key, layout, versions } = this;
    return { key, memory: this.memory.memory, base: SEGMENT_BASE, layout, versions };
  }

  /** Runs `write` on a row under its block's version, so that readers discard half-written rows. */
  write(row: number, write: (rows: SegmentRows) => void): void {
    this.writes += 1;
    beginWrite(this.versions, row);
    try {
      for (const live of this.#livesBefore) live[row >>> 5]! &= ~(1 << (row & 31));
      write(this.rows);
    } finally {
      endWrite(this.versions, row);
    }
    this.#echo?.write(row, write);
  }

  /** Repeats every later write in that segment, which has the same shape; null: in none. */
  echoTo(segment: Segment | null): void {
    this.#echo = segment;
  }

  /** Attaches the ids of rows that were read into this segment's memory. */
  withIds(ids: UserIdTable): this {
    this.ids = ids;
    return this;
  }

  /**
   * The same rows in another shape of the same capacity. `groups`: positions of the vector groups that are
   * kept and come first; vectors of others are absent. Copies the segment where its memory has no room.
   */
  widened(shape: SegmentShape, groups: readonly number[]): Segment {
    const segment = this.#widenedInPlace(shape, groups) ?? this.copied(shape, groups);
    for (const { scales } of segment.rows.vectors.slice(groups.length))
      scales.fill(Number.NaN, 0, this.ids.rows);
    return segment;
  }

  /** The same rows in memory of their own, in another shape. `groups` as for `widened`. */
  copied(shape: SegmentShape, groups: readonly number[]): Segment {
    const copy = new Segment(shape, this.ids, this.writes);
    copy.rows.copyFrom(this.#written(groups));
    return copy;
  }

  /** null where the memory has no room. */
  #widenedInPlace(shape: SegmentShape, groups: readonly number[]): Segment | null {
    const { memory, versions, writes } = this;
    const end = memory.end;
    const layout = memory.tryToExtend((take) => widenedLayout(this.layout, shape, groups, take));
    if (layout === null) return null;
    const bytes = memory.end - SEGMENT_BASE;
    const added = bytesPerRow({ bytes: memory.end - end, capacity: shape.capacity });
    const left = this.#rowBytes + added - bytesPerRow(layoutOf(shape));
    const segment = new Segment(shape, this.ids, writes, {
      layout: { ...layout, bytes },
      memory,
      versions,
      livesBefore: [...this.#livesBefore, this.rows.live],
      slackBytes: this.slackBytes + Math.ceil(left * this.ids.rows),
    });
    segment.rows.copyFrom(this.#written(groups));
    return segment;
  }

  /**
   * Only rows that were ever written: the pages behind them are uncommitted and must not be touched by
   * copying.
   */
  #written(groups: readonly number[]): SegmentRows {
    const capacity = Math.min(this.layout.capacity, Math.ceil(this.ids.rows / 64) * 64);
    const vectors = groups.map((group) => this.layout.vectors[group]!);
    return new SegmentRows(this.memory.memory, SEGMENT_BASE, { ...this.layout, capacity, vectors });
  }
}
