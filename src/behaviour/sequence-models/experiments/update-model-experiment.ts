/** Measures an experiment on models, keeps the result, and ends it where the result or the calendar says so. */
import type { ModelExperimentEnd, ModelExperimentResult } from '../../../contract/model-experiment.ts';
import type {
  ModelExperimentStore,
  StoredModelExperiment,
} from '../../../platform/storage/model-experiment-store.ts';
import { decideEnd } from './decide-end.ts';
import { measureArms } from './measure-arms.ts';

export interface UpdateParts {
  readonly experiments: ModelExperimentStore;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** `over`: it ends by this, whatever the result says. */
export async function updateModelExperiment(
  { experiments, clock }: UpdateParts,
  experiment: StoredModelExperiment,
  over: ModelExperimentEnd | null = null,
): Promise<ModelExperimentResult> {
  const { tenantId, experimentId, endsAt } = experiment;
  const nowMs = clock();
  const at = new Date(nowMs).toISOString();
  const result = measureArms(experiment, await experiments.counts(tenantId, experimentId), at);
  const isOver = Date.parse(endsAt) <= nowMs;
  const { end, words } = decideEnd(experiment, result, over ?? (isOver ? 'calendar' : null));
  await experiments.addResult(tenantId, experimentId, result, words);
  if (end !== null) await experiments.end(tenantId, experimentId, { at, by: end });
  return result;
}
