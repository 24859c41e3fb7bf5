/** The seed of everything that a run does by chance: the run can be done again, and its split told later. */
import { createHash } from 'node:crypto';

export function seedOfRun(runId: string): number {
  return createHash('sha256').update(runId).digest().readUInt32LE(0);
}
