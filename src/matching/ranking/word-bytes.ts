/** Numbers of 32 bits as the files of a model hold them: little-endian. */
import { endianness } from 'node:os';

export function littleEndianBytes(arrays: readonly (Float32Array | Uint32Array)[]): Uint8Array {
  const bytes = Buffer.concat(
    arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  return endianness() === 'LE' ? bytes : bytes.swap32();
}

/** The words of a file in the byte order of this machine, in memory of their own. */
export function wordsOf(bytes: Uint8Array): Uint32Array<ArrayBuffer> {
  const own = Uint8Array.from(bytes);
  if (endianness() !== 'LE') Buffer.from(own.buffer).swap32();
  return new Uint32Array(own.buffer);
}
