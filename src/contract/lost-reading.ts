/** Readings of a text that were not taken, as answers show them. */
import { z } from 'zod';
import { lostReasons, readingOwners } from './reading-signs.ts';
import { Signs } from './stored-record.ts';

const LostReading = z
  .object({
    kind: z.enum(['value', 'preference']),
    value: z.unknown().describe('The value; a preference is in the grammar of `filters`.'),
    context_id: z.string().optional(),
    span: z.tuple([z.number().int(), z.number().int()]).describe('UTF-16 offsets of the words in the text.'),
    path: z.string().optional(),
    probability: z.number().min(0).max(1),
    owner: z
      .enum(readingOwners)
      .describe(
        'Whom the words are about. `other`: somebody else. `denied`: the writer says that it is not so. `quoted`: code, quotations and instructions.',
      ),
    signs: Signs,
    because: z
      .enum(lostReasons)
      .describe(
        '`other_owner`: true of somebody else. `other_value`: a more probable one was taken. `derived`: the network alone gives no value to a derived field. `below_threshold`: too unlikely.',
      ),
  })
  .meta({ id: 'LostReading' });

/** By field, or key of a preference. */
export const LostReadings = z.record(z.string(), z.array(LostReading));
export type LostReadings = z.infer<typeof LostReadings>;
