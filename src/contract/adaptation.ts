/** POST /adaptations: trains a model on a dataset. */
import { z } from 'zod';
import { characters, readable } from './common.ts';
import { GenerativeSettings } from './generative-settings.ts';
import { ResourceId } from './lists.ts';
import { rowsOf } from './rows.ts';
import { SelectionProtocol } from './selection-protocol.ts';
import { SequentialSettings } from './sequential-settings.ts';

export const EventSettings = z
  .strictObject({
    kinds: rowsOf(characters(1, 64), { least: 1, most: 100 })
      .optional()
      .describe('Only events of these kinds. Default: all kinds.'),
    least_value: z
      .number()
      .optional()
      .describe(
        'Only events with at least this value. Default 0: an event with a value below 0 says that the person did not want the item.',
      ),
    repeats: z
      .enum(['folded', 'kept'])
      .optional()
      .describe(
        'Whether a repeated item counts the first time only (`folded`) or every time (`kept`). Default: `kept` where the dataset declares `repeats`, else `folded`.',
      ),
    least_events: z
      .int()
      .min(1)
      .max(1000)
      .default(1)
      .describe('People with fewer events, after the filters above, are left out.'),
  })
  .meta({ id: 'EventSettings' });
export type EventSettings = z.output<typeof EventSettings>;

/** Settings shared by all architectures. */
const sharedSettings = {
  events: EventSettings.prefault({}).describe('Which events become histories, and how.'),
  evaluation: z
    .enum(['full', 'standard', 'brief', 'none'])
    .default('standard')
    .describe(
      '`standard`: leave one out and by time, and leave one out with the ties of one moment shuffled where at least 1 % of the targets are tied. `full`: both splits, ties as imported and shuffled. `brief`: leave one out as imported, with the fewest trainings. `none`: the card says that nothing was evaluated.',
    ),
  protocol: SelectionProtocol.optional().describe(
    'The data that choose the number of epochs, the blend and the scale of the scores. `time`: the first events of people after a moment, by a model that knows nothing later. `leave_one_out`: the last event but one of each person. Default: `time`, where the events have times and at least 50 people have events before and after the moment, else `leave_one_out`. The card says which it was, `training.protocol`.',
  ),
  seed: z.int().min(0).max(2_147_483_647).default(0),
};

/**
 * Checks the pair only where both are given; a value that is chosen automatically is checked with the data.
 */
function isDivisible(settings: { readonly width?: number | undefined; readonly heads?: number | undefined }) {
  return (
    settings.width === undefined || settings.heads === undefined || settings.width % settings.heads === 0
  );
}
const multipleOfHeads = { path: ['width'], message: 'must be a multiple of heads' };

const common = {
  dataset_id: ResourceId,
  name: readable(1, 200).describe('An existing name gets the next version.'),
  base_model_id: ResourceId.optional().describe(
    'A ready model of the same architecture to continue from. Known items keep what was learned, new ones are added.',
  ),
};

export const AdaptationRequest = z
  .union([
    z
      .strictObject({
        ...common,
        architecture: z.literal('sequential-recommender').default('sequential-recommender'),
        settings: SequentialSettings.extend(sharedSettings).refine(isDivisible, multipleOfHeads).prefault({}),
      })
      .describe('A transformer over the items of a history.')
      .meta({ id: 'AdaptRecommender' }),
    z
      .strictObject({
        ...common,
        architecture: z.literal('generative-retriever'),
        tokenizer_id: ResourceId.optional().describe(
          'Default: the tokenizer of the base model, else one fitted on the dataset.',
        ),
        settings: GenerativeSettings.extend(sharedSettings).refine(isDivisible, multipleOfHeads).prefault({}),
      })
      .describe('A transformer that generates the semantic ids of items.')
      .meta({ id: 'AdaptRetriever' }),
  ])
  .meta({ id: 'AdaptationRequest' });
export type AdaptationRequest = z.output<typeof AdaptationRequest>;
