/**
 * Erasures in a folder: a file for each month and machine, so that servers may have the folder in common.
 */
import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type ErasureLog, lineOf, monthOf } from './erasures.ts';

/** Created with the first erasure, for its owner alone. */
export function openFolderErasureLog(folder: string, machine = hostname()): ErasureLog {
  const suffix = machine.replace(/[^A-Za-z0-9-]/g, '_');
  return {
    note: async (erasure) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(join(folder, `${monthOf(erasure)}.${suffix}.jsonl`), 'a+', 0o600);
      try {
        const line = lineOf(erasure);
        await handle.write((await endsInALine(handle)) ? line : `\n${line}`);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    files: () => readFiles(folder),
  };
}

/** False after a crash in the middle of a line. */
async function endsInALine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return true;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() === '\n';
}

/** Files by name; empty where there is no folder. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => /^\d{4}-\d\d.*\.jsonl$/.test(name)).sort();
  return new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}
