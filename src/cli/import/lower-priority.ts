import { constants, setPriority } from 'node:os';

/**
 * Gives a server on the same machine priority over an import, which would otherwise use every core. An import
 * that runs alone is not slower. Threads that start later inherit the priority. Does nothing where the system
 * does not allow it.
 */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The import works at any priority.
  }
}
