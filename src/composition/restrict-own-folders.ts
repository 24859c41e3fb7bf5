/**
 * Folders that the service creates below its data folder are readable by their owner only. Earlier versions
 * left `scratch` open to others, so its mode is set at every start. The operator controls the modes of the
 * data folder itself and of `imports`.
 */
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ownFolders = ['artifacts', 'indexes', 'scratch'] as const;
const FOR_OTHERS = 0o077;

export function restrictOwnFolders(data: string): void {
  if (process.platform === 'win32') return;
  for (const name of ownFolders) {
    const path = join(data, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & FOR_OTHERS) === 0) continue;
    // A folder of another owner was set up by the operator and stays unchanged.
    if (found.uid === process.getuid?.()) chmodSync(path, 0o700);
  }
}
