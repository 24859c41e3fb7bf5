/**
 * Measures every running experiment on models again and again, and forgets what ended ones have shown. A
 * fault of one does not keep the others waiting.
 */
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import { type UpdateParts, updateModelExperiment } from './update-model-experiment.ts';

export interface MeasureParts extends UpdateParts {
  readonly everyMs: number;
  readonly onError: (where: string, error: unknown) => void;
}

const MEASURE_MODEL_EXPERIMENTS = 'measure_model_experiments';
const PEOPLE_AT_ONCE = 200;

export function modelExperimentSchedule({ everyMs, onError, ...parts }: MeasureParts): Schedule {
  const { experiments } = parts;
  return {
    kind: MEASURE_MODEL_EXPERIMENTS,
    everyMs,
    run: async ({ signal }) => {
      for (const experiment of await experiments.allRunning()) {
        signal.throwIfAborted();
        try {
          await updateModelExperiment(parts, experiment);
        } catch (error) {
          onError(MEASURE_MODEL_EXPERIMENTS, error);
        }
      }
      while ((await experiments.forgetShown(PEOPLE_AT_ONCE)) > 0) signal.throwIfAborted();
    },
  };
}
