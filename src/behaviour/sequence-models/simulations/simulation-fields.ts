/** A simulation in the form of the API. */
import type { SimulationFields } from '../../../contract/simulation.ts';
import type { Simulation } from '../../../platform/storage/simulation-store.ts';
import type { SimulationParameters } from './simulation-kind.ts';

type ResultFields = Pick<
  SimulationFields,
  | 'histories'
  | 'judged_histories'
  | 'baskets_read_as'
  | 'coverage'
  | 'exposure_gini'
  | 'repeat_rate'
  | 'per_step'
  | 'top_items'
>;

const nothingYet: ResultFields = {
  histories: null,
  judged_histories: null,
  baskets_read_as: null,
  coverage: null,
  exposure_gini: null,
  repeat_rate: null,
  per_step: null,
  top_items: null,
};

export function simulationFields(simulation: Simulation): SimulationFields {
  const { policy, steps, seed } = simulation.asked as SimulationParameters;
  return {
    id: simulation.simulationId,
    status: simulation.status,
    model_id: simulation.modelId,
    policy,
    steps,
    seed,
    // Results of earlier versions lack `judged_histories` and `baskets_read_as`.
    ...nothingYet,
    ...(simulation.result as Partial<ResultFields> | null),
    error: simulation.error === null ? null : { ...simulation.error },
    created_at: simulation.createdAt,
  };
}
