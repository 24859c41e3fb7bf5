/**
 * Part of the composition root: sequence models for the server, the worker and the operator's commands.
 */
import { availableParallelism, totalmem } from 'node:os';
import { cutVersion } from '../behaviour/datasets/appends/cut-version.ts';
import type { AdaptTaskParts } from '../behaviour/sequence-models/adaptation/adapt-task.ts';
import { adaptationKind } from '../behaviour/sequence-models/adaptation/adaptation-kind.ts';
import { modelCollection } from '../behaviour/sequence-models/adaptation/collect-models.ts';
import { type RememberedModels, rememberReady } from '../behaviour/sequence-models/adaptation/find-model.ts';
import { removeCheckpointsOf } from '../behaviour/sequence-models/adaptation/fit-checkpoints.ts';
import type { EncodeTexts } from '../behaviour/sequence-models/adaptation/item-texts.ts';
import type { ModelService } from '../behaviour/sequence-models/adaptation/model-service.ts';
import {
  createModelAliasService,
  type ModelAliasService,
} from '../behaviour/sequence-models/aliases/create-model-alias-service.ts';
import { batchKind } from '../behaviour/sequence-models/batches/batch-kind.ts';
import type { BatchService } from '../behaviour/sequence-models/batches/create-batch-service.ts';
import type { ModelExperimentService } from '../behaviour/sequence-models/experiments/model-experiment-service.ts';
import {
  createModelExportService,
  type ModelExportService,
} from '../behaviour/sequence-models/exports/create-model-export-service.ts';
import { modelExportKind } from '../behaviour/sequence-models/exports/model-export-kind.ts';
import {
  createModelItemsService,
  type ModelItemsService,
} from '../behaviour/sequence-models/items/create-model-items-service.ts';
import { createItemsClient } from '../behaviour/sequence-models/items/items-client.ts';
import { createColdPeople } from '../behaviour/sequence-models/people/create-cold-people.ts';
import { createPersonHistories } from '../behaviour/sequence-models/people/create-person-histories.ts';
import {
  createTrendingService,
  type TrendingService,
} from '../behaviour/sequence-models/people/create-trending-service.ts';
import { createPeopleClient } from '../behaviour/sequence-models/people/people-client.ts';
import {
  createRefitScheduleService,
  type RefitScheduleService,
} from '../behaviour/sequence-models/refits/create-refit-schedule-service.ts';
import {
  createRefitService,
  type RefitService,
} from '../behaviour/sequence-models/refits/create-refit-service.ts';
import { refitKind } from '../behaviour/sequence-models/refits/refit-kind.ts';
import { refitsDue } from '../behaviour/sequence-models/refits/run-refit-schedules.ts';
import {
  createSegmentService,
  type SegmentService,
} from '../behaviour/sequence-models/segments/create-segment-service.ts';
import { segmentsKind } from '../behaviour/sequence-models/segments/segments-kind.ts';
import {
  createInferenceService,
  type InferenceService,
} from '../behaviour/sequence-models/serving/inference-service.ts';
import {
  createItemVectorService,
  type ItemVectorService,
} from '../behaviour/sequence-models/serving/item-vector-service.ts';
import { createModelServing, type ModelServing } from '../behaviour/sequence-models/serving/model-serving.ts';
import {
  createSimulationService,
  type SimulationService,
} from '../behaviour/sequence-models/simulations/create-simulation-service.ts';
import { simulationKind } from '../behaviour/sequence-models/simulations/simulation-kind.ts';
import { MIB } from '../contract/common.ts';
import { newId } from '../contract/new-id.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import { taskMemoryLimit } from '../platform/jobs/process/task-processes.ts';
import type { Schedule } from '../platform/jobs/schedule.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { Store } from '../platform/storage/store.ts';
import { adaptationsAtOnce } from './adaptations-at-once.ts';
import { artifactLocation, scratchFolder } from './open-artifacts.ts';
import { openBatchService } from './open-batch-service.ts';
import { openSourceSettings } from './open-datasets.ts';
import { openInference, openModelExperiments } from './open-model-experiments.ts';
import { openModelService } from './open-model-service.ts';
import { openNewItems, withCountedNewItems } from './open-new-items.ts';
import type { TaskParts } from './open-task-parts.ts';
import { openTokenizersInJobs } from './open-tokenizers.ts';

