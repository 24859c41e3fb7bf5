/** `simulation`, without the code that does it. */
import type { SimulationRequest } from '../../contract/simulation.ts';
import type { TaskKind } from '../../jobs/task.ts';
import type { Job } from '../../storage/job.ts';

export const simulationKind: TaskKind = {
  kind: 'simulation',
  concurrency: 1,
  runsIn: 'process',
  listed: true,
  onEnd: (job, end) => [{ name: 'endSimulation', args: [job.tenantId, simulationIdOf(job), end] }],
};

/** What such a job is handed; the simulation is its resource, and says what was asked. */
export type SimulationInput =
  /** Key of the staged histories: JSON, lists of item ids. */
  | { readonly from: 'staged'; readonly key: string }
  | { readonly from: 'dataset'; readonly datasetId: string };

/** As the store keeps it. */
export type SimulationParameters = Pick<SimulationRequest, 'policy' | 'steps' | 'seed'>;

export function simulationIdOf({ jobId, resource }: Job): string {
  if (resource?.type !== 'simulation') throw new Error(`job ${jobId} is no simulation`);
  return resource.id;
}
