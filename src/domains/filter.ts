/**
 * Filters and preferences as data. `parse-filter.ts` parses the wire form once, against a domain. Three
 * compilers read the clauses and must agree: the index (bitmaps), the store (a WHERE clause) and the
 * preference check of one row. The semantics are SQL's:
 *
 * - clauses are joined by AND; without a clause every row passes; - a row without the field passes no
 *   comparison, not even `ne` and `nin`; `exists: false` finds such rows, and
 *     `missing: "pass"` beside a comparison lets them pass too ("at most 500, or not stated");
 *   - a `multiple` enum passes `eq` and `in` if one of its values does, `ne` and `nin` if all of them do;
 *   - a geo field is compared by the key of its resolved place. It has its own operators (`place_in`,
 *     `place_nin`), so that no compiler needs the schema. An unresolved place passes only `exists: true`;
 * - `within_km` is inclusive great-circle distance (haversine, Earth radius 6371.0088 km). All of an area
 *   must be
 *     within it: its radius is added to the distance from its centre. A distance from an area begins at its edge, so
 *     the origin's radius is part of `km`;
 *   - no row passes an empty `in`; every row with the field passes an empty `nin`;
 *   - strings are compared byte by byte; `gt`, `gte`, `lt` and `lte` are for numbers only.
 */
export type Scalar = number | boolean | string;

export type Clause = Comparison & {
  /** A row without the field (of a place: without a known place) passes. Absent: it does not. */
  readonly missing?: 'pass';
};

type Comparison =
  | { readonly op: 'eq' | 'ne'; readonly field: string; readonly value: Scalar }
  | { readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly field: string; readonly value: number }
  | { readonly op: 'in' | 'nin'; readonly field: string; readonly values: readonly Scalar[] }
  | { readonly op: 'place_in' | 'place_nin'; readonly field: string; readonly keys: readonly string[] }
  | { readonly op: 'exists'; readonly field: string; readonly value: boolean }
  | {
      readonly op: 'within_km';
      readonly field: string;
      readonly km: number;
      /**
       * null: the seeker's own place, which `bindOrigin` inserts before use. Without a resolved place there,
       * no row passes the clause.
       */
      readonly origin: { readonly lat: number; readonly lon: number } | null;
    };

export type Clauses = readonly Clause[];

export interface ParsedFilter {
  readonly clauses: Clauses;
  readonly excludeUserIds: readonly string[];
  /** undefined: the default applies. */
  readonly excludeOutcomes: readonly string[] | undefined;
}

/** A profile's requirements on a counterpart; `within_km` is measured from the profile's own place. */
export interface Preferences {
  readonly clauses: Clauses;
  readonly excludeUserIds: readonly string[];
}

export const noPreferences: Preferences = { clauses: [], excludeUserIds: [] };

const EARTH_RADIUS_KM = 6371.0088;

const RADIANS = Math.PI / 180;

/**
 * Great-circle distance in km (haversine). Arguments in degrees. Correct across the date line and at the
 * poles.
 */
export function distanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  return distanceByCosines(latA, lonA, cosineOf(latA), latB, lonB, cosineOf(latB));
}

/** Cosine of a latitude in degrees. */
export function cosineOf(lat: number): number {
  return Math.cos(lat * RADIANS);
}

/** `distanceKm` from precomputed cosines of the latitudes, equal to it bit by bit. */
export function distanceByCosines(
  latA: number,
  lonA: number,
  cosA: number,
  latB: number,
  lonB: number,
  cosB: number,
): number {
  const sinLat = Math.sin(((latB - latA) * RADIANS) / 2);
  const sinLon = Math.sin(((lonB - lonA) * RADIANS) / 2);
  const h = sinLat * sinLat + cosA * cosB * sinLon * sinLon;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}
