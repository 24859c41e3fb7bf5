import type { UpsertUserRequest } from '../../src/contract/user.ts';

/** The profiles that the example matches can find. */
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
