/** POST /outcomes/withdraw. */
import { z } from 'zod';
import { characters, DomainParameter, Identifier } from './common.ts';

const time = (end: string) =>
  z.iso
    .datetime({ offset: true })
    .optional()
    .describe(`Outcomes ${end}, to the millisecond. The time at which the service took the outcome counts.`);

const SELECTORS = ['key_id', 'seeker_id', 'candidate_id', 'since', 'until'] as const;

export const WithdrawRequest = z
  .strictObject({
    domain: DomainParameter,
    key_id: characters(1, 128)
      .optional()
      .describe('Outcomes that were sent with this key of yours, also with a revoked one.'),
    seeker_id: Identifier.optional().describe('Outcomes of this seeker.'),
    candidate_id: Identifier.optional().describe('Outcomes on this candidate.'),
    since: time('of this time or later'),
    until: time('of this time or earlier'),
    dry_run: z.boolean().default(false).describe('Only count; nothing changes.'),
  })
  .refine((body) => SELECTORS.some((name) => body[name] !== undefined), {
    path: ['key_id'],
    message: 'at least one of `key_id`, `seeker_id`, `candidate_id`, `since`, `until`',
  })
  .refine(
    ({ since, until }) =>
      since === undefined || until === undefined || Date.parse(since) <= Date.parse(until),
    {
      path: ['until'],
      message: 'a time that is not before `since`',
    },
  )
  .describe('Outcomes for which all given conditions hold. At least one is given beside `domain`.')
  .meta({ id: 'WithdrawRequest' });
export type WithdrawRequest = z.infer<typeof WithdrawRequest>;

const count = z.number().int().min(0);

export const Withdrawal = z
  .object({
    withdrawn: count.describe(
      'Outcomes that this call took back, superseded ones included; in a dry run, all that are selected.',
    ),
    triplets_withdrawn: count.describe('Triplets that named a pair whose current outcome was taken back.'),
    triplets_recomputed: count.describe(
      'Triplets made for labels that stand again and for outcomes that were left without one; 0 in a dry run.',
    ),
    remaining: count.describe(
      'Selected outcomes that are left because the call reached its bound: repeat it. 0: all are taken back.',
    ),
    run_id: z
      .string()
      .nullable()
      .describe(
        'The run that learns from what is left. null: a dry run, nothing was selected, some remain, or nothing is left to learn from.',
      ),
    request_id: z.string(),
  })
  .meta({ id: 'Withdrawal' });
export type Withdrawal = z.infer<typeof Withdrawal>;
