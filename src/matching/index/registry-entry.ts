/** One index of the registry: its follower, and when it was last used and saved. */
import type { Follower } from './follower.ts';

export interface RegistryEntry {
  follower: Follower;
  /** A copy without holes is being made. */
  compacting: Promise<void> | null;
  lastUsedAtMs: number;
  /** When a match last asked it; null: it was opened in advance. */
  askedAtMs: number | null;
  savedAtMs: number;
}
