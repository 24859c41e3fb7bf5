/**
 * The loss of power: a killed server's folder becomes what a disk would have of it. A library that the server
 * loads first keeps a copy of each file as it was at its last sync.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('./synced-files.c', import.meta.url));
const OWN_NAME = /^\.kept-/;

export interface PowerLoss {
  /** Environment variables of the processes whose syncs count. */
  readonly environment: Readonly<Record<string, string>>;
  /** All processes have been killed: the folder loses what was not synced. */
  cut(): void;
  remove(): void;
}

/** null: not on this system, which is not Linux or has no C compiler. `folder`: that of all data. */
export function preparePowerLoss(folder: string): PowerLoss | null {
  const own = mkdtempSync(join(tmpdir(), 'counterpart-power-'));
  const library = join(own, 'synced-files.so');
  const kept = join(own, 'kept');
  const remove = () => rmSync(own, { recursive: true, force: true });
  if (!isBuilt(library)) {
    remove();
    return null;
  }
  mkdirSync(kept);
  return {
    environment: {
      LD_PRELOAD: library,
      SYNCED_FILES_ROOT: folder,
      SYNCED_FILES_KEPT: kept,
      UV_USE_IO_URING: '0',
    },
    cut: () => {
      for (const name of readdirSync(kept).filter((each) => OWN_NAME.test(each))) rmSync(join(kept, name));
      rmSync(folder, { recursive: true });
      renameSync(kept, folder);
      mkdirSync(kept);
    },
    remove,
  };
}

function isBuilt(library: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('cc', ['-std=gnu11', '-O2', '-shared', '-fPIC', '-o', library, source]);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
