/** Path parameters of datasets, tokenizers and models. A malformed id is 400, an unknown one 404. */
import { z } from 'zod';
import { ResourceId } from '../../../contract/lists.ts';
import { AliasName } from '../../../contract/model-alias.ts';

export const DatasetPath = z.strictObject({
  dataset_id: ResourceId.describe('The `id` of the dataset: the `resource` of the job that imported it.'),
});
export const ModelPath = z.strictObject({
  model_id: ResourceId.describe('The `id` of the model: the `resource` of the job that adapted it.'),
});
export const AliasPath = z.strictObject({ name: AliasName });
export const SimulationPath = z.strictObject({
  simulation_id: ResourceId.describe('The `id` of the simulation: the `resource` of its job.'),
});
export const JobPath = z.strictObject({
  job_id: ResourceId.describe('The `id` of the job, from the answer that accepted it.'),
});
export const TokenizerPath = z.strictObject({
  tokenizer_id: ResourceId.describe('The `id` of the tokenizer: the `resource` of the job that fits it.'),
});
