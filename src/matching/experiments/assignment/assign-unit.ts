/**
 * The arm of a unit: a keyed hash of tenant, experiment, seed and unit. It depends on nothing else, so it is
 * the same after a restart and in every process. The key is a secret of the installation, so that a caller
 * cannot choose ids by their arm. Participation and arm come from different bits, so another share moves no
 * unit to the other arm.
 */
import { keyedFractions } from '../../../platform/numeric/keyed-draws.ts';
import type { StoredExperiment } from '../../../platform/storage/experiment-store.ts';

/** Name of the secret in the store. */
export const EXPERIMENT_SECRET = 'experiments';

interface UnitAssignment {
  readonly takesPart: boolean;
  readonly arm: 0 | 1;
}

export type AssignUnit = (
  experiment: Pick<StoredExperiment, 'tenantId' | 'experimentId' | 'settings'>,
  unit: string,
) => UnitAssignment;

export function createAssigner(secret: Uint8Array): AssignUnit {
  return ({ tenantId, experimentId, settings }, unit) => {
    const [part, arm] = keyedFractions(secret, [tenantId, experimentId, settings.seed, unit]);
    return { takesPart: part < settings.share, arm: arm < 0.5 ? 0 : 1 };
  };
}
