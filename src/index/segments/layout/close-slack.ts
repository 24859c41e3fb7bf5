/**
 * A segment in memory of its own size, when widening has left much of it behind for nothing (`widen-layout.ts`; the most
 * is left by an encoder that another one has replaced: 300 bytes a person). It is copied block by block, a few
 * milliseconds each, while it goes on being written: what is written is written to both, so the copy is whole whenever its
 * last block is.
 */
import { setImmediate } from 'node:timers/promises';
import { Segment } from '../segment.ts';
import { type Stretch, stretchesOf } from '../snapshots/snapshot-format.ts';
import { BLOCK_ROWS, blockLayout, blocksOf } from './block-layout.ts';
import type { SegmentLayout } from './segment-layout.ts';
import { SEGMENT_BASE } from './segment-memory.ts';

/** The copy goes on being written with `from` until `from` is told otherwise (`echoTo`). */
export async function withoutSlack(from: Segment): Promise<Segment> {
  const to = new Segment(from.shape, from.ids, from.writes);
  from.echoTo(to);
  for (let block = 0; block < blocksOf(from.ids.rows); block++) {
    copyBlock(from, to, block);
    await setImmediate();
  }
  return to;
}

function copyBlock(from: Segment, to: Segment, block: number): void {
  const rows = Math.min(BLOCK_ROWS, from.ids.rows - block * BLOCK_ROWS);
  const source = bytesOf(from);
  const sink = bytesOf(to);
  const targets = allStretches(blockLayout(to.layout, block), rows);
  for (const [n, { offset, bytes }] of allStretches(blockLayout(from.layout, block), rows).entries()) {
    sink.set(source.subarray(offset, offset + bytes), targets[n]!.offset);
  }
}

function bytesOf({ memory, layout }: Segment): Uint8Array {
  return new Uint8Array(memory.memory.buffer, SEGMENT_BASE, layout.bytes);
}

/** With the vectors of all groups. */
function allStretches(layout: SegmentLayout, rows: number): readonly Stretch[] {
  const columns = stretchesOf(layout, rows, -1);
  const groups = [...layout.vectors.keys()];
  return [...columns, ...groups.flatMap((group) => stretchesOf(layout, rows, group).slice(columns.length))];
}
