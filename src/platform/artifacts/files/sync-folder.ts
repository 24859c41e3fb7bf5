import { open } from 'node:fs/promises';

/**
 * Syncs a folder, which makes the names in it durable: after a rename, a link or a removal. Windows has no
 * handles of folders, so there only the files are synced.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
