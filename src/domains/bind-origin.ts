/**
 * Inserts the seeker's own place as the origin of distance filters. A distance from an area begins at its
 * edge, so its radius is added.
 */
import { apiError } from '../contract/errors.ts';
import type { Clause, Clauses } from './filter.ts';
import type { Place } from './place.ts';

/** Resolved places by geo field name. */
export type Points = Readonly<Record<string, Pick<Place, 'lat' | 'lon' | 'radiusKm'>>>;

/**
 * Binds the origin of filters. Throws 422 `location_unknown` where a distance is given and the seeker's place
 * is not known.
 */
export function bindOrigin(clauses: Clauses, places: Points): Clauses {
  const bound = bindPreferenceOrigin(clauses, places);
  const unbound = bound.find((clause) => clause.op === 'within_km' && clause.origin === null);
  if (unbound === undefined) return bound;
  throw apiError(
    'location_unknown',
    `${unbound.field}_within_km is measured from the seeker's own ${unbound.field}, which is not resolved to a ` +
      `place; set it on the profile, or give ${unbound.field}_from in the filters`,
    { fields: [`filters.${unbound.field}_within_km`] },
  );
}

/**
 * Binds the origin of stored preferences. A distance without a known place keeps no origin and matches no
 * row. A profile that wants people nearby, but has no place, is thus shown to no seeker rather than to all.
 */
export function bindPreferenceOrigin(clauses: Clauses, places: Points): Clauses {
  return clauses.map((clause) => bindClause(clause, places));
}

function bindClause(clause: Clause, places: Points): Clause {
  if (clause.op !== 'within_km' || clause.origin !== null || !Object.hasOwn(places, clause.field))
    return clause;
  const { lat, lon, radiusKm = 0 } = places[clause.field]!;
  return { ...clause, km: clause.km + radiusKm, origin: { lat, lon } };
}
