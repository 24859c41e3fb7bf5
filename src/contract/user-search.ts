/** POST /users/search. */
import { z } from 'zod';
import { characters, conditions, DomainParameter } from './common.ts';
import { idList } from './id-list.ts';
import { EXAMPLE_CURSOR, listOf } from './lists.ts';
import { UserSummary } from './user-list.ts';

const LONGEST_QUERY = 200;
const LONGEST_NAME = 64;
const MOST_IDS = 100;
/** A position has an id and a value. */
const LONGEST_CURSOR = 4096;

export const UserSearch = z
  .strictObject({
    domain: DomainParameter,
    q: characters(1, LONGEST_QUERY)
      .optional()
      .describe(
        'The beginning of the id, or of a word of a title or of a hard field. Case and accents do not count. Each of several words must be found.',
      ),
    filters: conditions()
      .optional()
      .describe(
        'In the grammar of the `filters` of POST /match, without `exclude_outcomes`. A distance needs `<geo field>_from`.',
      ),
    sort: z
      .strictObject({
        by: z
          .string()
          .min(1)
          .max(LONGEST_NAME)
          .describe('`user_id`, `created_at`, `updated_at`, or a hard field that has one value.'),
        order: z.enum(['asc', 'desc']).default('asc'),
      })
      .optional()
      .describe('People without a value come last. Default: by the word that was found, then by the id.'),
    user_ids: idList({ least: 1, most: MOST_IDS })
      .optional()
      .describe(
        'Only these users, in the order of the bytes of their ids, in place of the other keys. Unknown ids are left out.',
      ),
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z
      .string()
      .min(1)
      .max(LONGEST_CURSOR)
      .optional()
      .describe('`next_cursor` of the previous page. Opaque; valid only with the same search.')
      .meta({ example: EXAMPLE_CURSOR }),
  })
  .superRefine((search, { addIssue }) => {
    if (search.user_ids === undefined) return;
    for (const other of ['q', 'filters', 'sort', 'cursor'] as const)
      if (search[other] !== undefined)
        addIssue({
          code: 'custom',
          path: [other],
          message: 'cannot be given with `user_ids`; leave one of them out',
        });
  })
  .meta({ id: 'UserSearch' });
export type UserSearch = z.output<typeof UserSearch>;

export const FoundUser = UserSummary.extend({
  title: z
    .string()
    .describe(
      'The first text of at most 100 characters in a field whose name says that it names its profile, such as `name`, `title`, `headline`, `job_title`; otherwise the id.',
    ),
  subtitle: z.string().describe('Hard fields in words, those of high priority first. May be empty.'),
  picture: z
    .string()
    .nullable()
    .describe('The web address in a field whose name says that it is a picture, such as `photo_url`.'),
  matched: z
    .object({ field: z.string(), value: z.string() })
    .nullable()
    .describe('The value in which `q` was found, and its field, `user_id` for an id; null without `q`.'),
}).meta({ id: 'FoundUser' });
export type FoundUser = z.infer<typeof FoundUser>;

export const UserSearchResult = listOf(FoundUser)
  .extend({
    people: z.number().int().min(0).describe('People of the domain, whatever the search.'),
    complete: z
      .boolean()
      .describe(
        'False where the search ended before it had seen all: it looks at 5,000 people at most. A page may be short or empty then, and `next_cursor` goes on behind it. With `sort`, others may come before these.',
      ),
  })
  .meta({ id: 'UserSearchResult' });
