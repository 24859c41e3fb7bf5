/** Simulations: the request and, once the job has ended, the result. */
import type { TenantId } from '../../contract/brands.ts';
import type { JobError, JobStatus } from './job.ts';

export interface NewSimulation {
  readonly tenantId: TenantId;
  /** `sim_<lower-case ULID>` */
  readonly simulationId: string;
  readonly modelId: string;
  /** JSON: policy, steps, seed. */
  readonly asked: unknown;
  readonly jobId: string;
  readonly createdAt: string;
}

export interface Simulation extends NewSimulation {
  readonly status: JobStatus;
  /** JSON; null unless the job has succeeded. */
  readonly result: unknown;
  readonly error: JobError | null;
}

export type SimulationEnding =
  | { readonly status: 'succeeded'; readonly result: unknown }
  | { readonly status: 'failed'; readonly error: JobError }
  | { readonly status: 'cancelled' };

export interface SimulationStore {
  get(tenant: TenantId, simulationId: string): Promise<Simulation | null>;
  /** Simulations with an id below `before`, newest first. */
  list(
    tenant: TenantId,
    query: { readonly before: string | null; readonly limit: number },
  ): Promise<readonly Simulation[]>;
}
