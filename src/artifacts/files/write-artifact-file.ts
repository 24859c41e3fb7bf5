/** One artifact being written: beside its place, under a name that is no key's, until it is whole and on the disk. */
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArtifactWriter } from '../artifact-store.ts';

/** Names that no key's part has: those begin with a letter or digit. */
export const partialName = /^\.partial-/;

export async function writeArtifactFile(key: string, path: string): Promise<ArtifactWriter> {
  const partial = join(dirname(path), `.partial-${randomUUID()}`);
  const file = await openNew(partial);
  const hash = createHash('sha256');
  let bytes = 0;
  let isOpen = true;
  const close = async () => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  return {
    write: async (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = 0; at < chunk.length; )
        at += (await file.write(chunk, at, chunk.length - at)).bytesWritten;
    },
    commit: async () => {
      await file.sync();
      await close();
      // A link, unlike a rename, never replaces what another writer put there first.
      await link(partial, path);
      await rm(partial);
      await syncFolder(dirname(path));
      await syncFolder(dirname(dirname(path)));
      return { key, bytes, sha256: hash.digest('hex') };
    },
    abort: async () => {
      await close();
      await rm(partial, { force: true });
    },
  };
}

/** The folder may be removed, as empty, between making it and writing into it. */
async function openNew(partial: string) {
  for (let attempt = 0; ; attempt++) {
    await mkdir(dirname(partial), { recursive: true, mode: 0o700 });
    try {
      return await open(partial, 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 3) throw error;
    }
  }
}

/** Windows keeps no handle on folders; there the file's own sync has to do. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
