import { BatchPredictionRequest } from '../../../contract/batch-prediction.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { ModelPath } from './resource-paths.ts';

export const postBatchPredictions = ({ batches }: Pick<ServerDependencies, 'batches'>) =>
  jobOperation({
    operationId: 'predictBatch',
    sdk: 'models.predictBatch',
    method: 'POST',
    path: '/v1/models/:model_id/batch-predictions',
    scope: 'infer',
    tag: 'Models',
    summary: 'Predict for many people',
    description:
      'Ranks items for all people of the dataset, for given ones, or for those of a file. The job (`batch_prediction`) counts them in `detail.people` and ends with `result.download_url`, `people` and `failed`. Unknown items of a history are left out, and long histories cut; a person without events is a line with `error`. The file is the same however often the job was interrupted.',
    parameters: ModelPath,
    body: BatchPredictionRequest,
    examples: {
      'All people of the dataset': { limit: 10 },
      'Given people': {
        people: [{ person_id: 'shopper-1' }, { person_id: 'new-visitor', history: ['cup-07'] }],
        limit: 2,
      },
      'A file': {
        source_uri: 'file:people.jsonl',
        output_format: 'parquet',
      },
    },
    errors: [
      'erased',
      'model_not_found',
      'dataset_not_found',
      'model_not_ready',
      'capability_missing',
      'duplicate_id',
      'unknown_item',
      'unknown_filter',
      'unsupported_format',
    ],
    idempotency: 'required',
    handle: ({ caller, parameters, body, claim }) =>
      batches.start(caller.tenantId, parameters.model_id, body, claim),
  });
