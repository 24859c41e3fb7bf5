/** A model's card in the form of the API. */
import type { ModelFields } from '../../../contract/model.ts';
import type { Model, ModelMade, ModelStatus } from '../../../platform/storage/model-store.ts';
import type { ArchitectureName } from '../models/architecture.ts';

const families: Readonly<Record<ArchitectureName, string>> = {
  'sequential-recommender': 'counterpart-sequential',
  'generative-retriever': 'counterpart-generative',
};

const notEvaluated: Readonly<Record<ModelStatus, string>> = {
  queued: 'Not evaluated yet: the model is queued for training.',
  training: 'Not evaluated yet: the model is being trained.',
  evaluating: 'Not evaluated yet: the model is being evaluated.',
  ready: '',
  failed: 'Never evaluated: the adaptation failed; `error` says why.',
};

export function modelFields(model: Model): ModelFields {
  const { made } = model;
  const architecture = model.architecture as ArchitectureName;
  return {
    id: model.modelId,
    name: model.name,
    family: families[architecture],
    version: versionName(model),
    architecture,
    training_method: model.baseModelId === null ? 'trained_from_scratch' : 'fine_tuned',
    status: model.status,
    capabilities: (made?.capabilities ?? []) as ModelFields['capabilities'],
    dataset_id: model.datasetId,
    base_model_id: model.baseModelId,
    tokenizer_id: model.tokenizerId,
    item_count: made?.itemCount ?? null,
    max_history_items: made?.maxHistoryItems ?? null,
    embedding_dimensions: made?.embeddingDimensions ?? null,
    evaluation: evaluationText(model),
    evaluation_report: (made?.report ?? null) as ModelFields['evaluation_report'],
    training: (made?.training ?? null) as ModelFields['training'],
    error: model.error === null ? null : { ...model.error },
    created_at: model.createdAt,
    ready_at: made?.readyAt ?? null,
  };
}

function evaluationText({ status, made, evaluating, jobId }: Model): string {
  if (made === null) return notEvaluated[status];
  if (evaluating === null) return made.evaluation;
  const stage = evaluating.stage === null ? '' : `: ${evaluating.stage}`;
  const percent = Math.round(100 * evaluating.progress);
  const soFar = made.evaluation === '' ? '' : ` So far: ${made.evaluation}`;
  return `The model serves; its evaluation is under way${stage}. The job ${jobId} is done to ${percent} %.${soFar}`;
}

export function versionName({ version }: Pick<Model, 'version'>): string {
  return `v${version}`;
}

/** The model as it is after the adaptation has ended. */
export function completedModel(model: Model, made: ModelMade): Model {
  return { ...model, status: 'ready', tokenizerId: made.tokenizerId, made, evaluating: null };
}