interface ModelRooms {
  readonly settings: Settings;
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export interface OpenModels {
  readonly models: ModelService;
  readonly inference: InferenceService;
  readonly simulations: SimulationService;
  readonly exports: ModelExportService;
  readonly batches: BatchService;
  readonly segments: SegmentService;
  readonly aliases: ModelAliasService;
  readonly experiments: ModelExperimentService;
  readonly refits: RefitService;
  readonly refitSchedules: RefitScheduleService;
  readonly items: ModelItemsService;
  readonly itemVectors: ItemVectorService;
  readonly trending: TrendingService;
  readonly serving: ModelServing;
  readonly forget: RememberedModels['forget'];
  close(): Promise<void>;
}

export function openModels(
  { settings, store, artifacts, encode, clock }: ModelRooms & { readonly encode: EncodeTexts },
  wake: () => void,
): OpenModels {
  const serving = createModelServing({
    artifacts,
    threads: settings.inferenceThreads,
    maxMemoryBytes: settings.inferenceMemoryMib * MIB,
  });
  const items = createItemsClient(artifactLocation(settings));
  const people = createPeopleClient(artifactLocation(settings));
  const models = rememberReady(store.models);
  const asked = { ...createPersonHistories({ store, people }), ...createColdPeople({ store, people }) };
  const newItems = openNewItems({ store, artifacts, encode });
  const inference = createInferenceService(models, serving, asked, newItems, clock);
  return {
    models: openModelService({ store, clock }, wake),
    inference: withCountedNewItems(store, models, openInference({ store, clock }, models, inference)),
    experiments: openModelExperiments({ store, clock }, models),
    simulations: createSimulationService({ store, artifacts, serving, wake, clock, newId }),
    refits: createRefitService({ store, wake, clock, newId }),
    refitSchedules: createRefitScheduleService({
      schedules: store.refitSchedules,
      aliases: store.modelAliases,
      clock,
    }),
    aliases: createModelAliasService({ aliases: store.modelAliases, models, clock }),
    exports: createModelExportService({ store, wake, clock, newId }),
    segments: createSegmentService({ store, artifacts, wake, clock, newId }),
    batches: openBatchService({ settings, store, artifacts, clock }, serving, wake),
    items: createModelItemsService({ models, datasets: store.datasets, artifacts, keep: items.keep }),
    itemVectors: createItemVectorService(models, serving, { people: asked, clock }),
    trending: createTrendingService({ store, people }),
    serving,
    forget: models.forget,
    close: async () => {
      await Promise.all([serving.close(), items.close(), people.close()]);
    },
  };
}

/** Memory that the process of a job needs beside its fit. */
const MARGIN_BYTES = 128 * MIB;

/** The code of fits and simulations is loaded with the first job. */
export function modelTasks(parts: TaskParts): readonly Task[] {
  const { settings, store, artifacts, clock } = parts;
  return [
    {
      ...adaptationKind,
      concurrency: adaptationsAtOnce(settings, { cores: availableParallelism(), memoryBytes: totalmem() }),
      tidy: ({ jobId }) => removeCheckpointsOf(scratchFolder(settings), jobId),
      run: async (context) => {
        const { createAdaptTask } = await import('../behaviour/sequence-models/adaptation/adapt-task.ts');
        return withAdaptParts(parts, (adaptParts) => createAdaptTask(adaptParts).run(context));
      },
    },
    {
      ...refitKind,
      tidy: ({ jobId }) => removeCheckpointsOf(scratchFolder(settings), jobId),
      run: async (context) => {
        const { createRefitTask } = await import('../behaviour/sequence-models/refits/refit-task.ts');
        return withAdaptParts(parts, (adaptParts) => createRefitTask(adaptParts).run(context));
      },
    },
    {
      ...batchKind,
      run: async (context) => {
        const [{ createBatchTask }, { batchRowReader }, { createOpenRows }, { loadArchitecture }] =
          await Promise.all([
            import('../behaviour/sequence-models/batches/batch-task.ts'),
            import('../behaviour/sequence-models/batches/batch-people.ts'),
            import('../behaviour/datasets/sources/open-source.ts'),
            import('../behaviour/sequence-models/models/architectures.ts'),
          ]);
        const openRows = createOpenRows(openSourceSettings(settings), batchRowReader);
        return createBatchTask({ store, artifacts, loadArchitecture, openRows, clock }).run(context);
      },
    },
    {
      ...segmentsKind,
      run: async (context) => {
        const [{ createSegmentsTask }, { loadArchitecture }] = await Promise.all([
          import('../behaviour/sequence-models/segments/segments-task.ts'),
          import('../behaviour/sequence-models/models/architectures.ts'),
        ]);
        return createSegmentsTask({ store, artifacts, loadArchitecture, clock }).run(context);
      },
    },
    {
      ...modelExportKind,
      run: async (context) => {
        const { createExportModelTask } = await import(
          '../behaviour/sequence-models/exports/export-model-task.ts'
        );
        return createExportModelTask({ store, artifacts, clock }).run(context);
      },
    },
    {
      ...simulationKind,
      run: async (context) => {
        const [{ createSimulateTask }, { loadArchitecture }] = await Promise.all([
          import('../behaviour/sequence-models/simulations/simulate-task.ts'),
          import('../behaviour/sequence-models/models/architectures.ts'),
        ]);
        return createSimulateTask({ store, artifacts, loadArchitecture }).run(context);
      },
    },
  ];
}

/** Runs a job with the parts of adaptations and refits; the tokenizers are closed at the end. */
async function withAdaptParts<T>(
  parts: TaskParts,
  run: (adaptParts: AdaptTaskParts) => Promise<T>,
): Promise<T> {
  const { settings, store, artifacts, clock } = parts;
  const { loadArchitecture } = await import('../behaviour/sequence-models/models/architectures.ts');
  const tokenizers = openTokenizersInJobs({ ...parts, encoders: () => parts.encoders() });
  return run({
    store,
    artifacts,
    clock,
    loadArchitecture,
    encoder: () => servingEncoder(parts),
    tokenizers,
    scratchFolder: scratchFolder(settings),
    threads: settings.trainingThreads,
    maxMemoryBytes: taskMemoryLimit(settings.jobMemoryMib) - MARGIN_BYTES,
  }).finally(() => tokenizers.close());
}

export function modelSchedules(parts: TaskParts): readonly Schedule[] {
  const { settings, store, artifacts, clock, onError } = parts;
  // The worker looks for due jobs by itself.
  const wake = () => {};
  const { refit } = createRefitService({ store, wake, clock, newId });
  const cutting = { datasets: store.datasets, appends: store.appends, jobs: store.jobs, wake, clock, newId };
  return [
    modelCollection({ store, artifacts, scratchFolder: scratchFolder(settings), clock }),
    refitsDue({
      store,
      clock,
      onError,
      refit: (tenant, alias, request) => refit(tenant, alias, request, null),
      cut: (tenant, datasetId) => cutVersion(cutting, tenant, datasetId, null),
    }),
  ];
}

/** Throws where the encoder cannot be opened: vectors of another one are not comparable. */
async function servingEncoder(parts: TaskParts) {
  const { encoderId, encoder, problem } = (await (await parts.encoders()).opened()).serving;
  if (encoder === null)
    throw new Error(`the text encoder ${encoderId} is not open: ${problem ?? 'no reason'}`);
  return { encoderId, encode: encoder.encode.bind(encoder) };
}
