/** 422 `unresolved_reference`: a dataset without a single event that the model could read. */
import { type ApiError, apiError } from '../../contract/errors.ts';

export function nobodyToSimulate(
  { datasetId }: { readonly datasetId: string },
  { modelId }: { readonly modelId: string },
): ApiError {
  return apiError(
    'unresolved_reference',
    `Dataset ${datasetId} has no event with an item that the model ${modelId} knows; simulate with a dataset that has later events of the items that the model was adapted on, or adapt a model on this one.`,
    { dataset_id: datasetId, model_id: modelId },
  );
}
