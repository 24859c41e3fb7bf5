/** Places of some people of a domain, drawn at random. A new index spreads its people over shards by them. */
import type { Point } from '../candidate-search.ts';
import { placedField } from '../opensearch/placement/placement.ts';
import type { IndexedDomain, IndexerParts } from './indexer-parts.ts';

/** Most of 50 shards then have within 5 % of their part, most of 500 shards within 15 %. */
const SAMPLED = 20_000;
/** People of one query. */
const AT_ONCE = 2000;

export async function samplePlaces(
  { statistics }: Pick<IndexerParts, 'statistics'>,
  { tenant, definition }: IndexedDomain,
): Promise<readonly Point[]> {
  const field = placedField(definition);
  if (field === null) return [];
  const people = await statistics.people(tenant, definition.domain);
  const places: Point[] = [];
  for (let left = Math.min(people, SAMPLED); left > 0; left -= AT_ONCE) {
    const rows = await statistics.sampleRows(tenant, definition.domain, AT_ONCE);
    for (const row of rows) {
      const place = Object.hasOwn(row.places, field) ? row.places[field] : undefined;
      if (place !== undefined) places.push({ lat: place.lat, lon: place.lon });
    }
  }
  return places;
}
