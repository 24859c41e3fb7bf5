/**
 * Requests and answers of the documentation. Real ones: a test sends the requests to a service in this order and
 * holds the answers against these.
 */

import type { z } from 'zod';
import type { MatchRequest } from '../../contract/match.ts';
import type { AppendContextRequest, UpsertUserRequest } from '../../contract/user.ts';

export const upsertExample: UpsertUserRequest = {
  user_id: 'ana',
  domain: 'dating',
  context:
    "I'm 31 and live in Lisbon. I run every morning, read too many novels, and I'm looking for something serious.",
  fields: { gender: 'woman' },
  preferences: { age: { gte: 28, lte: 40 }, location_within_km: 100 },
};

export const contextExample: AppendContextRequest = {
  user_id: 'ana',
  domain: 'dating',
  source: 'chat',
  content: 'Honesty matters most to me, and I want to get married one day.',
};

export const matchExample: z.input<typeof MatchRequest> = {
  user_id: 'ana',
  domain: 'dating',
  limit: 5,
  filters: { age: { gte: 28, lte: 40 }, location_within_km: 50 },
  explain: true,
};
