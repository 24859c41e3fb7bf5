/**
 * How far an import has come, stored in the data folder. It is written after a batch is durable, so it is
 * never ahead of the store. It is not written after every batch: changing a file and its name takes a few
 * milliseconds. After a crash some rows are written again, which changes nothing.
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
/** The least time between two checkpoints. */
const APART_MS = 200;

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
  readonly #now: () => number;
  #writtenMs = Number.NEGATIVE_INFINITY;
  #unwritten: Checkpoint | null = null;

  /** `identity`: see `importIdentity`. `now`: milliseconds of a clock. */
  constructor(folder: string, identity: string, now = () => performance.now()) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, `${identity}.json`);
    this.#now = now;
  }

  /** null when there is none or it is unreadable; the import then starts over. */
  read(): Checkpoint | null {
    try {
      return Checkpoint.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return null;
    }
  }

  /** Writes the checkpoint, or keeps it for `flush` where one was written just before. */
  write(checkpoint: Checkpoint): void {
    this.#unwritten = checkpoint;
    if (this.#now() - this.#writtenMs >= APART_MS) this.flush();
  }

  /** Writes the last checkpoint: the import ends unfinished. */
  flush(): void {
    if (this.#unwritten === null) return;
    const next = `${this.#path}.next`;
    writeFileSync(next, JSON.stringify(this.#unwritten), { mode: 0o600 });
    renameSync(next, this.#path);
    this.#unwritten = null;
    this.#writtenMs = this.#now();
  }

  remove(): void {
    this.#unwritten = null;
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
