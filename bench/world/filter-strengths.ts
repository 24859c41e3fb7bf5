/** Filters of matches in benchmarks, beside what the two profiles demand of each other. */
export const filters = {
  weak: {},
  medium: { age: { gte: 25, lte: 40 }, relationship_goal: { in: ['long_term', 'marriage'] } },
  strict: { location_within_km: 50 },
} as const;
export type Strength = keyof typeof filters;
