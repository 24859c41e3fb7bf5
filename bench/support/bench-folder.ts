/** The folder of a benchmark: temporary, or one that the caller names and that is used again. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BenchFolder extends Disposable {
  readonly path: string;
}

/** `kept`: a folder that is not deleted. `parent`: where a temporary folder is made. */
export function openBenchFolder(
  kept?: string,
  { parent = tmpdir() }: { readonly parent?: string } = {},
): BenchFolder {
  const path = kept ?? mkdtempSync(join(parent, 'counterpart-bench-'));
  mkdirSync(path, { recursive: true });
  return {
    path,
    [Symbol.dispose]: () => {
      if (kept === undefined) rmSync(path, { recursive: true, force: true });
    },
  };
}
