/** Seed of all randomness in a run, so that the run and its split can be reproduced. */
import { createHash } from 'node:crypto';

export function seedOfRun(runId: string): number {
  return createHash('sha256').update(runId).digest().readUInt32LE(0);
}
