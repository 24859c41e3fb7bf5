/**
 * Filters and preferences as data. The wire form is parsed against a domain once (`parse-filter.ts`); what comes
 * out is read by three compilers that must mean the same: the index (bitmaps), the store (a WHERE clause) and the
 * per-row preference check. The meaning is SQL's:
 *
 *   - clauses are joined by AND; no clause at all lets everything through;
 *   - a row that lacks the field passes no comparison, `ne` and `nin` included; only `exists` speaks of absence;
 *   - a `multiple` enum passes `eq`/`in` when at least one of its values does, `ne`/`nin` when none of them is named;
 *   - a geo field is compared by the key of its resolved place (`place_in`, `place_nin`: apart from the value
 *     comparisons, so that no reader needs the schema); an unresolved one passes only `exists: true`;
 *   - `within_km` is great-circle distance (haversine, Earth radius 6371.0088 km), inclusive; unresolved places fail;
 *   - an empty `in` lets nothing pass, an empty `nin` every row that has the field;
 *   - strings compare byte for byte, `gt` … `lte` are for numbers only.
 */
export type Scalar = number | boolean | string;

export type Clause =
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
       * null: measured from the asker's own place, which is put in before use (`bindOrigin`); where it cannot be,
       * because that place is not resolved, the clause lets nothing pass.
       */
      readonly origin: { readonly lat: number; readonly lon: number } | null;
    };

export type Clauses = readonly Clause[];

export interface ParsedFilter {
  readonly clauses: Clauses;
  readonly excludeUserIds: readonly string[];
  /** undefined: not given, the default applies. */
  readonly excludeOutcomes: readonly string[] | undefined;
}

/** What a profile demands of a counterpart: `within_km` is measured from the profile's own place. */
export interface Preferences {
  readonly clauses: Clauses;
  readonly excludeUserIds: readonly string[];
}

export const noPreferences: Preferences = { clauses: [], excludeUserIds: [] };

const EARTH_RADIUS_KM = 6371.0088;

const RADIANS = Math.PI / 180;

/** Great-circle distance in km (haversine: exact across the date line and at the poles). */
export function distanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  return distanceByCosines(latA, lonA, cosineOf(latA), latB, lonB, cosineOf(latB));
}

/** Of a latitude in degrees. */
export function cosineOf(lat: number): number {
  return Math.cos(lat * RADIANS);
}

/** `distanceKm`, to the bit, for whoever keeps the cosines of latitudes. */
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
