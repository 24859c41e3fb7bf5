/** A kind of writing work, repeated by a client of its own until the server dies. */
import type { Client } from '../client.ts';
import type { Ledger } from '../ledger.ts';

export interface Work {
  readonly name: string;
  /** Pause between two steps, at most. */
  readonly everyMs: number;
  /** `n`: grows over all lives, so that ids are new. */
  step(client: Client, ledger: Ledger, n: number): Promise<void>;
}

/** The people that no work erases: seekers, candidates, and those whose outcomes are counted. */
export const BASE_PEOPLE = 60;
export const basePerson = (n: number) => `base-${n}`;
