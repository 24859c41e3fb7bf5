/**
 * Distances from one place to every code of a geo field, in km; NaN where a code has no resolved place. A
 * match needs them up to three times: for a filter, the candidates' preferences, and a term of the scorecard.
 * People of one town need the same table. So tables are cached for the places used last. Codes are never
 * reused, so a table only grows. The coordinates of all codes are stored side by side with the cosines of
 * their latitudes, which makes a new table cheap.
 */
import { LRUCache } from 'lru-cache';
import { cosineOf, distanceByCosines } from '../../../domains/filter.ts';
import type { IndexCodes } from '../index-codes.ts';

interface Known {
  distances: Float64Array;
  /** Codes below have been computed. */
  filled: number;
}

/** By code: [lat, lon, cosine of lat], NaN where there is no place. */
interface Coordinates {
  values: Float64Array;
  filled: number;
}

interface OfIndex {
  readonly tables: LRUCache<string, Known>;
  /** By field. */
  readonly coordinates: Map<number, Coordinates>;
}

/** 32 MB: a gazetteer of 140,000 places some 28 times. */
const MAX_ENTRIES = 4_000_000;
const kept = new WeakMap<IndexCodes, OfIndex>();

/** [codeLimit] or longer; shared and read-only. */
export function bindDistances(
  codes: IndexCodes,
  field: number,
  origin: { readonly lat: number; readonly lon: number },
): Float64Array {
  const ofIndex = kept.get(codes) ?? nothingKept();
  kept.set(codes, ofIndex);
  const { tables } = ofIndex;
  const key = `${field} ${origin.lat} ${origin.lon}`;
  const limit = codes.codeLimit(field);
  const known = tables.get(key);
  if (known !== undefined && known.filled === limit) return known.distances;
  const table = known === undefined ? { distances: new Float64Array(), filled: 1 } : known;
  table.distances = longer(table.distances, limit);
  fill(table, coordinatesOf(ofIndex, codes, field), origin, limit);
  tables.set(key, table);
  return table.distances;
}

function fill(table: Known, { values }: Coordinates, { lat, lon }: { lat: number; lon: number }, to: number) {
  const cosine = cosineOf(lat);
  const { distances } = table;
  for (let code = table.filled; code < to; code++) {
    distances[code] = distanceByCosines(
      lat,
      lon,
      cosine,
      values[3 * code]!,
      values[3 * code + 1]!,
      values[3 * code + 2]!,
    );
  }
  table.filled = to;
}

function coordinatesOf({ coordinates }: OfIndex, codes: IndexCodes, field: number): Coordinates {
  const known = coordinates.get(field) ?? { values: new Float64Array(), filled: 1 };
  coordinates.set(field, known);
  const limit = codes.codeLimit(field);
  known.values = longer(known.values, 3 * limit);
  for (let code = known.filled; code < limit; code++) {
    const place = codes.placeOf(field, code);
    if (place !== undefined) known.values.set([place.lat, place.lon, cosineOf(place.lat)], 3 * code);
  }
  known.filled = limit;
  return known;
}

function nothingKept(): OfIndex {
  const tables = new LRUCache<string, Known>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ distances }) => distances.length,
  });
  return { tables, coordinates: new Map() };
}

function longer(values: Float64Array, length: number): Float64Array {
  if (values.length >= length) return values;
  const room = new Float64Array(Math.ceil(length * 1.25) + 16).fill(Number.NaN);
  room.set(values);
  return room;
}
