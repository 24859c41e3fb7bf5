/**
 * The arm of a unit: a keyed hash of tenant, experiment, seed and unit. It depends on nothing else, so it is
 * the same after a restart and in every process. The key is a secret of the installation, so that a caller
 * cannot choose ids by their arm. Participation and arm come from different bits, so another share moves no
 * unit to the other arm.
 */
import { createHmac } from 'node:crypto';
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

const HASH_RANGE = 2 ** 48;

export function createAssigner(secret: Uint8Array): AssignUnit {
  return ({ tenantId, experimentId, settings }, unit) => {
    const hash = createHmac('sha256', secret)
      .update(JSON.stringify([tenantId, experimentId, settings.seed, unit]))
      .digest();
    return {
      takesPart: hash.readUIntBE(0, 6) < settings.share * HASH_RANGE,
      arm: hash.readUIntBE(6, 6) < HASH_RANGE / 2 ? 0 : 1,
    };
  };
}
