/** One index of the registry: who follows the store for it, and when it was last wanted and kept. */
import type { Follower } from './follower.ts';

export interface RegistryEntry {
  follower: Follower;
  /** One without holes is being made. */
  compacting: Promise<void> | null;
  lastAskedAtMs: number;
  keptAtMs: number;
}
