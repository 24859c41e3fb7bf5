/** POST /simulations and its results. */
import { z } from 'zod';
import { MOST_HISTORY_IDS } from './history-input.ts';
import { idList } from './id-list.ts';
import { listOf, ResourceId } from './lists.ts';
import { rowsOf } from './rows.ts';

const MOST_CANDIDATES = 10_000;
export const MOST_SIMULATED = 10_000;

const Policy = z
  .union([
    z.enum(['model', 'popular', 'random']),
    z.strictObject({ candidate_item_ids: idList({ least: 1, most: MOST_CANDIDATES }) }),
  ])
  .describe('Items offered to people at every step; the model chooses among them in their place.');

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
        histories: rowsOf(idList({ least: 0, most: MOST_HISTORY_IDS }), {
          least: 1,
          most: MOST_SIMULATED,
        }).describe(
          'Item ids, oldest first. A body has at most 250,000 values in all, their ids among them.',
        ),
      })
      .describe('Starts from given histories.')
      .meta({ id: 'SimulateHistories' }),
    z
      .strictObject({
        ...shared,
        dataset_id: ResourceId.describe(
          `Starts from the people of the dataset (at most ${MOST_SIMULATED}): the last items of each that the model did not learn from are held out as the known continuation.`,
        ),
      })
      .describe('Starts from the people of a dataset.')
      .meta({ id: 'SimulateDataset' }),
  ])
  .meta({ id: 'SimulationRequest' });
export type SimulationRequest = z.output<typeof SimulationRequest>;

const Measure = z
  .object({ value: z.number().nullable(), low: z.number().nullable(), high: z.number().nullable() })
  .describe('A value with its 95 % interval over people; null where there are no cases.');

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
    histories: z.int().nullable().describe('Number of histories; null until it has succeeded.'),
    judged_histories: z
      .int()
      .nullable()
      .describe(
        'Number of histories with a known continuation that the model did not learn from; 0 for given histories, null until it has succeeded.',
      ),
    baskets_read_as: z
      .enum(['single_items'])
      .nullable()
      .describe(
        'How a simulation reads the baskets of the dataset that the model learned from: `single_items`, where a step is one item and not a basket, and the order of a basket is that of its events. null: the dataset has no baskets, the simulation has not succeeded, or an earlier version made it.',
      ),
    coverage: Measure.nullable().describe('Share of the catalogue that was taken at least once.'),
    exposure_gini: Measure.nullable().describe('How unevenly takes spread over the catalogue.'),
    repeat_rate: Measure.nullable().describe('Share of takes of an item that the person had before.'),
    per_step: z
      .array(z.object({ step: z.int(), hit_rate: Measure.nullable() }))
      .nullable()
      .describe(
        'Share of the people with a known continuation at this step that took the same item as in the dataset; null where there are none.',
      ),
    top_items: z
      .array(z.object({ item_id: z.string(), share: Measure }))
      .nullable()
      .describe('The 20 items with the largest share of all takes.'),
    error: z
      .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) })
      .nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'SimulationFields' });
export type SimulationFields = z.output<typeof SimulationFields>;

export const SimulationList = listOf(SimulationFields).meta({ id: 'SimulationList' });

export const Simulation = SimulationFields.extend({ request_id: z.string() }).meta({ id: 'Simulation' });
