/**
 * Path parameters of what the service makes. A malformed id is 400, an unknown one 404. The ids of the
 * examples are those of the recorded answers.
 */
import { z } from 'zod';
import { ResourceId } from '../../../contract/lists.ts';
import { AliasName } from '../../../contract/model-alias.ts';
import recorded from './recorded-answers.generated.json' with { type: 'json' };

export const MatchPath = z.strictObject({
  match_id: ResourceId.describe('The `match_id` of an answer of POST /v1/match.').meta({
    example: recorded.match.match_id,
  }),
});
/** Any text: an id that does not exist is 404. */
export const RunPath = z.strictObject({
  run_id: z.string().min(1).max(128).describe('The `run_id` of an answer of POST /v1/train.').meta({
    example: recorded.train.run_id,
  }),
});
export const DatasetPath = z.strictObject({
  dataset_id: ResourceId.describe(
    'The `id` of the dataset: the `resource` of the job that imported it.',
  ).meta({ example: recorded.getDataset.id }),
});
export const ModelPath = z.strictObject({
  model_id: ResourceId.describe('The `id` of the model: the `resource` of the job that adapted it.').meta({
    example: recorded.getModel.id,
  }),
});
export const AliasPath = z.strictObject({ name: AliasName.meta({ example: 'live' }) });
export const SimulationPath = z.strictObject({
  simulation_id: ResourceId.describe('The `id` of the simulation: the `resource` of its job.').meta({
    example: recorded.getSimulation.id,
  }),
});
export const JobPath = z.strictObject({
  job_id: ResourceId.describe('The `id` of the job, from the answer that accepted it.').meta({
    example: recorded.getJob.id,
  }),
});
export const TokenizerPath = z.strictObject({
  tokenizer_id: ResourceId.describe(
    'The `id` of the tokenizer: the `resource` of the job that fits it.',
  ).meta({ example: recorded.getTokenizer.id }),
});
