/** POST /generate: items generated as semantic IDs. */
import { z } from 'zod';
import {
  checkSource,
  checkTimestamps,
  HistoryTimestamps,
  historyIds,
  lenienceOptions,
  personIdInput,
  sessionIdInput,
} from './history-input.ts';
import { ResourceId } from './lists.ts';
import { contextInput, fallback, personFeaturesInput } from './person-features.ts';
import { answeredOptions, because, rankingOptions } from './ranking-options.ts';
import { checkRules, ruledItem } from './ranking-rules.ts';

const MOST_GENERATED = 100;
const WIDEST_BEAM = 200;
const DEFAULT_LIMIT = 20;
const DEFAULT_BEAM = 20;

export const GenerateRequest = z
  .strictObject({
    model_id: ResourceId,
    history: historyIds(
      '; at most the model’s `max_history_items`. May be empty, which ranks by popularity. Either this, `person_id` or `session_id`.',
    ),
    history_timestamps: HistoryTimestamps,
    person_id: personIdInput,
    session_id: sessionIdInput,
    person_features: personFeaturesInput,
    context: contextInput,
    ...rankingOptions,
    limit: z.int().min(1).max(MOST_GENERATED).default(DEFAULT_LIMIT),
    exclude_seen: z.boolean().default(false).describe('Whether items of the history are left out.'),
    ...lenienceOptions,
    beam: z
      .int()
      .min(1)
      .max(WIDEST_BEAM)
      .optional()
      .describe(
        `Beam width: code prefixes followed at once. A wider beam finds more and takes longer. Default: the larger of ${DEFAULT_BEAM} and \`limit\`; never less than \`limit\`. With candidates, filters, boosts, rules or diversity the items are not searched: every item is scored, exactly.`,
      ),
  })
  .superRefine(checkSource)
  .superRefine(checkTimestamps)
  .superRefine(checkRules)
  .transform(({ beam, ...request }) => ({
    ...request,
    beam: Math.max(beam ?? DEFAULT_BEAM, request.limit),
  }))
  .meta({ id: 'GenerateRequest' });
export type GenerateRequest = z.output<typeof GenerateRequest>;

export const Generation = z
  .object({
    model_id: z.string(),
    model_version: z.string(),
    items: z
      .array(
        z.object({
          item_id: z.string(),
          score: z
            .number()
            .describe(
              'Log-probability of the item among all of the catalogue, divided by a temperature that is fitted on validation data, as `score` of `predict`; at most 0. With `boosts` their weights are added.',
            ),
          codes: z.array(z.int()).describe('One per level.'),
          tokens: z.string().describe('`<sid_L_C>` per code, L the level from 0 on.'),
          ...ruledItem,
          because,
        }),
      )
      .describe(
        'Most likely first, ties by the bytes of the id. Every item is in the catalogue; items of the history may occur.',
      ),
    fallback,
    ...answeredOptions,
    request_id: z.string(),
  })
  .meta({ id: 'Generation' });
export type Generation = z.output<typeof Generation>;
