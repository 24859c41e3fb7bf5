/** The unit that is assigned to an arm as a whole, by the design of an experiment. */
import type { ExperimentDesign } from '../../../contract/experiment.ts';

const DAY_DIGITS = 10;

/** Whether the unit of a design is made of the seeker's profile. */
export function needsCluster(design: ExperimentDesign): boolean {
  return design === 'cluster' || design === 'switchback';
}

/** `cluster`: the seeker's; null where the design needs none. `at`: ISO 8601, UTC. */
export function unitOf(
  design: ExperimentDesign,
  {
    seekerId,
    cluster,
    at,
  }: { readonly seekerId: string; readonly cluster: string | null; readonly at: string },
): string {
  if (!needsCluster(design)) return seekerId;
  return design === 'cluster' ? `${cluster}` : `${cluster}/${at.slice(0, DAY_DIGITS)}`;
}
