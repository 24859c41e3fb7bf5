/** Parameters that several operations share. */
import { z } from 'zod';
import { DomainParameter, Identifier } from '../contract/common.ts';

export const UserPath = z.strictObject({
  user_id: Identifier.describe(
    'The id, percent-encoded: 1 to 256 characters of any printable Unicode (`a/b` is `a%2Fb`).',
  ),
});

export const DomainQuery = z.strictObject({
  domain: DomainParameter.optional().describe('Default: all domains.'),
});

export const OneDomainQuery = z.strictObject({
  domain: DomainParameter.describe('The domain of the record that is changed.'),
});

export const UserQuery = DomainQuery.extend({
  alternatives: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: the record also has the values that another source overrode. Default: `false`.'),
});
