/** A resolved place on the globe (WGS 84 degrees). */
export interface Place {
  /** Identity: equal keys mean the same place (`geonames:2267057`, `point:38.72000,-9.14000`). */
  readonly key: string;
  /** "Lisbon, Portugal"; of coordinates without a place "38.72,-9.14". */
  readonly name: string;
  /** ISO 3166-1 alpha-2; null for coordinates without a place. */
  readonly country: string | null;
  readonly lat: number;
  readonly lon: number;
  /**
   * The radius of a country or region, km: nearly all of its people live within it of the centre. Absent: the
   * place is a point. An area is within a distance when all of it is, and a distance from an area begins at
   * its edge.
   */
  readonly radiusKm?: number;
}

const BARE_POINT = 'point:';
const POINT_DIGITS = 5;

/** Key of coordinates without a place, rounded to five digits (about a metre). */
export function barePointKey(lat: number, lon: number): string {
  const written = (degrees: number) =>
    (degrees === 0 ? 0 : degrees).toFixed(POINT_DIGITS).replace(/^-(0\.0*)$/, '$1');
  return `${BARE_POINT}${written(lat)},${written(lon)}`;
}

/** Whether the place is only coordinates, which are then its name. */
export function isBarePoint({ key }: Pick<Place, 'key'>): boolean {
  return key.startsWith(BARE_POINT);
}

/**
 * Resolves free text, "lat,lon" or {lat, lon} to a place; null where none is found with certainty.
 * `language`: ISO 639-1 code of the text that names the place; its names of foreign cities, and the cities of
 * its countries, come first.
 */
export type ResolvePlace = (
  given: string | { readonly lat: number; readonly lon: number },
  language?: string,
) => Place | null;
