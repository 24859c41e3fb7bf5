/**
 * The files of the console that may be served: a list, read from its folder. A request names a file of the
 * list or gets none, so no spelling of a path leads out of the folder. Links are not followed, and dotfiles
 * are left out.
 */
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const INDEX = 'index.html';
/** Siblings that are sent in place of a file, where the client takes them. */
const COMPRESSED = ['.br', '.gz', '.deflate'];

export interface BuiltFiles {
  /** Paths below the folder, with slashes; null where the console is not built. */
  list(): Promise<ReadonlySet<string> | null>;
}

/** The list is read again after a new build, which writes another `index.html`. */
export function openBuiltFiles(folder: string): BuiltFiles {
  let known: { readonly build: string; readonly files: Promise<ReadonlySet<string>> } | undefined;
  return {
    list: async () => {
      const index = await stat(join(folder, INDEX)).catch(() => null);
      if (index === null) return null;
      const build = `${index.ino} ${index.mtimeMs} ${index.size}`;
      if (known?.build !== build) known = { build, files: readList(folder) };
      const files = await known.files;
      return files.has(INDEX) ? files : null;
    },
  };
}

async function readList(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => ({
    name: relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
    isFile: entry.isFile(),
  }));
  const files = named.filter(({ name, isFile }) => isFile && !/(^|\/)\./.test(name)).map(({ name }) => name);
  const others = new Set(named.filter(({ isFile }) => !isFile).map(({ name }) => name));
  return new Set(files.filter((name) => !COMPRESSED.some((ending) => others.has(name + ending))));
}
