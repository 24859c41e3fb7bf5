/**
 * Artifacts as files below one folder, `<folder>/<room>/<tenant>/<resource>/<file>`. A file is written under
 * a temporary name, synced, and only then linked under its key. So an existing key is complete, also after a
 * crash or a power failure. Folders have mode 0700 and files 0600, because they hold personal data.
 */
import { createReadStream } from 'node:fs';
import { open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSafePart, parseArtifactKey } from '../artifact-key.ts';
import type { ArtifactRoom, ArtifactStore } from '../artifact-store.ts';
import { fileName, partOf } from '../file-name.ts';
import { partialName, writeArtifactFile } from './write-artifact-file.ts';

const READ_PIECE = 256 * 1024;

/** `folder` is created if it is missing. Several processes may share it. */
export function openFileArtifactStore(folder: string): ArtifactStore {
  const pathOf = (key: string) => {
    const { tenant, room, resourceId, file } = parseArtifactKey(key);
    return join(folder, room, tenant, fileName(resourceId), fileName(file));
  };
  return {
    create: async (key) => {
      const path = pathOf(key);
      if ((await statFile(path)) !== null) throw new Error(`artifact ${key} exists; a key is written once`);
      return writeArtifactFile(key, path);
    },
    stat: (key) => statFile(pathOf(key)),
    read: (key, range) => readFile(pathOf(key), range),
    open: (key) => openFile(pathOf(key)),
    addressOf: null,
    remove: async (key) => {
      const path = pathOf(key);
      await rm(path, { force: true });
      await removeEmpty(dirname(path));
    },
    removeAll: async (tenant, room, resourceId) => {
      const { file: _, ...parts } = parseArtifactKey(`${tenant}/${room}/${resourceId}/any`);
      await rm(join(folder, parts.room, parts.tenant, fileName(parts.resourceId)), {
        recursive: true,
        force: true,
      });
    },
    list: (room) => listRoom(folder, room),
    removePartials: (beforeMs) => removePartials(folder, beforeMs),
  };
}

async function statFile(path: string) {
  const found = await stat(path).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return found === null ? null : { bytes: found.size, modifiedMs: found.mtimeMs };
}

async function* readFile(
  path: string,
  range?: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  if (range !== undefined && range.start >= range.end) return;
  yield* createReadStream(path, {
    highWaterMark: READ_PIECE,
    ...(range !== undefined && { start: range.start, end: range.end - 1 }),
  });
}

async function openFile(path: string) {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  return {
    bytes: size,
    slice: async (start: number, end: number) => {
      const bytes = new ArrayBuffer(Math.max(0, Math.min(end, size) - start));
      let at = 0;
      while (at < bytes.byteLength) {
        const { bytesRead } = await handle.read(new Uint8Array(bytes), at, bytes.byteLength - at, start + at);
        if (bytesRead === 0) throw new Error(`${path} ended at ${start + at}, expected ${end} bytes`);
        at += bytesRead;
      }
      return bytes;
    },
    close: () => handle.close(),
  };
}

async function* listRoom(folder: string, room: ArtifactRoom) {
  for (const { path, parts } of await resourceFolders(folder, room)) {
    for (const name of await namesIn(path)) {
      if (!isSafePart(partOf(name))) continue;
      const found = await statFile(join(path, name));
      if (found !== null) yield { key: [...parts, partOf(name)].join('/'), ...found };
    }
  }
}

async function resourceFolders(folder: string, room: ArtifactRoom) {
  const found: { readonly path: string; readonly parts: readonly string[] }[] = [];
  for (const tenant of await namesIn(join(folder, room))) {
    for (const resource of await namesIn(join(folder, room, tenant))) {
      found.push({ path: join(folder, room, tenant, resource), parts: [tenant, room, partOf(resource)] });
    }
  }
  return found;
}

async function removePartials(folder: string, beforeMs: number): Promise<number> {
  let removed = 0;
  for (const room of await namesIn(folder)) {
    for (const { path } of await resourceFolders(folder, room as ArtifactRoom)) {
      for (const name of (await namesIn(path)).filter((name) => partialName.test(name))) {
        const found = await statFile(join(path, name));
        if (found === null || found.modifiedMs >= beforeMs) continue;
        await rm(join(path, name), { force: true });
        removed++;
      }
      await removeEmpty(path);
    }
  }
  return removed;
}

async function namesIn(path: string): Promise<readonly string[]> {
  return readdir(path).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** Keeps a folder that is not empty: another process may be writing into it. */
async function removeEmpty(path: string): Promise<void> {
  await rmdir(path).catch((error) => {
    if (!isMissing(error) && error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

/** True if the path of a file system error does not exist. */
function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
