/**
 * Distances from one place to every code of a geo field, km; NaN where a code has no resolved place. A match asks for
 * them up to three times (a filter, what candidates demand, a term of the scorecard), and people of one town ask for the
 * same: kept for the places that asked last. Codes are never given out twice, so a table only grows.
 */
import { LRUCache } from 'lru-cache';
import { distanceKm } from '../../domains/filter.ts';
import type { IndexCodes } from './index-codes.ts';

interface Known {
  distances: Float64Array;
  /** Codes below were looked at. */
  filled: number;
}

/** 32 MB for a gazetteer of 140,000 places and some more. */
const MOST_ENTRIES = 4_000_000;
const tables = new WeakMap<IndexCodes, LRUCache<string, Known>>();

/** [codeLimit] or longer, shared: not to be written to. */
export function placeDistances(
  codes: IndexCodes,
  field: number,
  origin: { readonly lat: number; readonly lon: number },
): Float64Array {
  const cache = tables.get(codes) ?? newCache();
  tables.set(codes, cache);
  const key = `${field} ${origin.lat} ${origin.lon}`;
  const known = grown(cache.get(key), codes.codeLimit(field));
  for (let code = Math.max(1, known.filled); code < codes.codeLimit(field); code++) {
    const place = codes.placeOf(field, code);
    known.distances[code] =
      place === undefined ? Number.NaN : distanceKm(origin.lat, origin.lon, place.lat, place.lon);
  }
  known.filled = codes.codeLimit(field);
  cache.set(key, known);
  return known.distances;
}

function newCache(): LRUCache<string, Known> {
  return new LRUCache({ maxSize: MOST_ENTRIES, sizeCalculation: ({ distances }) => distances.length });
}

function grown(known: Known | undefined, codeLimit: number): Known {
  if (known !== undefined && known.distances.length >= codeLimit) return known;
  const distances = new Float64Array(Math.ceil(codeLimit * 1.25) + 16).fill(Number.NaN);
  distances.set(known?.distances ?? []);
  return { distances, filled: known?.filled ?? 1 };
}
