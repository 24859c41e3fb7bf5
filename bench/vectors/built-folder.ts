/** The folder of the contenders' built indexes; building takes minutes for a million points. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BuiltFolder {
  readonly path: string;
  /** Whether an earlier build completed. */
  has(name: string): boolean;
  isThere(name: string): void;
  close(): void;
}

/**
 * `kept`: a folder that is not deleted, with one subfolder for each number of points and dimensions; none:
 * temporary.
 */
export function openBuiltFolder(kept?: string): BuiltFolder {
  const path = kept ?? mkdtempSync(join(tmpdir(), 'counterpart-vectors-'));
  mkdirSync(path, { recursive: true });
  const mark = (name: string) => join(path, `${name}.built`);
  return {
    path,
    has: (name) => existsSync(mark(name)),
    isThere: (name) => writeFileSync(mark(name), ''),
    close: () => {
      if (kept === undefined) rmSync(path, { recursive: true, force: true });
    },
  };
}
