/** Writes one artifact under a temporary name beside its path, until the file is complete and synced. */
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArtifactWriter } from '../artifact-store.ts';
import { syncFolder } from './sync-folder.ts';

/** The parts of a key begin with a letter or digit, so no key matches. */
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
      // A link, unlike a rename, never replaces the file of another writer.
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

/** Another process may remove the empty folder between `mkdir` and `open`, hence the retries. */
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
