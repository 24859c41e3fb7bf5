import { fitResult } from '../../../behaviour/tokenizers/tokenizer-fields.ts';
import { FitAnswer, FitTokenizerRequest } from '../../../contract/tokenizer.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postTokenizers = ({ tokenizers }: Pick<ServerDependencies, 'tokenizers'>) =>
  jobOperation({
    operationId: 'fitTokenizer',
    sdk: 'tokenizers.create',
    method: 'POST',
    path: '/v1/tokenizers',
    scope: 'data',
    tag: 'Tokenizers',
    summary: 'Fit a tokenizer',
    description:
      'Fits codebooks on the content of items and gives every item its codes. With `dataset_id`: on a dataset whose terms allow training, with automatic settings; the answer is the job. With `catalog`: on a catalogue at a location that the operator allows (one item a record: `item_id` and `text`, or `title`, `description`, `attributes`, and `image_url`), with settings of your choice; the answer is the new tokenizer. In both cases a job (`tokenizer_fit`) ends with the tokenizer in `result.tokenizer`.',
    body: FitTokenizerRequest,
    examples: {
      'On a dataset': {
        dataset_id: 'ds_01k9q3v0c4m2t8x6h5n7r1w2ya',
        name: 'shop',
      },
      'On a catalogue': {
        name: 'shop-by-text',
        catalog: { uri: 'file:catalogue.jsonl', format: 'jsonl' },
        modalities: ['text'],
        codebook: { levels: 4, resolution: 'multi', base_size: 256 },
        collaborative_signal: {
          mode: 'cooccurrence_contrastive',
          interactions: { uri: 'file:histories.jsonl', format: 'jsonl' },
          weight: 0.5,
        },
        progressive_masking: true,
      },
    },
    errors: ['dataset_not_found', 'access_denied', 'unsupported_format'],
    idempotency: 'required',
    answerWith: {
      schema: FitAnswer,
      description: 'The job, or the tokenizer as it begins. Poll until it is ready.',
      view: ({ jobId, createdAt, resource }, body) =>
        'catalog' in body ? fitResult(body, { jobId, createdAt, tokenizerId: resource!.id }) : null,
    },
    handle: ({ caller, body, claim }) => tokenizers.fit(caller.tenantId, body, claim),
  });
