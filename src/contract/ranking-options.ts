/** The options of a ranking: its items, and their order. All operations that rank take them. */
import { z } from 'zod';
import { anyObject, MAX_FILTERS } from './common.ts';
import { lenienceAnswer } from './history-input.ts';
import { idList } from './id-list.ts';
import { MOST_PREDICTED, RankingRules, RuleOutcome } from './ranking-rules.ts';

const MOST_CANDIDATES = 100_000;
const MOST_EXCLUDED = 10_000;
const MOST_BOOSTS = 16;
const MOST_BOOST = 1000;

const Candidates = idList({ least: 1, most: MOST_CANDIDATES })
  .optional()
  .describe('Items to rank, each id once. Default: the whole catalogue.');

/** The options of a ranking. A batch has the same for all of its people. */
export const rankingOptions = {
  candidate_item_ids: Candidates,
  limit: z.int().min(1).max(MOST_PREDICTED).default(20),
  exclude_seen: z
    .boolean()
    .optional()
    .describe(
      'Whether items of the history are left out. Default: true without `candidate_item_ids`, false with them.',
    ),
  exclude_item_ids: idList({ least: 0, most: MOST_EXCLUDED })
    .optional()
    .describe('Items that are left out. Ids that the catalogue lacks have no effect.'),
  filters: anyObject(MAX_FILTERS)
    .optional()
    .describe(
      'Only items that pass are ranked. The grammar is that of `filters` of POST /v1/match, over the features that the dataset declares for items: a scalar (equals), an array (any of), or an object of `gt`, `gte`, `lt`, `lte`, `ne`, `in`, `nin`, `exists`. Dates are compared as dates; `created_at` where items have it.',
    ),
  boosts: z
    .array(
      z.strictObject({
        filter: anyObject(MAX_FILTERS),
        weight: z.number().min(-MOST_BOOST).max(MOST_BOOST),
      }),
    )
    .max(MOST_BOOSTS)
    .optional()
    .describe(
      '`weight` is added to the score of every item that passes `filter`; the weights of several add up. Scores are log-odds: 0.7 doubles the odds of an item against the others, for every model and after every refit.',
    ),
  rules: RankingRules,
  diversity: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe(
      'Weight of the difference from the items that come before, by maximal marginal relevance over the model’s item vectors. 0: by score alone. The order changes, scores do not.',
    ),
  explain: z
    .boolean()
    .default(false)
    .describe(
      'Adds `because`: the items of the history that speak most for each item. Costs a further scoring for each of the newest 50 different items of the history (10 for generative retrievers).',
    ),
};

const boostsAnswer = z
  .array(z.object({ filter: z.record(z.string(), z.unknown()), weight: z.number() }))
  .optional()
  .describe('As given.');

/** The options of a request that its answer repeats, with the effect that they had. */
export const answeredOptions = {
  boosts: boostsAnswer,
  rules: z.array(RuleOutcome).optional().describe('The rules of the request, in order, and what they cost.'),
  ...lenienceAnswer,
};

export const because = z
  .array(
    z.object({
      item_id: z.string(),
      weight: z
        .number()
        .describe('The item’s share of what the items of the history add to the score, in (0, 1].'),
    }),
  )
  .optional()
  .describe(
    'At most 3 items of the history without which the score would be lower, the weightiest first. Present with `explain`.',
  );
