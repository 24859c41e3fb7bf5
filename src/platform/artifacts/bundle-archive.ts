/**
 * A bundle as a stream: a tar.gz of files in a fixed order, the last one `SHA256SUMS`. It has no dates or
 * owners, so the same files give the same bytes. Only a chunk of each file is in memory.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';

export interface BundleFile {
  readonly name: string;
  readonly bytes: number;
  /** Hex. A file with other bytes ends the stream with an error. */
  readonly sha256: string;
  read(): AsyncIterable<Uint8Array>;
}

/** A file whose bytes are in memory. */
export function heldFile(name: string, body: Uint8Array): BundleFile {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return {
    name,
    bytes: body.length,
    sha256,
    read: async function* () {
      yield body;
    },
  };
}

export async function* bundleArchive(files: readonly BundleFile[]): AsyncGenerator<Uint8Array> {
  const sums = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
  const { readable, controller } = createTarPacker();
  const packing = pack([...files, heldFile('SHA256SUMS', Buffer.from(sums))], controller);
  packing.catch((error: unknown) => controller.error(error));
  const packed = Readable.from(readable).compose(createGzip({ level: constants.Z_BEST_SPEED }));
  let isFirst = true;
  for await (const chunk of packed as AsyncIterable<Buffer>) {
    if (isFirst) chunk[OPERATING_SYSTEM_AT] = UNKNOWN_SYSTEM;
    isFirst = false;
    yield chunk;
  }
  await packing;
}

/** The gzip header's byte of the operating system, which zlib fills in (RFC 1952). */
export const OPERATING_SYSTEM_AT = 9;
export const UNKNOWN_SYSTEM = 255;

type Controller = ReturnType<typeof createTarPacker>['controller'];

async function pack(files: readonly BundleFile[], controller: Controller): Promise<void> {
  for (const file of files) {
    const writer = controller.add(entryHeader(file.name, file.bytes)).getWriter();
    const hash = createHash('sha256');
    for await (const chunk of file.read()) {
      hash.update(chunk);
      await writer.write(chunk);
    }
    await writer.close();
    const found = hash.digest('hex');
    if (found !== file.sha256)
      throw new Error(`${file.name} is damaged: its SHA-256 is ${found}, expected ${file.sha256}`);
  }
  controller.finalize();
}

const EPOCH = new Date(0);

export function entryHeader(name: string, size: number) {
  const type = 'file' as const;
  return { name, size, mode: 0o644, mtime: EPOCH, uid: 0, gid: 0, uname: '', gname: '', type };
}
