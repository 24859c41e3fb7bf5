/**
 * Files of a snapshot, written and read by a thread that may block on the disk. Bytes are copied unchanged
 * between a segment's memory and its file, and the checksum is computed on the way. A file is written under
 * another name, synced, and renamed.
 */
import { closeSync, fsyncSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { SegmentRows } from '../rows/segment-rows.ts';
import { BLOCK_BYTES, NO_ID, UserIdTable } from '../rows/user-id-table.ts';
import { countHolders } from './count-holders.ts';
import { DamagedSnapshot, stretchesOf } from './snapshot-format.ts';
import type { ReadSegment, SnapshotRequest, StoredCodes, WrittenFile } from './snapshot-protocol.ts';

type RequestOf<Kind extends SnapshotRequest['kind']> = Extract<SnapshotRequest, { readonly kind: Kind }>;

/** The checksum is computed in pieces of this size, while they are in the cache. */
const PIECE_BYTES = 1 << 20;

export function writeSegment({
  path,
  segment: { memory, base, layout },
  rows,
  group,
  ids,
}: RequestOf<'writeSegment'>): WrittenFile {
  const stretches = stretchesOf(layout, rows, group).map(
    ({ offset, bytes }) => new Uint8Array(memory.buffer, base + offset, bytes),
  );
  const starts = new Uint8Array(ids.starts.buffer, 0, 4 * rows);
  return writeFile(path, [...stretches, starts, ...ids.blocks]);
}

export function writeCodes({ path, codes }: RequestOf<'writeCodes'>): WrittenFile {
  return writeFile(path, [Buffer.from(JSON.stringify(codes))]);
}

function writeFile(path: string, parts: readonly Uint8Array[]): WrittenFile {
  const partial = `${path}.partial`;
  const file = openSync(partial, 'w', 0o600);
  let written: WrittenFile = { bytes: 0, crc32: 0 };
  try {
    for (const part of parts) {
      for (let at = 0; at < part.length; at += PIECE_BYTES) {
        // A copy, so that the checksum covers what is written even when a row changes meanwhile.
        const piece = part.slice(at, at + PIECE_BYTES);
        written = { bytes: written.bytes + piece.length, crc32: crc32(piece, written.crc32) };
        for (let sent = 0; sent < piece.length; ) sent += writeSync(file, piece, sent);
      }
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(partial, path);
  return written;
}

/** Throws `DamagedSnapshot` where the file does not match its manifest. */
export function readSegment({ path, segment, file, codeLimits }: RequestOf<'readSegment'>): ReadSegment {
  const { memory, base, layout } = segment;
  const group = file.shape.vectors.length - 1;
  const stretches = stretchesOf(layout, file.rows, group).map(
    ({ offset, bytes }) => new Uint8Array(memory.buffer, base + offset, bytes),
  );
  const starts = new Uint32Array(new SharedArrayBuffer(4 * Math.max(1, file.rows)));
  const blocks = Array.from(
    { length: file.idBlocks },
    () => new Uint8Array(new SharedArrayBuffer(BLOCK_BYTES)),
  );
  readFile(path, file, [...stretches, new Uint8Array(starts.buffer, 0, 4 * file.rows), ...blocks]);
  const rows = new SegmentRows(memory, base, layout);
  endHalfRows(rows, starts, file.rows);
  return {
    ids: UserIdTable.from({ blocks, starts }, file.rows, rows.ties).shared,
    holders: countHolders(rows, file.rows, codeLimits),
  };
}

export function readCodes({ path, file }: RequestOf<'readCodes'>): StoredCodes {
  const bytes = Buffer.alloc(file.bytes);
  readFile(path, file, [bytes]);
  return JSON.parse(bytes.toString('utf8')) as StoredCodes;
}

function readFile(
  path: string,
  expected: { readonly file: string; readonly bytes: number; readonly crc32: number },
  parts: readonly Uint8Array[],
): void {
  const file = openFile(path, expected.file);
  let [checksum, bytes] = [0, 0];
  try {
    for (const part of parts) {
      for (let at = 0; at < part.length; ) {
        const read = readSync(file, part, at, Math.min(PIECE_BYTES, part.length - at), null);
        if (read === 0) throw new DamagedSnapshot(`${expected.file} is cut off after ${bytes} bytes`);
        checksum = crc32(part.subarray(at, at + read), checksum);
        at += read;
        bytes += read;
      }
    }
    if (readSync(file, new Uint8Array(1)) > 0 || bytes !== expected.bytes) {
      throw new DamagedSnapshot(`${expected.file} is not ${expected.bytes} bytes long`);
    }
  } finally {
    closeSync(file);
  }
  if (checksum !== expected.crc32)
    throw new DamagedSnapshot(`${expected.file} was changed: its checksum differs`);
}

function openFile(path: string, name: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new DamagedSnapshot(`${name} is missing`);
    throw error;
  }
}

/**
 * Rows that were being added or ended while the snapshot was written are marked dead; the change feed has
 * their state.
 */
function endHalfRows(rows: SegmentRows, starts: Uint32Array, count: number): void {
  for (let row = 0; row < count; row++) {
    const isLive = rows.isLive(row);
    if (isLive && starts[row] !== NO_ID) continue;
    starts[row] = NO_ID;
    if (isLive) rows.clearRow(row);
  }
}
