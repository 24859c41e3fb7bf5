/** Experiments on models as callers see them. */
import type {
  ModelExperiment,
  ModelExperimentResult,
  ModelExperimentSummary,
} from '../../../contract/model-experiment.ts';
import { evenlyChosen } from '../../../platform/numeric/evenly-chosen.ts';
import { experimentState } from '../../../platform/storage/experiment-state.ts';
import type { StoredModelExperiment } from '../../../platform/storage/model-experiment-store.ts';

const MOST_POINTS = 500;

export function summarizeModelExperiment(
  experiment: StoredModelExperiment,
  result: ModelExperimentResult | null,
): ModelExperimentSummary {
  return {
    id: experiment.experimentId,
    alias: experiment.alias,
    name: experiment.name,
    ...experiment.settings,
    state: experimentState(experiment),
    ended_by: experiment.endedBy,
    created_at: experiment.createdAt,
    ends_at: experiment.endsAt,
    ended_at: experiment.endedAt,
    promoted_arm: experiment.promotedArm,
    decision: experiment.decision,
    result,
  };
}

/** `results`: oldest first. */
export function describeModelExperiment(
  experiment: StoredModelExperiment,
  results: readonly ModelExperimentResult[],
): Omit<ModelExperiment, 'request_id'> {
  return {
    ...summarizeModelExperiment(experiment, results.at(-1) ?? null),
    history: [...evenlyChosen(results, MOST_POINTS)],
  };
}
