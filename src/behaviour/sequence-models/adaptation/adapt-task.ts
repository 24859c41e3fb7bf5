/**
 * The task `model_adaptation`. It reads histories and texts, and fits a model with early stopping, which
 * chooses the number of epochs. It then fits the model that serves, on all data for that many epochs. From
 * then on the model is ready. It then evaluates the other splits of the card.
 *
 * The request has created the model's row. The checkpoint with the final fit completes it, and the
 * transaction that ends the job adds the evaluation or records the failure.
 */
import { mkdir } from 'node:fs/promises';
import { apiError } from '../../../contract/errors.ts';
import { TrainingTooLarge } from '../../../engines/tensor/training/run-training.ts';
import { TrainingDiverged } from '../../../engines/tensor/training/trainer.ts';
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { Model, ModelMade } from '../../../platform/storage/model-store.ts';
import type { StoreChange } from '../../../platform/storage/store-change.ts';
import { itemSources } from '../items/item-sources.ts';
import { keepModelItems } from '../items/keep-model-items.ts';
import type { ArchitectureName } from '../models/architecture.ts';
import type { LoadArchitecture } from '../models/architectures.ts';
import { cardProtocols } from '../models/card-protocols.ts';
import { type AdaptationInput, adaptationKind, adaptedModelId } from './adaptation-kind.ts';
import {
  type AdaptationState,
  carryOutAdaptation,
  type FinalFit,
  nothingYet,
} from './carry-out-adaptation.ts';
import { codesForModel } from './codes-for-model.ts';
import { shapeOf } from './data-shape.ts';
import { describeEvaluation } from './describe-evaluation.ts';
import { kindFacts } from './describe-kinds.ts';
import { evaluableProtocols } from './evaluable-protocols.ts';
import { checkpointPath } from './fit-checkpoints.ts';
import { completedModel, modelFields } from './model-fields.ts';
import { type MaterialParts, readMaterial } from './read-material.ts';
import type { TokenizersForModels } from './tokenizers-for-models.ts';
import { trainingFacts } from './training-facts.ts';

export interface AdaptTaskParts extends MaterialParts {
  readonly loadArchitecture: LoadArchitecture;
  readonly tokenizers: TokenizersForModels;
  /** The folder for the checkpoints of fits. */
  readonly scratchFolder: string;
  /** Threads per operator of ONNX Runtime. */
  readonly threads: number;
  /** The limit on the resident memory of the process, bytes. */
  readonly maxMemoryBytes: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export function createAdaptTask(parts: AdaptTaskParts): Task {
  return {
    ...adaptationKind,
    run: (context) => runAdaptation(parts, context),
  };
}

async function runAdaptation(parts: AdaptTaskParts, context: TaskContext): Promise<TaskResult> {
  const { job } = context;
  try {
    const model = await parts.store.models.get(job.tenantId, adaptedModelId(job));
    if (model === null) throw new Error(`the model of ${job.jobId} has no row`);
    await mkdir(parts.scratchFolder, { recursive: true, mode: 0o700 });
    return await adapt(parts, context, model);
  } catch (error) {
    if (error instanceof TrainingTooLarge) throw tooLarge(error);
    throw error instanceof TrainingDiverged ? diverged(error) : error;
  }
}

type FinishedFit = AdaptationState & { readonly final: FinalFit };

async function adapt(parts: AdaptTaskParts, context: TaskContext, model: Model): Promise<TaskResult> {
  const { job, signal } = context;
  const { settings: requested } = job.input as AdaptationInput;
  const { events, evaluation, protocol: asked, seed, ...own } = requested;
  context.progress(0, { phase: 'training', stage: 'reading the dataset' });
  const material = await readMaterial(parts, model, events, signal);
  const { histories, catalogue } = material;
  const architecture = await parts.loadArchitecture(model.architecture as ArchitectureName);
  const { declared } = material.attributes;
  const shape = shapeOf(histories, catalogue.itemIds.length, catalogue.textVectors !== null, declared);
  const completed = architecture.complete(own, shape, material.base?.files ?? null);
  const codes = await codesForModel(parts.tokenizers, model, material, context);
  const { reasons, ...evaluable } = evaluableProtocols(
    histories,
    cardProtocols(evaluation, histories),
    asked,
  );
  const madeOf = ({ chosen, final, splits }: FinishedFit, isEvaluated: boolean): ModelMade => ({
    ...final.opened,
    tokenizerId: codes?.tokenizerId ?? null,
    itemCount: catalogue.itemIds.length,
    ...(isEvaluated || splits.length > 0
      ? describeEvaluation(material, model, { requested: evaluation, protocol: evaluable.protocol }, splits)
      : { evaluation: '', report: null }),
    training: trainingFacts({
      requested,
      completed: { ...completed, reasons: [...completed.reasons, ...reasons] },
      protocol: evaluable.protocol,
      shape,
      leftOut: material.leftOut,
      kinds: kindFacts(material.kinds, histories),
      encoder: material.encoderId,
      chosen,
      final: final.facts,
    }),
    files: final.files,
    readyAt: new Date(parts.clock()).toISOString(),
    isEvaluated,
  });
  const complete = async (made: ModelMade): Promise<readonly StoreChange[]> => {
    await keepModelItems(
      parts.artifacts,
      { model: { ...model, made }, datasets: await itemSources(parts.store, model) },
      signal,
    );
    return [{ name: 'completeModel', args: [job.tenantId, model.modelId, made] }];
  };
  let readyAt = model.made?.readyAt;
  const state = await carryOutAdaptation(
    {
      ...parts,
      onFinal: (fitted) => {
        const made = madeOf(fitted, false);
        readyAt = made.readyAt;
        return complete(made);
      },
    },
    {
      model,
      material,
      architecture,
      settings: completed.settings,
      codes,
      seed,
      ...evaluable,
      threads: parts.threads,
      maxMemoryBytes: parts.maxMemoryBytes,
      checkpointPathOf: (fit) => checkpointPath(parts.scratchFolder, job.jobId, fit),
    },
    context,
    (job.checkpoint as AdaptationState | null) ?? nothingYet,
  );
  const last = madeOf(state, true);
  const made = { ...last, readyAt: readyAt ?? last.readyAt };
  return {
    result: { model: modelFields(completedModel(model, made)) },
    changes: await complete(made),
  };
}

function tooLarge({ message }: TrainingTooLarge) {
  return apiError(
    'payload_too_large',
    `The training needs more memory than a job may have (COUNTERPART_JOB_MEMORY): ${message}`,
  );
}

function diverged({ message }: TrainingDiverged) {
  return apiError(
    'invalid_field_value',
    `The training diverged: ${message} Set a lower settings.learning_rate, or leave it out.`,
    { field: 'settings.learning_rate' },
  );
}
