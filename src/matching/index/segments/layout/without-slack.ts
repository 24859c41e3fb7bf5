/**
 * Copies a segment into memory of its exact size when widening has left much of it unused
 * (`widened-layout.ts`). A replaced encoder leaves the most: about 300 bytes a row. The segment is copied
 * block by block in a few milliseconds each, while writes continue. Each write goes to both, so the copy is
 * complete once its last block is.
 */
import { setImmediate } from 'node:timers/promises';
import { Segment } from '../segment.ts';
import { type Stretch, stretchesOf } from '../snapshots/snapshot-format.ts';
import { BLOCK_ROWS, blockLayout, blocksOf } from './block-layout.ts';
import type { SegmentLayout } from './segment-layout.ts';
import { SEGMENT_BASE } from './segment-memory.ts';

/** The copy receives all writes of `from` until `echoTo` of `from` is called again. */
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

/** Including the vectors of all groups. */
function allStretches(layout: SegmentLayout, rows: number): readonly Stretch[] {
  const columns = stretchesOf(layout, rows, -1);
  const groups = [...layout.vectors.keys()];
  return [...columns, ...groups.flatMap((group) => stretchesOf(layout, rows, group).slice(columns.length))];
}
