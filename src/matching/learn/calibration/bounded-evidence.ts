/**
 * The weight of each outcome by which a trained model is corrected. The model was calibrated by its training,
 * so the prior, which says that it still is, counts as `PRIOR` outcomes. Later outcomes of few senders must not
 * bend the probabilities of all people. Outcomes of one person depend on each other, and a key may send outcomes
 * that did not happen.
 *
 * The outcomes of one key, one seeker or one candidate weigh together at most
 *
 *   max(1, share · (prior + weight of all others))
 *
 * A key that sent everything the workspace has is not bounded, as in training (`bound-weights.ts`): there is
 * no other to compare it with.
 */
const SHARES = { key: 0.1, person: 0.01 } as const;
const MAX_ROUNDS = 30;
/** A bound holds when it is exceeded by no more than this share. */
const TOLERANCE = 1e-6;

/** Outcomes that the model's own probabilities count as. */
export const PRIOR = 200;

export interface Evidence {
  /** Numbers from 0 [N]. */
  readonly seekers: Uint32Array;
  readonly candidates: Uint32Array;
  readonly keys: Uint32Array;
  /** Whether another key of the workspace has sent outcomes, also such as the model has learned. */
  readonly hasOtherKeys: boolean;
}

/** `weights`: above 0, at most 1 [N]. Returns the weights that count [N]. */
export function boundedEvidence(weights: Float64Array, evidence: Evidence): Float64Array {
  const bounded = weights.slice();
  const sorts = [
    { of: evidence.seekers, share: SHARES.person },
    { of: evidence.candidates, share: SHARES.person },
    ...(evidence.hasOtherKeys ? [{ of: evidence.keys, share: SHARES.key }] : []),
  ];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const isBound = sorts.map(({ of, share }) => boundGroups(bounded, of, share));
    if (!isBound.includes(true)) break;
  }
  return bounded;
}

/** Whether a group exceeded its bound. */
function boundGroups(weights: Float64Array, groups: Uint32Array, share: number): boolean {
  const totals = new Map<number, number>();
  let total = 0;
  for (const [n, group] of groups.entries()) {
    totals.set(group, (totals.get(group) ?? 0) + weights[n]!);
    total += weights[n]!;
  }
  let exceeded = false;
  for (const [n, group] of groups.entries()) {
    const own = totals.get(group)!;
    const most = Math.max(1, share * (PRIOR + total - own));
    if (own <= most * (1 + TOLERANCE)) continue;
    weights[n]! *= most / own;
    exceeded = true;
  }
  return exceeded;
}
