/** Path parameters of datasets, tokenizers and models. A malformed id is 400, an unknown one 404. */
import { z } from 'zod';
import { ResourceId } from '../../contract/lists.ts';

export const DatasetPath = z.strictObject({ dataset_id: ResourceId });
export const ModelPath = z.strictObject({ model_id: ResourceId });
export const SimulationPath = z.strictObject({ simulation_id: ResourceId });
export const JobPath = z.strictObject({ job_id: ResourceId });
export const TokenizerPath = z.strictObject({ tokenizer_id: ResourceId });
