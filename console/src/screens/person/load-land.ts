import type { MultiLineString } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

export interface Land {
  readonly land: ReturnType<typeof feature<Record<string, unknown>>>;
  readonly borders: MultiLineString;
}

/** Coasts and borders of the world (Natural Earth, public domain), loaded with the first map alone. */
export async function loadLand(): Promise<Land> {
  const { default: json } = await import('world-atlas/countries-50m.json');
  const atlas = json as unknown as Atlas;
  const { land, countries } = atlas.objects;
  return { land: feature(atlas, land), borders: mesh(atlas, countries, (a, b) => a !== b) };
}
