import { AdaptationRequest } from '../../../contract/adaptation.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postAdaptations = ({ models }: Pick<ServerDependencies, 'models'>) =>
  jobOperation({
    operationId: 'adaptModel',
    sdk: 'adaptations.create',
    method: 'POST',
    path: '/v1/adaptations',
    scope: 'train',
    tag: 'Adaptation',
    summary: 'Adapt a model to a dataset',
    description:
      'Trains a pinned model on a dataset. The job (`model_adaptation`) reports epoch, loss and remaining minutes in `detail` (`minutes_left` is the estimate, `minutes_left_at_most` holds if no fit stops early, and is missing until the first evaluation has ended), and ends with the model’s card in `result.model`. Settings that are left out are chosen from the shape of the data, and the card says why. `base_model_id` continues from an earlier model: new items are added, old ones stay, and a retriever keeps the tokenizer of that model. The dataset’s terms must allow training.',
    body: AdaptationRequest,
    examples: {
      'By its own choice': {
        dataset_id: 'ds_01k9q3v0c4m2t8x6h5n7r1w2ya',
        name: 'shop-next-item',
      },
      'With settings': {
        dataset_id: 'ds_01k9q3v0c4m2t8x6h5n7r1w2ya',
        name: 'shop-next-item',
        architecture: 'sequential-recommender',
        settings: {
          history_length: 50,
          width: 16,
          heads: 2,
          blocks: 1,
          epochs: 3,
          events: { kinds: ['purchase'], least_events: 2 },
          evaluation: 'brief',
          seed: 1,
        },
      },
    },
    errors: [
      'dataset_not_found',
      'model_not_found',
      'tokenizer_not_found',
      'access_denied',
      'model_not_ready',
      'tokenizer_not_ready',
      'conflict',
      'capability_missing',
    ],
    idempotency: 'required',
    handle: ({ caller, body, claim }) => models.adapt(caller.tenantId, body, claim),
  });
