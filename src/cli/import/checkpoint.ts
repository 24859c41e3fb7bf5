/**
 * How far an import has come, stored in the data folder. It is written after a batch is durable, so it is
 * never ahead of the store. After a crash some rows are written again, which changes nothing.
 *
 * It belongs to one source file (size, modification time, first bytes), one mapping, one tenant and one
 * domain. When any of them changes, the import starts over.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FIRST_BYTES = 64 * 1024;

const Checkpoint = z.object({
  file: z.string(),
  /** Rows up to this number are done. */
  row: z.number().int().min(0),
  imported: z.number().int().min(0),
  rejected: z.number().int().min(0),
  /** Length of the rejects file at this point. */
  rejects_bytes: z.number().int().min(0),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

export class CheckpointFile {
  readonly #path: string;

  /** `identity`: see `importIdentity`. */
  constructor(folder: string, identity: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, `${identity}.json`);
  }

  /** null when there is none or it is unreadable; the import then starts over. */
  read(): Checkpoint | null {
    try {
      return Checkpoint.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return null;
    }
  }

  write(checkpoint: Checkpoint): void {
    const next = `${this.#path}.next`;
    writeFileSync(next, JSON.stringify(checkpoint), { mode: 0o600 });
    renameSync(next, this.#path);
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}

/** 16 hex digits that identify this state of the source, its mapping, and the tenant and domain. */
export function importIdentity(file: string, ...meaning: readonly string[]): string {
  const { size, mtimeMs } = statSync(file);
  return createHash('sha256')
    .update(JSON.stringify([size, mtimeMs, ...meaning]))
    .update(firstBytes(file))
    .digest('hex')
    .slice(0, 16);
}

function firstBytes(file: string): Buffer {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(FIRST_BYTES);
    return buffer.subarray(0, readSync(handle, buffer, 0, FIRST_BYTES, 0));
  } finally {
    closeSync(handle);
  }
}
