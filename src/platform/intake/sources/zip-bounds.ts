/** Bounds of files that are ZIP archives: their bytes, and what they say that they unpack to. */
import { MIB } from '../../../contract/common.ts';
import type { SourceFile } from './source-file.ts';

const MOST_BYTES = 128 * MIB;
/** For all parts together. The reader unpacks no part beyond the size that it declares. */
const MOST_UNPACKED = 768 * MIB;
const MOST_PARTS = 10_000;

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ZIP64 = 0xffffffff;

export async function wholeFile(file: SourceFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of file.open().stream) {
    pieces.push(piece);
    length += piece.length;
    if (length > MOST_BYTES)
      throw new Error(`${file.name} has more than ${MOST_BYTES / MIB} MiB; split it, or save it as CSV.`);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Throws an Error that names the file. */
export function refuseZipBomb(bytes: Uint8Array, name: string): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = endOf(view);
  if (end < 0) throw new Error(`${name} is no Excel workbook (.xlsx).`);
  const parts = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let unpacked = 0;
  for (let part = 0; part < parts; part++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL)
      throw new Error(`${name} is a broken archive.`);
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    unpacked += size;
    if (size === ZIP64 || (size === 0 && packed > 2) || unpacked > MOST_UNPACKED || parts > MOST_PARTS)
      throw new Error(`${name} unpacks to more than ${MOST_UNPACKED / MIB} MiB; save it as CSV.`);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Where the archive's directory ends; -1: it has none. */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at--)
    if (view.getUint32(at, true) === END) return at;
  return -1;
}
