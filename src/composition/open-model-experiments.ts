/** Part of the composition root: experiments on models, for predictions, for callers and for the worker. */
import type { ModelLookup } from '../behaviour/sequence-models/adaptation/find-model.ts';
import { createModelExperimentService } from '../behaviour/sequence-models/experiments/create-model-experiment-service.ts';
import { modelExperimentSchedule } from '../behaviour/sequence-models/experiments/measure-schedule.ts';
import type { ModelExperimentService } from '../behaviour/sequence-models/experiments/model-experiment-service.ts';
import { MODEL_EXPERIMENT_SECRET, serveArms } from '../behaviour/sequence-models/experiments/serve-arms.ts';
import type { InferenceService } from '../behaviour/sequence-models/serving/inference-service.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Schedule } from '../platform/jobs/schedule.ts';
import type { Store } from '../platform/storage/store.ts';
import type { TaskParts } from './open-task-parts.ts';

interface ExperimentParts {
  readonly store: Store;
  /** Epoch ms. */
  readonly clock: () => number;
}

const MINUTE_MS = 60_000;

/** Inference in which people take part in experiments. */
export function openInference(
  { store, clock }: ExperimentParts,
  models: ModelLookup,
  inference: InferenceService,
): InferenceService {
  let secret: Promise<Uint8Array> | null = null;
  return serveArms({
    ...{ inference, models, clock },
    experiments: store.modelExperiments,
    secret: () => {
      secret ??= store.secrets.secret(MODEL_EXPERIMENT_SECRET);
      return secret;
    },
  });
}

export function openModelExperiments(
  { store, clock }: ExperimentParts,
  models: ModelLookup = store.models,
): ModelExperimentService {
  return createModelExperimentService({
    ...{ models, clock },
    experiments: store.modelExperiments,
    datasets: store.datasets,
  });
}

export function modelExperimentsSchedule({
  settings,
  store,
  clock,
  onError,
}: TaskParts & { readonly settings: Pick<Settings, 'experimentMinutes'> }): Schedule {
  return modelExperimentSchedule({
    experiments: store.modelExperiments,
    everyMs: settings.experimentMinutes * MINUTE_MS,
    clock,
    onError,
  });
}
