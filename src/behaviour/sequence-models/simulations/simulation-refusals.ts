/**
 * The errors of a simulation over a dataset. Most are 422 `nothing_to_judge`: the simulation is compared with
 * events that the model must not have been trained on.
 */
import { type ApiError, apiError } from '../../../contract/errors.ts';

const INSTEAD =
  'Simulate with a dataset that has later events, or give the items of people as «histories»: those are simulated without being judged.';

interface ModelAndDataset {
  readonly modelId: string;
  readonly datasetId: string;
}

export function learnedFromAll({ modelId, datasetId }: ModelAndDataset): ApiError {
  return nothingToEvaluate(
    `The model ${modelId} learned from all of dataset ${datasetId}, so nothing in it can tell how good the model is.`,
    { modelId, datasetId },
  );
}

export function trainingDataUnknown({ modelId, datasetId }: ModelAndDataset): ApiError {
  return nothingToEvaluate(
    `A model or a dataset that the model ${modelId} learned from is not there any more, so it cannot be told what the model has not seen of dataset ${datasetId}.`,
    { modelId, datasetId },
  );
}

/** `people`: the number of simulated people, of `all` in the dataset. */
export function noUnseenTail(source: ModelAndDataset, people: number, all: number): ApiError {
  const population = people === all ? `the ${people} people` : `the ${people} people drawn from ${all}`;
  return nothingToEvaluate(
    `None of ${population} of dataset ${source.datasetId} can be judged: it takes a last event that the model ${source.modelId} has not learned from, and an event before it.`,
    source,
  );
}

function nothingToEvaluate(why: string, { modelId, datasetId }: ModelAndDataset): ApiError {
  return apiError('nothing_to_judge', `${why} ${INSTEAD}`, { model_id: modelId, dataset_id: datasetId });
}

/** 422 `unresolved_reference`: the dataset has no event with an item that the model knows. */
export function noPeopleToSimulate(
  { datasetId }: { readonly datasetId: string },
  { modelId }: { readonly modelId: string },
): ApiError {
  return apiError(
    'unresolved_reference',
    `Dataset ${datasetId} has no event with an item that the model ${modelId} knows; simulate with a dataset that has later events of the items that the model was adapted on, or adapt a model on this one.`,
    { dataset_id: datasetId, model_id: modelId },
  );
}
