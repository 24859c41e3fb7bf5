/**
 * A file system of a few MiB that a test may fill. Mounting it needs root on Linux; otherwise there is none.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** Takes all the room that is left, to the last byte. */
  fill(): void;
  /** Gives it back. */
  empty(): void;
  remove(): void;
}

const CHUNK = Buffer.alloc(64 * 1024);

/** Null where none may be mounted. `path`: a folder; default: a new one. */
export function mountSmallDisk(
  mebibytes: number,
  path = mkdtempSync(join(tmpdir(), 'counterpart-disk-')),
): SmallDisk | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      const file = openSync(filler, 'a');
      for (let size = CHUNK.length; size >= 1; ) {
        try {
          writeSync(file, CHUNK, 0, size);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          size = Math.floor(size / 2);
        }
      }
      closeSync(file);
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', [path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
