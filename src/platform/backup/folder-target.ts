/** Backups in a folder of a file system: another disk, or one that is mounted from elsewhere. */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { syncFolder } from '../artifacts/files/sync-folder.ts';
import type { BackupTarget } from './backup-target.ts';

/** Created where it is missing, for its owner alone: backups hold personal data. */
export function openFolderTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => join(folder, ...name.split('/'));
  return {
    put: async (name, bytes) => {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const partial = `${path}.${process.pid}.partial`;
      const handle = await open(partial, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, path);
      await syncFolder(dirname(path));
    },
    get: (name) => readFile(pathOf(name)).catch(missing),
    has: async (name) => (await stat(pathOf(name)).catch(missing)) !== null,
    list: async (prefix) => {
      const within = dirname(pathOf(`${prefix}x`));
      const entries = (await readdir(within, { recursive: true, withFileTypes: true }).catch(missing)) ?? [];
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.partial'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((name) => name.startsWith(prefix))
        .sort();
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
