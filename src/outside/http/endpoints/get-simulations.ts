import { ListQuery } from '../../../contract/lists.ts';
import { SimulationList } from '../../../contract/simulation.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export interface GetSimulationsParts extends Pick<ServerDependencies, 'simulations'> {
  readonly cursors: Sealer;
}

export const getSimulations = ({ simulations, cursors }: GetSimulationsParts) =>
  operation({
    operationId: 'listSimulations',
    sdk: 'simulations.list',
    method: 'GET',
    path: '/v1/simulations',
    scope: ['infer', 'read'],
    tag: 'Simulation',
    summary: 'List simulations',
    description: 'Newest first, whatever their state.',
    query: ListQuery,
    answer: { status: 200, description: 'A page.', schema: SimulationList },
    errors: [],
    handle: (request) =>
      answerPage(cursors, 'listSimulations', request, (page) =>
        simulations.list(request.caller.tenantId, page),
      ),
  });
