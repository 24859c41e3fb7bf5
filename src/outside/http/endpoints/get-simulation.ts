import { Simulation } from '../../../contract/simulation.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { SimulationPath } from './resource-paths.ts';

export const getSimulation = ({ simulations }: Pick<ServerDependencies, 'simulations'>) =>
  operation({
    operationId: 'getSimulation',
    sdk: 'simulations.get',
    method: 'GET',
    path: '/v1/simulations/:simulation_id',
    scope: ['infer', 'read'],
    tag: 'Simulation',
    summary: 'Read a simulation',
    description: 'The request and, once it has succeeded, the result.',
    parameters: SimulationPath,
    answer: { status: 200, description: 'The simulation.', schema: Simulation },
    errors: ['simulation_not_found'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await simulations.get(caller.tenantId, parameters.simulation_id)),
      request_id: requestId,
    }),
  });
