/**
 * The settings of fair exposure of one domain of a tenant, as the operator gives them and as they are kept.
 */
import { z } from 'zod';

const MAX_GROUPS = 50;

const NewcomerDays = z.int().min(1).max(365);
const NewcomerShare = z.number().gt(0).max(0.5);
const Newcomers = z.strictObject({
  days: NewcomerDays.default(14).describe('A row is new for so many days after its creation.'),
  min_share: NewcomerShare.default(0.1).describe(
    'At least this share of the shown candidates is new, while the candidates at hand allow it.',
  ),
});

const GroupField = z
  .string()
  .min(1)
  .max(64)
  .describe('An enum or boolean field with one value, by which exposure is reported.');
const GroupShares = z.record(z.string().min(1).max(64), z.number().gt(0).max(1));
const groupShares =
  'By value of the field: the least share of the shown candidates, while the candidates at hand allow it.';
const Groups = z.strictObject({
  field: GroupField,
  min_share: GroupShares.refine(
    (shares) => Object.keys(shares).length <= MAX_GROUPS,
    `at most ${MAX_GROUPS} values`,
  )
    .refine((shares) => sum(Object.values(shares)) <= 1 + 1e-9, 'the shares add up to more than 1')
    .default({})
    .describe(groupShares),
});

const Capacity = z
  .number()
  .min(0.01)
  .max(1_000_000)
  .describe('Expected likes that a candidate can take in a window: the sum of the chances to be liked.');
const WindowHours = z.number().min(0.1).max(720);
const windowHours = 'Shown matches count less and less: after a window, by the factor 1/e.';
const Step = z.number().min(0.01).max(4);
const step =
  'How much the price of a candidate with twice the capacity rises in a window, in log-odds. Above 1 prices swing.';
const MaxPrice = z.number().min(0.1).max(10);
const maxPrice = 'No price is above, in log-odds.';
const HardCap = z.number().min(1).max(100).nullable();
const hardCap = 'A candidate with so many times the capacity is not shown; null: no such bound.';

/** As it is given. */
export const FairExposure = z
  .strictObject({
    capacity: Capacity,
    window_hours: WindowHours.default(24).describe(windowHours),
    step: Step.default(0.5).describe(step),
    max_price: MaxPrice.default(4).describe(maxPrice),
    hard_cap: HardCap.default(2).describe(hardCap),
    newcomers: Newcomers.nullable()
      .default(Newcomers.parse({}))
      .describe('A floor for the exposure of newcomers; null: none.'),
    groups: Groups.nullable().default(null).describe('Groups to report; null: none.'),
  })
  .meta({ id: 'FairExposure' });
export type FairExposure = z.output<typeof FairExposure>;

/** As it is in force, with every setting. */
export const FairExposureInForce = z
  .object({
    capacity: Capacity,
    window_hours: WindowHours.describe(windowHours),
    step: Step.describe(step),
    max_price: MaxPrice.describe(maxPrice),
    hard_cap: HardCap.describe(hardCap),
    newcomers: z.object({ days: NewcomerDays, min_share: NewcomerShare }).nullable(),
    groups: z.object({ field: GroupField, min_share: GroupShares.describe(groupShares) }).nullable(),
  })
  .meta({ id: 'FairExposureInForce' });

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
