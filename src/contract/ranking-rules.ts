/**
 * Rules of a ranking: shares of its first places, and pinned places. They hold inside of the ranking, so that
 * an answer has `limit` items all the same.
 */
import { z } from 'zod';
import { anyObject, MAX_FILTERS } from './common.ts';

export const MOST_PREDICTED = 1000;
/** The signature of an item, a bit a rule, has one byte. */
const MOST_RULES = 8;

const kinds = ['min_share', 'max_share', 'pin_at'] as const;

const RankingRule = z
  .strictObject({
    filter: anyObject(MAX_FILTERS).describe('The items of the rule, in the grammar of `filters`.'),
    min_share: z
      .number()
      .gt(0)
      .max(1)
      .optional()
      .describe('The least share of the first `in_top` places that these items have, rounded up to places.'),
    max_share: z
      .number()
      .min(0)
      .lt(1)
      .optional()
      .describe(
        'The greatest share of the first `in_top` places that these items have, rounded down to places.',
      ),
    pin_at: z
      .int()
      .min(1)
      .max(MOST_PREDICTED)
      .optional()
      .describe('The place, from 1, that one of these items has: the best one that is left there.'),
    in_top: z
      .int()
      .min(1)
      .max(MOST_PREDICTED)
      .optional()
      .describe('How many of the first places a share is of. Default: `limit`.'),
  })
  .superRefine((rule, context) => {
    const given = kinds.filter((kind) => rule[kind] !== undefined);
    if (given.length !== 1)
      context.addIssue({
        code: 'custom',
        path: given.slice(1, 2),
        message: `must have one of min_share, max_share and pin_at, and has ${given.length === 0 ? 'none' : given.join(' and ')}`,
      });
    if (rule.pin_at !== undefined && rule.in_top !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['in_top'],
        message: 'is of a share, and does not go with pin_at',
      });
  })
  .meta({ id: 'RankingRule' });
export type RankingRule = z.output<typeof RankingRule>;

export const RankingRules = z
  .array(RankingRule)
  .max(MOST_RULES)
  .optional()
  .describe(
    'Shares of the first places and pinned places, held exactly inside of the ranking. Among equal choices the better score comes first, and `limit` is filled. Rules that contradict one another are 400. A rule that the items cannot fill is held as far as they go, and the answer says so; an earlier rule then has precedence. Not together with `diversity`.',
  );

interface RuledRequest {
  readonly limit: number;
  readonly diversity?: number | undefined;
  readonly rules?: readonly RankingRule[] | undefined;
}

/** Faults that need no catalogue. */
export function checkRules(
  { limit, diversity = 0, rules = [] }: RuledRequest,
  context: z.RefinementCtx,
): void {
  const fault = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  if (rules.length > 0 && diversity > 0)
    fault(['diversity'], 'does not go with rules; leave one of them out');
  const pinned = new Map<number, number>();
  for (const [at, { pin_at, in_top }] of rules.entries()) {
    for (const [name, place] of [
      ['pin_at', pin_at],
      ['in_top', in_top],
    ] as const)
      if (place !== undefined && place > limit)
        fault(['rules', at, name], `must be at most the limit, ${limit}`);
    if (pin_at === undefined) continue;
    const earlier = pinned.get(pin_at);
    if (earlier !== undefined) fault(['rules', at, 'pin_at'], `pins the same place as rules[${earlier}]`);
    else pinned.set(pin_at, at);
  }
}

export const RuleOutcome = z
  .object({
    filter: z.record(z.string(), z.unknown()),
    min_share: z.number().optional(),
    max_share: z.number().optional(),
    pin_at: z.int().optional(),
    in_top: z.int().optional(),
    wanted: z.int().describe('The places of the rule: at least, at most, or the pinned one.'),
    filled: z.int().describe('The places that its items have: of the first `in_top`, or the pinned one.'),
    held: z.boolean().describe('False where the items do not suffice, or an earlier rule stands against it.'),
    places_changed: z.int().describe('Places that would have another item without this rule.'),
    score_given_up: z
      .number()
      .describe('The sum of the scores of the answer without this rule, less that of the answer.'),
  })
  .meta({ id: 'RuleOutcome' });
export type RuleOutcome = z.output<typeof RuleOutcome>;

export const ruledItem = {
  moved: z
    .int()
    .optional()
    .describe('Places by which the rules moved the item; above 0: towards the front. Present with `rules`.'),
};
