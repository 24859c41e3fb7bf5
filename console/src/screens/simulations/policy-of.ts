import type { wire } from 'counterpart-client';
import { text } from '../../text/en.ts';

/** Which items are offered in a simulation, in words. */
export function policyOf({ policy }: Pick<wire.SimulationFields, 'policy'>): string {
  return typeof policy === 'string'
    ? (text.simulations.policies[policy] ?? policy)
    : text.simulations.candidates(policy.candidate_item_ids.length);
}
