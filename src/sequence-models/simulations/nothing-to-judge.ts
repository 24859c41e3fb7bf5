/** 422 `nothing_to_judge`: a simulation by a dataset compares with what its people did, which the model must not have seen. */
import { type ApiError, apiError } from '../../contract/errors.ts';

const INSTEAD =
  'Simulate with a dataset that has later events, or give the items of people as «histories»: those are simulated without being judged.';

interface Asked {
  readonly modelId: string;
  readonly datasetId: string;
}

export function learnedFromAll({ modelId, datasetId }: Asked): ApiError {
  return nothingToJudge(
    `The model ${modelId} learned from all of dataset ${datasetId}, so nothing in it can tell how good the model is.`,
    { modelId, datasetId },
  );
}

export function cannotTellWhatWasSeen({ modelId, datasetId }: Asked): ApiError {
  return nothingToJudge(
    `A model or a dataset that the model ${modelId} learned from is not there any more, so it cannot be told what the model has not seen of dataset ${datasetId}.`,
    { modelId, datasetId },
  );
}

/** `people`: those that were simulated, of `all` in the dataset. */
export function noUnseenTail(asked: Asked, people: number, all: number): ApiError {
  const who = people === all ? `the ${people} people` : `the ${people} people drawn from ${all}`;
  return nothingToJudge(
    `None of ${who} of dataset ${asked.datasetId} can be judged: it takes a last event that the model ${asked.modelId} has not learned from, and an event before it.`,
    asked,
  );
}

function nothingToJudge(why: string, { modelId, datasetId }: Asked): ApiError {
  return apiError('nothing_to_judge', `${why} ${INSTEAD}`, { model_id: modelId, dataset_id: datasetId });
}
