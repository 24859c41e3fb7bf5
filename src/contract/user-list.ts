/** GET /users, GET /domains/{domain}/samples. */
import { z } from 'zod';
import { anyObject, controlCharacters, DomainInAddress, Identifier } from './common.ts';
import { EXAMPLE_CURSOR, ListQuery, listOf, repeatedIds } from './lists.ts';
import { UpsertUserRequest } from './user.ts';

const MOST_IDS = 100;
/** UTF-16 units of an id, and of a prefix of one. */
const LONGEST_ID = 512;

const Prefix = z
  .string()
  .refine((text) => text.length <= LONGEST_ID && [...text].length <= 256, 'must have at most 256 characters')
  .refine((text) => text.isWellFormed(), 'must not have lone surrogates')
  .refine((text) => !controlCharacters.test(text), 'must not have control characters')
  .meta({ maxLength: 256 });

export const UserListQuery = ListQuery.extend({
  domain: DomainInAddress,
  prefix: Prefix.optional()
    .describe(
      'Only ids that begin with it, compared exactly: letters of another case or of another Unicode normalization differ, and `%` and `_` stand for themselves.',
    )
    .meta({ example: 'a' }),
  user_ids: repeatedIds(
    Identifier,
    MOST_IDS,
    'Only these users, the parameter once for each of at most 100: `user_ids=a&user_ids=b`, in place of `prefix`, `cursor` and `limit`. Unknown ids are left out.',
  ).meta({ example: ['ana', 'bruno'] }),
  cursor: z
    .string()
    .min(1)
    .max(2048)
    .optional()
    .describe('`next_cursor` of the previous page. Opaque; valid only with the same `domain` and `prefix`.')
    .meta({ example: EXAMPLE_CURSOR }),
}).superRefine((query, { addIssue }) => {
  if (query.user_ids === undefined) return;
  for (const other of ['prefix', 'cursor'] as const)
    if (query[other] !== undefined)
      addIssue({
        code: 'custom',
        path: [other],
        message: 'cannot be given with `user_ids`; leave one of them out',
      });
});

export const UserSummary = z
  .object({
    user_id: z.string(),
    complete: z
      .boolean()
      .describe('Whether others may be shown this person: no field is missing that the domain requires.'),
    created_at: z.string(),
    updated_at: z.string(),
    fields: anyObject().describe(
      'Texts of more than 200 characters are cut and end in «…»; lists of more than 4,096 characters are left out.',
    ),
  })
  .meta({ id: 'UserSummary' });
export type UserSummary = z.infer<typeof UserSummary>;

export const UserList = listOf(UserSummary)
  .extend({ people: z.number().int().min(0).describe('People of the domain, whatever the query.') })
  .meta({ id: 'UserList' });

export const DomainSamples = z
  .object({
    domain: z.string(),
    data: z.array(
      UpsertUserRequest.pick({ user_id: true, domain: true, context: true, fields: true, preferences: true }),
    ),
    request_id: z.string(),
  })
  .meta({ id: 'DomainSamples' });
