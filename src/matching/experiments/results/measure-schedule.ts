/** Measures every running experiment again and again. A fault of one does not keep the others waiting. */
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import { type UpdateParts, updateExperiment } from './update-experiment.ts';

export interface MeasureParts extends UpdateParts {
  readonly everyMs: number;
  readonly onError: (where: string, error: unknown) => void;
}

const MEASURE_EXPERIMENTS = 'measure_experiments';

export function measureSchedule({ everyMs, onError, ...parts }: MeasureParts): Schedule {
  return {
    kind: MEASURE_EXPERIMENTS,
    everyMs,
    run: async ({ signal }) => {
      for (const experiment of await parts.experiments.allRunning()) {
        signal.throwIfAborted();
        try {
          await updateExperiment(parts, experiment);
        } catch (error) {
          onError(MEASURE_EXPERIMENTS, error);
        }
      }
    },
  };
}
