/**
 * Compaction: copies every segment with holes row by row, its live rows closed up. It runs in steps of a few
 * milliseconds, between which the index keeps changing. So the result is like a snapshot read back. It has
 * the sequence at which it began, and is complete once it has caught up (`snapshots/snapshot-format.ts`).
 *
 * Segments are not merged: a segment takes the memory of its rows, whatever its capacity, and only the last
 * one grows.
 */
import { setImmediate } from 'node:timers/promises';
import { rowNumber } from '../../../../contract/brands.ts';
import { BlockLists } from '../../block-lists.ts';
import { IndexDictionaries } from '../../codes/index-dictionaries.ts';
import { UserIdTable } from '../rows/user-id-table.ts';
import { Segment } from '../segment.ts';
import { SegmentedIndex } from '../segmented-index.ts';
import { countHolders } from '../snapshots/count-holders.ts';
import { stretchesOf } from '../snapshots/snapshot-format.ts';
import type { QueryWorkers } from '../workers/query-workers.ts';
import { SEGMENT_BASE } from './segment-memory.ts';

const STEP_ROWS = 2000;
/** The first two stretches of a segment have a bit a row, not bytes. */
const BITMAPS = 2;

export async function compactIndex(index: SegmentedIndex, workers: QueryWorkers): Promise<SegmentedIndex> {
  const { sequence, encoderId, groups, segments, blocks } = index.parts;
  const { definition } = index;
  const dictionaries = IndexDictionaries.from(definition, index.parts.dictionaries.content());
  const blocked = blocks
    .entries()
    .map(([row, userIds]) => [index.userIdOf(rowNumber(row)), userIds] as const);
  const limits = dictionaries.codeLimits();
  const compacted: Segment[] = [];
  // The current segments: one that is replaced meanwhile gets no more writes, and the feed has the later
  // changes.
  for (const segment of [...segments]) compacted.push(await compactSegment(segment));
  const holders = compacted.map(({ rows, ids }) => countHolders(rows, ids.rows, limits));
  dictionaries.countAllHolders(holders);
  const parts = { sequence, encoderId, dictionaries, groups, segments: compacted, blocks: new BlockLists() };
  const made = new SegmentedIndex(definition, workers, parts);
  for (const [userId, userIds] of blocked) {
    const row = userId === null ? null : made.rowOf(userId);
    if (row !== null) made.restoreBlocks(row, userIds);
  }
  return made;
}

async function compactSegment(from: Segment): Promise<Segment> {
  const { rows: limit } = from.ids;
  const to = new Segment(from.shape, new UserIdTable());
  const copyRow = rowCopier(from, to);
  for (let row = 0; row < limit; row++) {
    if (row % STEP_ROWS === STEP_ROWS - 1) await setImmediate();
    const userId = from.ids.userIdOf(row);
    if (userId === null || !from.rows.isLive(row)) continue;
    copyRow(row, to.ids.add(userId));
  }
  return to;
}

/** Copies column by column, as bytes: both segments have the same shape. */
function rowCopier(from: Segment, to: Segment): (row: number, target: number) => void {
  const fields = stretchesOf(from.layout, 1, -1);
  const vectors = [...from.shape.vectors.keys()].flatMap((group) =>
    stretchesOf(from.layout, 1, group).slice(fields.length),
  );
  const columns = [...fields.slice(BITMAPS), ...vectors];
  const source = new Uint8Array(from.memory.memory.buffer, SEGMENT_BASE, from.layout.bytes);
  const sink = new Uint8Array(to.memory.memory.buffer, SEGMENT_BASE, to.layout.bytes);
  return (row, target) => {
    for (const { offset, bytes } of columns) {
      const at = offset + row * bytes;
      sink.set(source.subarray(at, at + bytes), offset + target * bytes);
    }
    to.rows.setComplete(target, ((from.rows.complete[row >>> 5]! >>> (row & 31)) & 1) === 1);
    to.rows.setLive(target, true);
  };
}
