/**
 * One segment: its memory, its rows' user ids, and the versions of its blocks. Rows are numbered from 0 and never given
 * to another person. A segment that has to be larger or wider is copied into a new one, which takes its place; queries
 * that are under way end on the old one, to which nothing is written any more.
 */

import { blocksOf } from './block-layout.ts';
import { type BlockVersions, beginWrite, endWrite, newVersions } from './block-versions.ts';
import type { AttachedSegment } from './query-protocol.ts';
import { layoutOf, type SegmentLayout, type SegmentShape } from './segment-layout.ts';
import { SEGMENT_BASE, SegmentMemory } from './segment-memory.ts';
import { SegmentRows } from './segment-rows.ts';
import { bytesPerRow } from './segment-shape.ts';
import type { UserIdTable } from './user-id-table.ts';

let keys = 0;

export class Segment {
  readonly key = keys++;
  readonly memory: SegmentMemory;
  readonly layout: SegmentLayout;
  readonly rows: SegmentRows;
  /** Taken over by every copy. */
  ids: UserIdTable;
  readonly versions: BlockVersions;
  /** Rows written so far: whether what was kept of the segment is still all there is. */
  writes: number;

  constructor(shape: SegmentShape, ids: UserIdTable, writes = 0) {
    this.writes = writes;
    this.layout = layoutOf(shape);
    this.memory = new SegmentMemory(this.layout.bytes);
    this.rows = new SegmentRows(this.memory.memory, SEGMENT_BASE, this.layout);
    this.ids = ids;
    this.versions = newVersions(blocksOf(shape.capacity));
  }

  get shape(): SegmentShape {
    return this.layout.shape;
  }

  get isFull(): boolean {
    return this.ids.rows >= this.layout.capacity;
  }

  /** Pages that rows have touched, roughly: a segment is as large as its rows, whatever its capacity. */
  get bytes(): number {
    return Math.ceil(bytesPerRow(this.layout) * this.ids.rows);
  }

  get vectorBytes(): number {
    const perRow = this.layout.vectors.reduce(
      (sum, { dimension, signWords }) => sum + dimension + 8 + 4 * signWords,
      0,
    );
    return perRow * this.ids.rows;
  }

  get attached(): AttachedSegment {
    const { key, layout, versions } = this;
    return { key, memory: this.memory.memory, base: SEGMENT_BASE, layout, versions };
  }

  /** No reader takes what `write` leaves half done for a row. */
  write(row: number, write: (rows: SegmentRows) => void): void {
    this.writes += 1;
    beginWrite(this.versions, row);
    try {
      write(this.rows);
    } finally {
      endWrite(this.versions, row);
    }
  }

  /** The ids of rows that were read into this segment's memory. */
  withIds(ids: UserIdTable): this {
    this.ids = ids;
    return this;
  }

  /** Rows written so far have no vectors in these groups: memory that was never written says otherwise. */
  clearVectorsFrom(group: number): void {
    for (const { scales } of this.rows.vectors.slice(group)) scales.fill(Number.NaN, 0, this.ids.rows);
  }

  /** The same rows in another shape; `groups` are the positions of the vector groups that come along, in their new order. */
  copied(shape: SegmentShape, groups: readonly number[]): Segment {
    const copy = new Segment(shape, this.ids, this.writes);
    const used = Math.min(this.layout.capacity, Math.ceil(this.ids.rows / 64) * 64);
    const vectors = groups.map((group) => this.layout.vectors[group]!);
    // Only rows that were ever written: what lies behind them has no pages yet, and gets none by being copied.
    const from = { ...this.layout, capacity: used, vectors };
    if (used > 0) copy.rows.copyFrom(new SegmentRows(this.memory.memory, SEGMENT_BASE, from));
    return copy;
  }
}
