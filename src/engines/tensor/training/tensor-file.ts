/**
 * Files in the safetensors format (github.com/huggingface/safetensors): a JSON header with names, shapes and
 * offsets, then the numbers. Checkpoints and models are such files.
 */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../../platform/artifacts/files/sync-folder.ts';

export interface NamedArray {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export interface TensorFile {
  readonly arrays: readonly NamedArray[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** Replaces the file atomically, when all bytes are on the disk. */
export async function writeTensorFile(path: string, { arrays, metadata }: TensorFile): Promise<void> {
  const temporary = `${path}.${process.pid}.partial`;
  try {
    await writeDurably(temporary, [
      headerOf(arrays, metadata),
      ...arrays.map(({ values }) => bytesOf(values)),
    ]);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** The bytes of such a file. */
export function tensorBytes({ arrays, metadata }: TensorFile): Uint8Array {
  return Buffer.concat([headerOf(arrays, metadata), ...arrays.map(({ values }) => bytesOf(values))]);
}

function headerOf(arrays: readonly NamedArray[], metadata: Readonly<Record<string, string>>): Uint8Array {
  const entries: Record<string, unknown> = { __metadata__: metadata };
  let offset = 0;
  for (const { name, shape, values } of arrays) {
    entries[name] = { dtype: 'F32', shape, data_offsets: [offset, offset + values.byteLength] };
    offset += values.byteLength;
  }
  const json = Buffer.from(JSON.stringify(entries));
  const padded = Math.ceil(json.length / 8) * 8;
  const header = Buffer.alloc(8 + padded, ' ');
  header.writeBigUInt64LE(BigInt(padded), 0);
  json.copy(header, 8);
  return header;
}

function bytesOf(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

async function writeDurably(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    // `writeFile` writes all bytes; `write` may write fewer.
    for (const part of parts) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws an Error if the file is no safetensors file of float32 arrays. */
export async function readTensorFile(path: string): Promise<TensorFile> {
  return tensorsOf(await readFile(path), path);
}

/** `name`: for error messages. Throws an Error if the bytes are no safetensors file of float32 arrays. */
export function tensorsOf(given: Uint8Array, name: string): TensorFile {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const headerEnd = bytes.length < 8 ? Number.NaN : 8 + Number(bytes.readBigUInt64LE(0));
  if (!(headerEnd <= bytes.length)) throw new Error(`${name} is cut off, or no safetensors file.`);
  const { __metadata__: metadata = {}, ...entries } = JSON.parse(
    bytes.toString('utf8', 8, headerEnd),
  ) as Record<string, never>;
  const arrays = Object.entries<Entry>(entries).map(
    ([
      array,
      {
        dtype,
        shape,
        data_offsets: [start, end],
      },
    ]) => {
      if (dtype !== 'F32' || headerEnd + end > bytes.length)
        throw new Error(`${name}: "${array}" is ${dtype} up to byte ${end}; expected F32 within the file.`);
      const own = Uint8Array.prototype.slice.call(bytes, headerEnd + start, headerEnd + end);
      return { name: array, shape, values: new Float32Array(own.buffer, own.byteOffset, own.byteLength / 4) };
    },
  );
  return { arrays, metadata };
}

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}
