/** Metadata of simulations. Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { NewSimulation, Simulation, SimulationEnding, SimulationStore } from '../../simulation-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function createSimulation(db: Kysely<Tables>, simulation: NewSimulation): Promise<void> {
  await db
    .insertInto('simulations')
    .values({
      tenant_id: simulation.tenantId,
      simulation_id: simulation.simulationId,
      model_id: simulation.modelId,
      asked: JSON.stringify(simulation.asked),
      job_id: simulation.jobId,
      ended: null,
      result: null,
      error: null,
      created_at: simulation.createdAt,
    })
    .execute();
}

/** Has no effect on a simulation that has ended. */
export async function endSimulation(
  db: Kysely<Tables>,
  tenant: TenantId,
  simulationId: string,
  ending: SimulationEnding,
): Promise<void> {
  await db
    .updateTable('simulations')
    .set({
      ended: ending.status,
      result: ending.status === 'succeeded' ? JSON.stringify(ending.result) : null,
      error: ending.status === 'failed' ? JSON.stringify(ending.error) : null,
    })
    .where('tenant_id', '=', tenant)
    .where('simulation_id', '=', simulationId)
    .where('ended', 'is', null)
    .execute();
}

export async function findSimulation(
  db: Kysely<Tables>,
  tenant: TenantId,
  simulationId: string,
): Promise<Simulation | null> {
  const found = await simulations(db, tenant)
    .where('simulations.simulation_id', '=', simulationId)
    .executeTakeFirst();
  return found === undefined ? null : decodeSimulation(found);
}

export async function listSimulations(
  db: Kysely<Tables>,
  tenant: TenantId,
  { before, limit }: Parameters<SimulationStore['list']>[1],
): Promise<readonly Simulation[]> {
  const found = await simulations(db, tenant)
    .$if(before !== null, (query) => query.where('simulations.simulation_id', '<', before!))
    .orderBy('simulations.simulation_id', 'desc')
    .limit(limit)
    .execute();
  return found.map(decodeSimulation);
}

function simulations(db: Kysely<Tables>, tenant: TenantId) {
  return db
    .selectFrom('simulations')
    .leftJoin('jobs', (join) =>
      join
        .onRef('jobs.tenant_id', '=', 'simulations.tenant_id')
        .onRef('jobs.job_id', '=', 'simulations.job_id'),
    )
    .selectAll('simulations')
    .select('jobs.status as job_status')
    .where('simulations.tenant_id', '=', tenant);
}

type FoundSimulation = Tables['simulations'] & { readonly job_status: Tables['jobs']['status'] | null };

function decodeSimulation(found: FoundSimulation): Simulation {
  return {
    tenantId: tenantId(found.tenant_id),
    simulationId: found.simulation_id,
    modelId: found.model_id,
    asked: JSON.parse(found.asked),
    jobId: found.job_id,
    status: found.ended ?? found.job_status ?? 'queued',
    result: found.result === null ? null : JSON.parse(found.result),
    error: found.error === null ? null : JSON.parse(found.error),
    createdAt: found.created_at,
  };
}
