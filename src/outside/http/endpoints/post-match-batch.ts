import { MatchBatchRequest } from '../../../contract/match-batch.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postMatchBatch = ({ matchBatches }: Pick<ServerDependencies, 'matchBatches'>) =>
  jobOperation({
    operationId: 'matchBatch',
    sdk: 'match.batch',
    method: 'POST',
    path: '/v1/match/batch',
    scope: 'match',
    tag: 'Match',
    summary: 'Match many users',
    description:
      'The answers of POST /v1/match for all users of the domain, for those of one side or of a filter, for given ones, or for those of a file. The job (`match_batch`) counts them in `detail.people` and ends with `result.download_url`, `people` and `failed`; a seeker who is unknown is a line with `error`. All lines are made for the moment of the request. The matches give way to those of callers. `llm_judge` runs only where `stages` enables it, within your budget. Nothing is stored as shown unless `record` is true. The file is the same however often the job was interrupted; people erased while it is made are not in it, and an erasure later removes a file that names the person.',
    body: MatchBatchRequest,
    examples: {
      'All users, ten matches each': { domain: 'dating', limit: 10 },
      'Given users': {
        domain: 'dating',
        user_ids: ['ana', 'bruno'],
        limit: 3,
        filters: { age: { gte: 28 } },
        explain: true,
      },
      'A file': {
        domain: 'dating',
        source_uri: 'file:seekers.jsonl',
        output_format: 'parquet',
      },
    },
    errors: [
      'domain_not_found',
      'duplicate_id',
      'unknown_filter',
      'unknown_outcome',
      'invalid_field_value',
      'model_unavailable',
      'location_unknown',
      'unsupported_format',
    ],
    idempotency: 'required',
    handle: ({ caller, body, claim }) => matchBatches.start(caller.tenantId, body, claim),
  });
