import type { wire } from 'counterpart-client';
import { text } from '../../text/en.ts';

/** The items that a simulation offers, in words. */
export function policyOf({ policy }: Pick<wire.SimulationFields, 'policy'>): string {
  return typeof policy === 'string'
    ? (text.simulations.policies[policy] ?? policy)
    : text.simulations.candidates(policy.candidate_item_ids.length);
}
