import { SimulationRequest } from '../../../contract/simulation.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postSimulations = ({ simulations }: Pick<ServerDependencies, 'simulations'>) =>
  jobOperation({
    operationId: 'simulate',
    sdk: 'simulations.create',
    method: 'POST',
    path: '/v1/simulations',
    scope: 'infer',
    tag: 'Simulation',
    summary: 'Simulate what people would take',
    description:
      'Simulates step by step which items people would take under a policy. The model makes the choices: it is offered the ten items that it ranks highest (`model`), the ten most popular ones (`popular`), ten drawn evenly (`random`), or given ones. With `dataset_id` it is compared with the items that people really took, on those of their last events that the model did not learn from. `judged_histories` is the number of people with such events. If there are none, the simulation is refused, or its job fails, with `nothing_to_judge`. If the model was trained on histories in which an item counts once, an item of a person’s history is offered again only when no other is left. The job (`simulation`) ends with the figures, each with its 95 % interval, in `result.simulation`. The same seed gives the same result.',
    body: SimulationRequest,
    examples: {
      'People of a later dataset, by popularity': {
        model_id: 'model_01k9q5d3f6g8h1j4k7m0n2p5rs',
        dataset_id: 'ds_01k9q3v0c4m2t8x6h5n7r1w2ya',
        steps: 5,
        policy: 'popular',
        seed: 7,
      },
    },
    errors: [
      'model_not_found',
      'dataset_not_found',
      'model_not_ready',
      'capability_missing',
      'history_too_long',
      'duplicate_id',
      'unknown_item',
      'nothing_to_judge',
      'unresolved_reference',
    ],
    idempotency: 'required',
    handle: ({ caller, body, claim }) => simulations.start(caller.tenantId, body, claim),
  });
