/** The distribution of the weight of a run's outcomes over keys, seekers and candidates. */
import { z } from 'zod';

const share = z.number().min(0).max(1);

const WeightShare = z
  .object({
    id: z
      .string()
      .nullable()
      .describe('null: outcomes from before keys were recorded, or sent without a key; an erased person.'),
    outcomes: z.number().int().min(1),
    share_of_outcomes: share,
    share_sent: share.describe('Share of the weight as it was sent, with the polarity of the labels.'),
    share_used: share.describe('Share of the weight that counts after the bounds.'),
  })
  .meta({ id: 'WeightShare' });
export type WeightShare = z.infer<typeof WeightShare>;

const largest = (of: string) =>
  z.array(WeightShare).max(5).describe(`The ${of} with the largest shares of the weight as sent.`);

export const Concentration = z
  .object({
    outcomes: z.number().int(),
    bounded: z.number().int().describe('Outcomes whose weight counts as less than it was sent.'),
    over_median: z
      .number()
      .int()
      .describe('Outcomes that were sent with more than 20 times the median weight; they count as 20 times.'),
    keys: largest('keys'),
    seekers: largest('seekers'),
    candidates: largest('candidates'),
    warnings: z.array(z.string()).max(7).describe('Suspicious patterns, in plain words; also in `reason`.'),
  })
  .meta({ id: 'Concentration' });
export type Concentration = z.infer<typeof Concentration>;
