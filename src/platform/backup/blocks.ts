/**
 * Files as blocks. Pages of a database keep their place, so a file of pages is cut at equal distances. In a
 * file of lines, rows move when others are inserted before them. So it is cut where the text of a line says
 * so: the blocks after an inserted row stay the same.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { BackupTarget } from './backup-target.ts';
import { blockName, type FileEntry } from './manifest.ts';

const BLOCK_BYTES = 4 * 2 ** 20;
const LEAST_BYTES = 256 * 1024;
/** One line in 1024 ends a block. */
const CUT_MASK = 1023;
const NEW_LINE = 10;

export type Form = 'pages' | 'lines';

export interface Stored extends Pick<FileEntry, 'bytes' | 'sha256' | 'blocks'> {
  /** Bytes of the blocks that the target did not have yet. */
  readonly newBytes: number;
}

export async function storeFile(
  target: BackupTarget,
  content: AsyncIterable<Uint8Array>,
  form: Form,
): Promise<Stored> {
  const whole = createHash('sha256');
  const blocks: string[] = [];
  let bytes = 0;
  let newBytes = 0;
  for await (const block of form === 'pages' ? equalBlocks(content) : blocksOfLines(content)) {
    whole.update(block);
    bytes += block.length;
    const sha256 = createHash('sha256').update(block).digest('hex');
    blocks.push(sha256);
    if (await target.has(blockName(sha256))) continue;
    await target.put(blockName(sha256), block);
    newBytes += block.length;
  }
  return { bytes, sha256: whole.digest('hex'), blocks, newBytes };
}

/** Throws where a block is missing or changed, and where the whole differs from the manifest. */
export async function* readStored(target: BackupTarget, file: FileEntry): AsyncGenerator<Uint8Array> {
  const whole = createHash('sha256');
  for (const sha256 of file.blocks) {
    const block = await target.get(blockName(sha256));
    if (block === null) throw new Error(`${file.name}: the block ${sha256} is missing`);
    if (createHash('sha256').update(block).digest('hex') !== sha256)
      throw new Error(`${file.name}: the block ${sha256} is damaged`);
    whole.update(block);
    yield block;
  }
  if (whole.digest('hex') !== file.sha256) throw new Error(`${file.name}: its blocks do not make the file`);
}

async function* equalBlocks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (let piece of content) {
    while (bytes + piece.length >= BLOCK_BYTES) {
      const end = BLOCK_BYTES - bytes;
      yield Buffer.concat([...parts, piece.subarray(0, end)]);
      [parts, bytes] = [[], 0];
      piece = piece.subarray(end);
    }
    // The reader may use its memory again.
    parts.push(Uint8Array.from(piece));
    bytes += piece.length;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

async function* blocksOfLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  // The checksum of the line so far, which may arrive in several pieces.
  let sum = 0;
  for await (const piece of content) {
    let from = 0;
    let line = 0;
    for (let end = piece.indexOf(NEW_LINE); end >= 0; end = piece.indexOf(NEW_LINE, end + 1)) {
      const ofLine = crc32(piece.subarray(line, end), sum);
      [line, sum] = [end + 1, 0];
      const size = bytes + end + 1 - from;
      if (size < LEAST_BYTES || (size < BLOCK_BYTES && (ofLine & CUT_MASK) !== 0)) continue;
      yield Buffer.concat([...parts, piece.subarray(from, end + 1)]);
      [parts, bytes, from] = [[], 0, end + 1];
    }
    sum = crc32(piece.subarray(line), sum);
    parts.push(Uint8Array.from(piece.subarray(from)));
    bytes += piece.length - from;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}
