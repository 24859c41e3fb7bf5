/** POST /generate: items generated as semantic IDs. */
import { z } from 'zod';
import { idList } from './id-list.ts';
import { ResourceId } from './lists.ts';
import { MOST_HISTORY_IDS } from './model.ts';

const MOST_GENERATED = 100;
const WIDEST_BEAM = 200;
const DEFAULT_LIMIT = 20;
const DEFAULT_BEAM = 20;

export const GenerateRequest = z
  .strictObject({
    model_id: ResourceId,
    history: idList({ least: 0, most: MOST_HISTORY_IDS }).describe(
      'Item ids, oldest first; at least one and at most the model’s `max_history_items`.',
    ),
    limit: z.int().min(1).max(MOST_GENERATED).default(DEFAULT_LIMIT),
    beam: z
      .int()
      .min(1)
      .max(WIDEST_BEAM)
      .optional()
      .describe(
        `Beam width: code prefixes followed at once. A wider beam finds more and takes longer. Default: the larger of ${DEFAULT_BEAM} and \`limit\`; never less than \`limit\`.`,
      ),
  })
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
          score: z.number().describe('Log-probability of the item among all of the catalogue, at most 0.'),
          codes: z.array(z.int()).describe('One per level.'),
          tokens: z.string().describe('`<sid_L_C>` per code, L the level from 0 on.'),
        }),
      )
      .describe(
        'Most likely first, ties by the bytes of the id. Every item is in the catalogue; items of the history may occur.',
      ),
    request_id: z.string(),
  })
  .meta({ id: 'Generation' });
