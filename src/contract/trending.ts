/** POST /datasets/{dataset_id}/trending: the items that rose. */
import { z } from 'zod';
import { anyObject, Identifier, MAX_FILTERS } from './common.ts';
import { Timestamp } from './dataset.ts';

const MOST_HOURS = 17_520;
const WEEK_HOURS = 168;
const MOST_TRENDING = 1000;
const MOST_KINDS = 64;

export const TrendingRequest = z
  .strictObject({
    window_hours: z
      .int()
      .min(1)
      .max(MOST_HOURS)
      .default(WEEK_HOURS)
      .describe('The length of the window, and of the one before it that it is compared with.'),
    until: Timestamp.optional().describe('The end of the window. Default: the time of the newest event.'),
    kinds: z
      .array(Identifier)
      .min(1)
      .max(MOST_KINDS)
      .optional()
      .describe('Only events of these kinds. Default: all. Events with a value below 0 never count.'),
    filters: anyObject(MAX_FILTERS)
      .optional()
      .describe(
        'Only items that pass, by the features that the dataset declares for items, as in `predict`.',
      ),
    person_filters: anyObject(MAX_FILTERS)
      .optional()
      .describe(
        'Only events of people who pass, in the same grammar, by the features that the dataset declares for people.',
      ),
    limit: z.int().min(1).max(MOST_TRENDING).default(20),
  })
  .meta({ id: 'TrendingRequest' });
export type TrendingRequest = z.output<typeof TrendingRequest>;

const Window = z.object({
  from: z.string().describe('Events after this moment.'),
  until: z.string().describe('Events up to this moment, and at it.'),
});

export const Trending = z
  .object({
    dataset_id: z.string(),
    window: Window,
    before: Window.describe('The window before, equally long.'),
    items: z
      .array(
        z.object({
          item_id: z.string(),
          events: z.int().describe('In the window.'),
          people: z.int().describe('The people of these events.'),
          events_before: z.int().describe('In the window before.'),
          rise: z
            .number()
            .describe(
              'The difference of the two counts over the square root of their sum and one. Up to 2 may be chance.',
            ),
        }),
      )
      .describe('Items with more events than before, the steepest rise first. No person is named.'),
    request_id: z.string(),
  })
  .meta({ id: 'Trending' });
export type Trending = z.output<typeof Trending>;
