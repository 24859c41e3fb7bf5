/** Filters of matches in benchmarks, in addition to the preferences of both profiles. */
export const filters = {
  weak: {},
  medium: { age: { gte: 25, lte: 40 }, relationship_goal: { in: ['long_term', 'marriage'] } },
  strict: { location_within_km: 50 },
} as const;
export type Strength = keyof typeof filters;
