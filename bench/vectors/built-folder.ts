/** The folder of the competitors' built indexes; building takes minutes for a million points. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBenchFolder } from '../support/bench-folder.ts';

export interface BuiltFolder {
  readonly path: string;
  /** Whether an earlier build completed. */
  has(name: string): boolean;
  isThere(name: string): void;
  close(): void;
}

/**
 * `kept`: a folder that is not deleted, with one subfolder for each number of points and dimensions. Without
 * it the folder is temporary.
 */
export function openBuiltFolder(kept?: string): BuiltFolder {
  const folder = openBenchFolder(kept);
  const { path } = folder;
  const mark = (name: string) => join(path, `${name}.built`);
  return {
    path,
    has: (name) => existsSync(mark(name)),
    isThere: (name) => writeFileSync(mark(name), ''),
    close: () => folder[Symbol.dispose](),
  };
}
