/** The job kind `simulation`. It is separate from the task's code, which the server does not load. */
import type { SimulationRequest } from '../../../contract/simulation.ts';
import type { TaskKind } from '../../../platform/jobs/task.ts';
import type { Job } from '../../../platform/storage/job.ts';

export const simulationKind: TaskKind = {
  kind: 'simulation',
  concurrency: 1,
  runsIn: 'process',
  listed: true,
  stagedAs: simulationIdOf,
  onEnd: (job, end) => [{ name: 'endSimulation', args: [job.tenantId, simulationIdOf(job), end] }],
};

/** The input of a simulation job; its resource is the simulation, which has the parameters. */
export type SimulationInput =
  /** `key`: the artifact with the request's histories, as JSON lists of item ids. */
  | { readonly from: 'staged'; readonly key: string }
  | { readonly from: 'dataset'; readonly datasetId: string };

/** The parameters of the request, in their stored form. */
export type SimulationParameters = Pick<SimulationRequest, 'policy' | 'steps' | 'seed'>;

export function simulationIdOf({ jobId, resource }: Job): string {
  if (resource?.type !== 'simulation') throw new Error(`job ${jobId} is no simulation`);
  return resource.id;
}
