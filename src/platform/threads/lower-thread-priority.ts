import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lowers the priority of the calling thread alone to a niceness of 1 to 19. On Linux niceness belongs to a
 * thread, and the system tells a thread its number by this link. Does nothing on other systems, or where it
 * is not allowed.
 */
export function lowerThreadPriority(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // A thread works at any priority.
  }
}
