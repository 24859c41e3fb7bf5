/** POST /simulations and what comes of them. */
import { z } from 'zod';
import { itemIds } from './item-ids.ts';
import { ResourceId } from './lists.ts';
import { MOST_CANDIDATES, MOST_HISTORY_IDS } from './model.ts';
import { rowsOf } from './rows.ts';

export const MOST_SIMULATED = 10_000;

const Policy = z
  .union([
    z.enum(['model', 'popular', 'random']),
    z.strictObject({ candidate_item_ids: itemIds({ least: 1, most: MOST_CANDIDATES }) }),
  ])
  .describe('What people are offered at every step; the model chooses from it as they would.');

const shared = {
  model_id: ResourceId,
  steps: z.int().min(1).max(1000),
  policy: Policy,
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
};

export const SimulationRequest = z
  .union([
    z
      .strictObject({
        ...shared,
        histories: rowsOf(itemIds({ least: 0, most: MOST_HISTORY_IDS }), {
          least: 1,
          most: MOST_SIMULATED,
        }).describe(
          'Item ids, oldest first. A body has at most 250,000 values in all, their ids among them.',
        ),
      })
      .describe('From given histories.'),
    z
      .strictObject({
        ...shared,
        dataset_id: ResourceId.describe(
          `From its people (${MOST_SIMULATED} of them where there are more): the last items of each that the model did not learn from are held out as the known continuation.`,
        ),
      })
      .describe('From a dataset’s people.'),
  ])
  .meta({ id: 'SimulationRequest' });
export type SimulationRequest = z.output<typeof SimulationRequest>;

const Measure = z
  .object({ value: z.number().nullable(), low: z.number().nullable(), high: z.number().nullable() })
  .describe('With its 95 % interval over people; null where there is nothing to tell it from.');

export const SimulationFields = z
  .object({
    id: z.string(),
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
    model_id: z.string(),
    policy: z.union([
      z.enum(['model', 'popular', 'random']),
      z.object({ candidate_item_ids: z.array(z.string()) }),
    ]),
    steps: z.int(),
    seed: z.int(),
    histories: z.int().nullable().describe('How many; null until it has succeeded.'),
    judged_histories: z
      .int()
      .nullable()
      .describe(
        'Of how many a continuation is known that the model did not learn from; 0 for given histories, null until it has succeeded.',
      ),
    coverage: Measure.nullable().describe('Share of the catalogue that anybody took.'),
    exposure_gini: Measure.nullable().describe('How unevenly takes spread over the catalogue.'),
    repeat_rate: Measure.nullable().describe('Share of takes of an item that the person had before.'),
    per_step: z
      .array(z.object({ step: z.int(), hit_rate: Measure.nullable() }))
      .nullable()
      .describe(
        'Of the people with a known continuation that reaches this step, the share that took the very item they took in the dataset; null where there are none.',
      ),
    top_items: z
      .array(z.object({ item_id: z.string(), share: Measure }))
      .nullable()
      .describe('Of all takes, the 20 largest shares.'),
    error: z
      .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) })
      .nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'SimulationFields' });
export type SimulationFields = z.output<typeof SimulationFields>;

export const Simulation = SimulationFields.extend({ request_id: z.string() }).meta({ id: 'Simulation' });
