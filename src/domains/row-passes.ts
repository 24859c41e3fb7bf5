/** The reference implementation of clauses on one row. Tests compare the index and the store with it. */
import type { FieldValue, FieldValues } from './field.ts';
import { type Clause, type Clauses, distanceKm, type Scalar } from './filter.ts';
import type { Place } from './place.ts';

type Point = Pick<Place, 'lat' | 'lon' | 'key' | 'radiusKm'>;
/** Resolved places by geo field name. */
export type KeyedPlaces = Readonly<Record<string, Point>>;

/**
 * `values`: the row's hard fields, without keys of missing ones; `places`: the resolved places of geo fields.
 */
export function rowPasses(clauses: Clauses, values: FieldValues, places: KeyedPlaces): boolean {
  return clauses.every((clause) => clausePasses(clause, values, places));
}

function clausePasses(clause: Clause, values: FieldValues, places: KeyedPlaces): boolean {
  const value = own(values, clause.field);
  const place = own(places, clause.field);
  if (clause.missing === 'pass' && (comparesPlaces(clause) ? place : value) === undefined) return true;
  switch (clause.op) {
    case 'exists':
      return (value !== undefined) === clause.value;
    case 'eq':
      return value !== undefined && hasAny(value, [clause.value]);
    case 'ne':
      return value !== undefined && !hasAny(value, [clause.value]);
    case 'in':
      return value !== undefined && hasAny(value, clause.values);
    case 'nin':
      return value !== undefined && !hasAny(value, clause.values);
    case 'gt':
      return typeof value === 'number' && value > clause.value;
    case 'gte':
      return typeof value === 'number' && value >= clause.value;
    case 'lt':
      return typeof value === 'number' && value < clause.value;
    case 'lte':
      return typeof value === 'number' && value <= clause.value;
    case 'place_in':
      return place !== undefined && clause.keys.includes(place.key);
    case 'place_nin':
      return place !== undefined && !clause.keys.includes(place.key);
    case 'within_km':
      return place !== undefined && isWithin(clause, place);
    default:
      return clause satisfies never;
  }
}

/** Operators that read the resolved place, and not the field's value. */
export const comparesPlaces = ({ op }: Clause): boolean =>
  op === 'place_in' || op === 'place_nin' || op === 'within_km';

function isWithin({ origin, km }: Extract<Clause, { op: 'within_km' }>, place: Point): boolean {
  if (origin === null) return false;
  return distanceKm(origin.lat, origin.lon, place.lat, place.lon) + (place.radiusKm ?? 0) <= km;
}

/** Whether one of the field's values is in `named`. Only a `multiple` enum has several values. */
function hasAny(value: FieldValue, named: readonly Scalar[]): boolean {
  const held: readonly Scalar[] = typeof value === 'object' ? value : [value as Scalar];
  return held.some((value) => named.some((other) => other === value));
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
