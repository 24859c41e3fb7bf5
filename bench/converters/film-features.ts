/** Typed features of films: genres and the year. */

export const filmFeatures = {
  items: { genres: { type: 'list' }, year: { type: 'number' } },
  people: {},
  events: {},
} as const;

export function filmAttributes(genres: readonly string[], year: string | undefined) {
  return {
    ...(genres.length > 0 && { genres }),
    ...(/^\d{4}$/.test(year ?? '') && { year: Number(year) }),
  };
}
