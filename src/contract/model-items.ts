/** Wire shapes of the items that a model ranks. */
import { z } from 'zod';
import { Identifier } from './common.ts';
import { ListQuery, listOf, repeatedIds } from './lists.ts';

const MOST_ASKED_ITEMS = 100;

export const ModelItem = z
  .object({
    item_id: z.string(),
    title: z.string().describe('The first line of the text, at most 200 characters; empty for a blank text.'),
    text: z.string().describe('The other lines, at most 200 characters.'),
    features: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .describe('Lines `name: value` of the text, at most 20; values have at most 200 characters.'),
    image_url: z
      .string()
      .nullable()
      .describe(
        'An `https` address of a picture from a feature such as `image_url`; null where there is none.',
      ),
    events: z.int().describe('Events of the item that the model was trained on; 0 for a new item.'),
  })
  .meta({ id: 'ModelItem' });
export type ModelItem = z.output<typeof ModelItem>;

export const ModelItemList = listOf(ModelItem).meta({ id: 'ModelItemList' });

export const ModelItemsQuery = ListQuery.extend({
  prefix: Identifier.optional()
    .describe('Only items whose id begins so; compared by bytes.')
    .meta({ example: 'tea-' }),
  item_ids: repeatedIds(
    Identifier,
    MOST_ASKED_ITEMS,
    'Only these items, the parameter once for each: `item_ids=a&item_ids=b`. They come in one page, whatever `limit`; unknown ids are left out.',
  ).meta({ example: ['tea-01'] }),
});
export type ModelItemsQuery = z.output<typeof ModelItemsQuery>;
