/**
 * A temporary file that does not outlive its process: it is unlinked as soon as it is open. Windows cannot do
 * that; there files of killed processes are removed by age.
 */
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { newUlid } from '../../../contract/new-id.ts';

export class ScratchFile {
  readonly #path: string;
  readonly #file: number;
  #end = 0;
  #isOpen = true;

  constructor(folder: string) {
    makeFolder(folder);
    this.#path = join(folder, `${newUlid()}.scratch`);
    this.#file = openSync(this.#path, 'wx+', 0o600);
    if (process.platform !== 'win32') rmSync(this.#path);
  }

  /** Returns the offset of the bytes. */
  append(bytes: Uint8Array): number {
    const start = this.#end;
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#file, bytes, at, bytes.length - at, start + at);
    this.#end += bytes.length;
    return start;
  }

  /** Fills `into` with the bytes from `start` on. */
  read(start: number, into: Uint8Array): void {
    for (let at = 0; at < into.length; ) {
      const read = readSync(this.#file, into, at, into.length - at, start + at);
      if (read === 0) throw new Error('a scratch file is shorter than what was written to it');
      at += read;
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }
}

export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}
