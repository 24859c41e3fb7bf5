/** Parameters that several operations share. */
import { z } from 'zod';
import { DomainInAddress, Identifier } from '../../../contract/common.ts';

export const UserPath = z.strictObject({
  user_id: Identifier.describe(
    'The id, percent-encoded: 1 to 256 characters of any printable Unicode (`a/b` is `a%2Fb`).',
  ).meta({ example: 'ana' }),
});

export const DomainQuery = z.strictObject({
  domain: DomainInAddress.optional().describe('Default: all domains.'),
});

export const OneDomainQuery = z.strictObject({
  domain: DomainInAddress.describe('The domain of the record that is changed.'),
});

export const EraseQuery = z
  .strictObject({
    domain: DomainQuery.shape.domain,
    block: z
      .enum(['true', 'false'])
      .optional()
      .describe(
        '`true`: nothing may be stored for the id from now on (409 `erased`), until DELETE /v1/blocked-users/{user_id}. Goes without `domain`. Default: `false`.',
      )
      .meta({ example: 'false' }),
  })
  .refine(({ domain, block }) => block !== 'true' || domain === undefined, {
    message: 'must be left out with a domain: a block holds in all domains. Erase the user in all of them',
    path: ['block'],
  });

export const UserQuery = DomainQuery.extend({
  alternatives: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: the record also has the values that another source overrode. Default: `false`.')
    .meta({ example: 'true' }),
  explain: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      '`true`: the record also has what its texts may say and what was not taken, with the reasons (`lost`). Rules and network read the texts again: those that values are from, then the newest; at most 10. Default: `false`.',
    )
    .meta({ example: 'false' }),
});
