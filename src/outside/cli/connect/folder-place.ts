/** A folder as a place of files. A file that was changed just now may not be complete, and is left for later. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePlace, ListedFile } from './files-source.ts';

const SETTLED_MS = 2000;
/** How programs name files that they still write. */
const unfinished = /^\.|\.(tmp|part|crdownload|filepart)$/i;

export function folderPlace(folder: string, now: () => number = Date.now): FilePlace {
  return {
    kind: 'folder',
    async list() {
      const files: ListedFile[] = [];
      for (const name of (await readdir(folder)).sort()) {
        if (unfinished.test(name)) continue;
        const found = await stat(join(folder, name)).catch(() => null);
        if (found?.isFile() && now() - found.mtimeMs >= SETTLED_MS)
          files.push({ name, version: `${found.size} ${found.mtimeMs}` });
      }
      return files;
    },
    withPath: ({ name }, use) => use(join(folder, name)),
    close: async () => undefined,
  };
}
