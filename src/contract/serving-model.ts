/** POST /train/deploy. */
import { z } from 'zod';
import { DomainParameter } from './common.ts';
import { Tier } from './tier.ts';

export const DeployRequest = z
  .strictObject({
    domain: DomainParameter,
    run_id: z
      .string()
      .min(1)
      .max(128)
      .nullable()
      .describe('A run that was deployed before, earlier or later; null: no model of your own.'),
  })
  .meta({ id: 'DeployRequest' });
export type DeployRequest = z.infer<typeof DeployRequest>;

export const ServingModel = z
  .object({
    domain: z.string(),
    run_id: z.string().nullable().describe('The run whose model serves; null: no model of your own does.'),
    version: z.string().nullable().describe('The version of that model.'),
    serving: z
      .object({ tier: Tier, version: z.string() })
      .describe('The model that ranks the next match, as in its `models_used`, unless a stage pins a tier.'),
    request_id: z.string(),
  })
  .meta({ id: 'ServingModel' });
export type ServingModel = Omit<z.infer<typeof ServingModel>, 'request_id'>;
