/** The settings of fair exposure of one domain of a tenant, as the operator gives them and as they are kept. */
import { z } from 'zod';

const MAX_GROUPS = 50;

const Newcomers = z.strictObject({
  days: z.int().min(1).max(365).default(14).describe('A row is new for so many days after its creation.'),
  min_share: z
    .number()
    .gt(0)
    .max(0.5)
    .default(0.1)
    .describe('At least this share of the shown candidates is new, while the candidates at hand allow it.'),
});

const Groups = z.strictObject({
  field: z
    .string()
    .min(1)
    .max(64)
    .describe('An enum or boolean field with one value, by which exposure is reported.'),
  min_share: z
    .record(z.string().min(1).max(200), z.number().gt(0).max(1))
    .refine((shares) => Object.keys(shares).length <= MAX_GROUPS, `at most ${MAX_GROUPS} values`)
    .refine((shares) => sum(Object.values(shares)) <= 1, 'the shares add up to more than 1')
    .default({})
    .describe(
      'By value of the field: the least share of the shown candidates, while the candidates at hand allow it.',
    ),
});

export const FairExposure = z
  .strictObject({
    capacity: z
      .number()
      .min(0.01)
      .max(1_000_000)
      .describe('Expected likes that a candidate can take in a window: the sum of the chances to be liked.'),
    window_hours: z
      .number()
      .min(0.1)
      .max(720)
      .default(24)
      .describe('What was shown counts less and less: after a window, by the factor 1/e.'),
    step: z
      .number()
      .min(0.01)
      .max(4)
      .default(0.5)
      .describe(
        'How much the price of a candidate with twice the capacity rises in a window, in log-odds. Above 1 prices swing.',
      ),
    max_price: z.number().min(0.1).max(10).default(4).describe('No price is above, in log-odds.'),
    hard_cap: z
      .number()
      .min(1)
      .max(100)
      .nullable()
      .default(2)
      .describe('A candidate with so many times the capacity is not shown; null: no such bound.'),
    newcomers: Newcomers.nullable()
      .default(Newcomers.parse({}))
      .describe('A floor for the exposure of newcomers; null: none.'),
    groups: Groups.nullable().default(null).describe('Groups to report; null: none.'),
  })
  .meta({ id: 'FairExposure' });
export type FairExposure = z.output<typeof FairExposure>;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
