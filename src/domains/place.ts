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

/** Turns free text, "lat,lon" or {lat, lon} into a place; null where nothing (or nothing certain) is found. */
export type ResolvePlace = (given: string | { readonly lat: number; readonly lon: number }) => Place | null;
