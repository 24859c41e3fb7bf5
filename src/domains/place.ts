/** A resolved place on the globe (WGS 84 degrees). */
export interface Place {
  /** Identity: two values are the same place exactly when their keys are equal (`geonames:2267057`, `point:38.72000,-9.14000`). */
  readonly key: string;
  /** "Lisbon, Portugal"; for a bare point "38.72,-9.14". */
  readonly name: string;
  /** ISO 3166-1 alpha-2, null for a bare point. */
  readonly country: string | null;
  readonly lat: number;
  readonly lon: number;
}

const BARE_POINT = 'point:';
const POINT_DIGITS = 5;

/** Identity of a bare point, to five digits: about a metre. */
export function barePointKey(lat: number, lon: number): string {
  const written = (degrees: number) =>
    (degrees === 0 ? 0 : degrees).toFixed(POINT_DIGITS).replace(/^-(0\.0*)$/, '$1');
  return `${BARE_POINT}${written(lat)},${written(lon)}`;
}

/** Its name is its coordinates. */
export function isBarePoint({ key }: Pick<Place, 'key'>): boolean {
  return key.startsWith(BARE_POINT);
}

/** Turns free text, "lat,lon" or {lat, lon} into a place; null where nothing (or nothing certain) is found. */
export type ResolvePlace = (given: string | { readonly lat: number; readonly lon: number }) => Place | null;
