/**
 * The task `simulation`: reads the histories and the model, simulates, and summarises. It has no checkpoint:
 * an attempt has no effects before its end, so the next one starts again.
 */

import type { EventSettings } from '../../../contract/adaptation.ts';
import { apiError } from '../../../contract/errors.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { Simulation } from '../../../platform/storage/simulation-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { type ReadyModel, readyModel } from '../adaptation/find-model.ts';
import { readKeptModel } from '../adaptation/kept-model.ts';
import type { ArchitectureName } from '../models/architecture.ts';
import type { LoadArchitecture } from '../models/architectures.ts';
import { type ItemNames, itemNames } from '../serving/item-names.ts';
import { selectBest } from '../serving/select-best.ts';
import { readPeople, readStaged, type Simulated } from './read-simulated.ts';
import { type Offer, rollOut, SLATE } from './roll-out.ts';
import { simulationFields } from './simulation-fields.ts';
import {
  type SimulationInput,
  type SimulationParameters,
  simulationIdOf,
  simulationKind,
} from './simulation-kind.ts';
import { summariseChoices } from './summarise-choices.ts';

export interface SimulateTaskParts {
  readonly store: Pick<Store, 'models' | 'simulations' | 'datasets'>;
  readonly artifacts: ArtifactStore;
  readonly loadArchitecture: LoadArchitecture;
}

/** The share of the progress that reading takes, 0..1. */
const READ_SHARE = 0.05;
/** The share of the progress that the simulated steps take, 0..1. */
const ROLL_SHARE = 0.9;

export function createSimulateTask(parts: SimulateTaskParts): Task {
  return {
    ...simulationKind,
    run: (context) => runSimulation(parts, context),
  };
}

async function runSimulation(parts: SimulateTaskParts, context: TaskContext): Promise<TaskResult> {
  const { job } = context;
  const simulation = await parts.store.simulations.get(job.tenantId, simulationIdOf(job));
  if (simulation === null) throw new Error(`the simulation of ${job.jobId} has no row`);
  const result = await simulate(parts, context, simulation);
  return {
    result: { simulation: simulationFields({ ...simulation, status: 'succeeded', result }) },
    changes: [
      {
        name: 'endSimulation',
        args: [job.tenantId, simulation.simulationId, { status: 'succeeded', result }],
      },
    ],
  };
}

async function simulate(parts: SimulateTaskParts, context: TaskContext, simulation: Simulation) {
  const { job, signal, progress } = context;
  const { policy, steps, seed } = simulation.asked as SimulationParameters;
  const model = await readyModel(parts.store.models, job.tenantId, simulation.modelId);
  const { files, catalogue } = await readKeptModel(parts.artifacts, model);
  const names = itemNames(catalogue.item_ids);
  const simulated = await read(parts, context, model, names, { steps, seed });
  const architecture = await parts.loadArchitecture(model.architecture as ArchitectureName);
  const opened = await architecture.open(files, { threads: 1 });
  progress(READ_SHARE, { people: simulated.histories.length });
  try {
    const choices = await rollOut({
      model: opened,
      itemCount: names.ids.length,
      byteRank: names.byteRank,
      histories: simulated.histories,
      offer: offerOf(policy, names, catalogue.counts),
      seen: foldsRepeats(model) ? 'excluded' : 'offered',
      steps,
      seed,
      signal,
      onProgress: (share) =>
        progress(READ_SHARE + ROLL_SHARE * share, { people: simulated.histories.length }),
    });
    const people = simulated.histories.length;
    const { top_items, ...summary } = summariseChoices({
      choices,
      people,
      steps,
      itemCount: names.ids.length,
      ...simulated,
    });
    const named = top_items.map(({ item, share }) => ({ item_id: names.ids[item]!, share }));
    return {
      ...{ histories: people, judged_histories: simulated.evaluated },
      baskets_read_as: (await learnedBaskets(parts, model)) ? 'single_items' : null,
      ...{ ...summary, top_items: named },
    };
  } finally {
    await opened.close();
  }
}

async function read(
  parts: SimulateTaskParts,
  { job, signal }: TaskContext,
  model: ReadyModel,
  { numberOf }: ItemNames,
  options: { readonly steps: number; readonly seed: number },
): Promise<Simulated> {
  const input = job.input as SimulationInput;
  if (input.from === 'staged') return readStaged(parts.artifacts, input.key, numberOf);
  const dataset = await parts.store.datasets.get(job.tenantId, input.datasetId);
  if (dataset === null)
    throw apiError('dataset_not_found', `The dataset ${input.datasetId} is not there.`, {
      dataset_id: input.datasetId,
    });
  return readPeople(parts, dataset, model, numberOf, { ...options, signal });
}

/** Whether the model was trained to predict baskets. */
async function learnedBaskets({ store }: SimulateTaskParts, { tenantId, datasetId }: ReadyModel) {
  const dataset = await store.datasets.getKept(tenantId, datasetId);
  return dataset !== null && dataset.declaredEvents.baskets !== null;
}

/** Whether the model was trained on histories without repeats. */
function foldsRepeats({ made }: ReadyModel): boolean {
  const { events } = made.training as { readonly events: EventSettings };
  return events.repeats !== 'kept';
}

function offerOf(
  policy: SimulationParameters['policy'],
  { numberOf, byteRank }: ItemNames,
  counts: readonly number[],
): Offer {
  if (policy === 'model' || policy === 'random') return { kind: policy };
  if (policy === 'popular')
    return {
      kind: 'items',
      items: selectBest(Float32Array.from(counts), counts.length, (item) => byteRank[item]!),
      limit: SLATE,
    };
  const items = Uint32Array.from(policy.candidate_item_ids, (id) => numberOf(id)!);
  return { kind: 'items', items, limit: items.length };
}
