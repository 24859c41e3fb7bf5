/**
 * What the service makes below its data folder is its owner's alone. Earlier versions left `scratch` open to others: its
 * door is shut at every start, which shuts off all that lies in it. The data folder itself, and `imports` in it, are the
 * operator's to open.
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
    // A folder of another owner was set up by the operator, and stays as it is.
    if (found.uid === process.getuid?.()) chmodSync(path, 0o700);
  }
}
