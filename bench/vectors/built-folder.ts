/** Where contenders keep what they built: minutes of work for a million points, which another run need not do again. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BuiltFolder {
  readonly path: string;
  /** Whether an earlier build came to its end. */
  has(name: string): boolean;
  isThere(name: string): void;
  close(): void;
}

/** `kept`: a folder that outlasts the run, one for each number of points and dimensions; none: gone with it. */
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
