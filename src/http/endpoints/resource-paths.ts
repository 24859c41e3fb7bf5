/** Path parameters of the behavioural area: an id that is malformed is 400, one that nobody has is 404. */
import { z } from 'zod';
import { ResourceId } from '../../contract/lists.ts';

export const DatasetPath = z.strictObject({ dataset_id: ResourceId });
export const ModelPath = z.strictObject({ model_id: ResourceId });
export const SimulationPath = z.strictObject({ simulation_id: ResourceId });
export const JobPath = z.strictObject({ job_id: ResourceId });
export const TokenizerPath = z.strictObject({ tokenizer_id: ResourceId });
