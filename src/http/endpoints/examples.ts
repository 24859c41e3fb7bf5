/**
 * Requests and answers of the documentation. Real ones: `npm run openapi -- --record` sends the requests, in this
 * order, to a service that knows `neighbours`, and keeps what it answered.
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

/** Who is there to be found. */
export const neighbours: readonly UpsertUserRequest[] = [
  {
    user_id: 'bruno',
    domain: 'dating',
    context:
      "33, Cascais. I surf before work and cook for my friends on Sundays. Honesty first; I'd like to marry and have a family.",
    fields: { gender: 'man', relationship_goal: 'long_term' },
  },
  {
    user_id: 'carlos',
    domain: 'dating',
    context: "I'm 29, from Lisbon. Novels, long runs along the river, and nothing casual please.",
    fields: { gender: 'man', relationship_goal: 'long_term' },
  },
  {
    user_id: 'duarte',
    domain: 'dating',
    context: '36, Sintra. Climber, early riser, bad dancer. Here to see where it goes.',
    fields: { gender: 'man', relationship_goal: 'figuring_out' },
  },
  {
    user_id: 'emil',
    domain: 'dating',
    fields: { age: 31, gender: 'man', location: 'Porto, Portugal', relationship_goal: 'casual' },
  },
];
