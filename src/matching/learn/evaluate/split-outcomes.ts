/**
 * The two sides of outcomes. Models that runs compare are fitted on one side and validated on the other.
 *
 * A pair's side is a keyed hash of its tenant, its domain and its two people, in no order. It depends on
 * nothing else: not on the run, on other outcomes, on labels, weights or times. So a pair keeps its side for
 * ever, also when a label is superseded, given again, or erased and given anew. Both directions of a pair are
 * on one side. A shared tier puts a pair where its tenant's own runs put it. The key is a secret of the
 * installation, so that a caller cannot choose pairs by their side.
 */
import { createHmac } from 'node:crypto';
import type { TrainingSet } from '../training-set.ts';

/**
 * Part of the pairs that is held out. A model that is better by 0.05 AUC is to be recognised from 1,000
 * outcomes. That takes about 350 held-out ones (docs/design/deployment-gate.md). The served model is fitted
 * on all of them again.
 */
export const HELD_OUT_SHARE = 0.35;

/** Name of the secret in the store. */
export const SPLIT_SECRET = 'training-split';

/** Whether the pair of people of one tenant is held out. `a` and `b` are user ids, in any order. */
export type IsHeldOut = (tenant: string, domain: string, a: string, b: string) => boolean;

export interface OutcomeSplit {
  /** Row numbers, ascending; disjoint, together all rows. */
  readonly fit: Uint32Array;
  readonly heldOut: Uint32Array;
}

const HASH_RANGE = 2 ** 48;

export function createPairSides(secret: Uint8Array): IsHeldOut {
  return (tenant, domain, a, b) => {
    const pair = a < b ? [a, b] : [b, a];
    const hash = createHmac('sha256', secret)
      .update(JSON.stringify([tenant, domain, ...pair]))
      .digest();
    return hash.readUIntBE(0, 6) < HELD_OUT_SHARE * HASH_RANGE;
  };
}

export function splitOutcomes(
  { outcomes, people, definition }: Pick<TrainingSet, 'outcomes' | 'people' | 'definition'>,
  isHeldOut: IsHeldOut,
): OutcomeSplit {
  const held = Uint8Array.from(outcomes.seekers, (seeker, row) => {
    const [one, other] = [people[seeker]!, people[outcomes.candidates[row]!]!];
    return Number(isHeldOut(one.tenantId, definition.domain, one.userId, other.userId));
  });
  const rows = Uint32Array.from(held.keys());
  return { fit: rows.filter((row) => held[row] === 0), heldOut: rows.filter((row) => held[row] === 1) };
}
