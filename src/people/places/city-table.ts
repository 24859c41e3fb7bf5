/**
 * Cities with at least a thousand people (GeoNames), as columns of `models/places/cities.bin`, which
 * `scripts/generate-cities.ts` makes. A name is found by the hash of its folded form: rows are sorted by
 * hash, and found by bisection. They are then compared as text, so a collision costs only a comparison.
 */
import { readFileSync } from 'node:fs';
import { foldPlaceName } from './fold-place-name.ts';

const file = new URL('../../../models/places/cities.bin', import.meta.url);

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

/** One value a city, in the order of the source. Numbers are little-endian. */
export interface CityColumns {
  readonly ids: Uint32Array;
  readonly populations: Uint32Array;
  /** Byte offset of each name in `names`; one more than cities: the end. */
  readonly nameStarts: Uint32Array;
  /** Hashes of the folded names. */
  readonly hashes: Uint32Array;
  /** Hashes of the first words of the folded names. */
  readonly beginHashes: Uint32Array;
  /** Rows by ascending hash. */
  readonly byHash: Uint32Array;
  /** Rows by ascending id. */
  readonly byId: Uint32Array;
  /** In 1e-5 degrees, as longitudes. */
  readonly lats: Int32Array;
  readonly lons: Int32Array;
  /** Positions in `regions`. */
  readonly regionOf: Uint16Array;
  /** UTF-8, one behind the other. */
  readonly names: Uint8Array;
  /** `US/TX` */
  readonly regions: readonly string[];
}

export function readCityTable(): CityTable {
  return tableOf(readColumns(readFileSync(file)));
}

/**
 * Bytes of `cities.bin`: cities, bytes of names, bytes of regions, then the columns in the order of the
 * interface.
 */
export function cityFile(columns: CityColumns): Uint8Array {
  const regions = new TextEncoder().encode(columns.regions.join('\n'));
  const { ids, populations, nameStarts, hashes, beginHashes, byHash, byId, lats, lons, regionOf, names } =
    columns;
  const sizes = Uint32Array.of(ids.length, names.length, regions.length);
  const parts = [
    sizes,
    ids,
    populations,
    nameStarts,
    hashes,
    beginHashes,
    byHash,
    byId,
    lats,
    lons,
    regionOf,
  ];
  const bytes = parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  return Buffer.concat([...bytes, names, regions]);
}

function readColumns({ buffer, byteOffset }: Uint8Array): CityColumns {
  const [size = 0, nameBytes = 0, regionBytes = 0] = new Uint32Array(buffer, byteOffset, 3);
  let at = byteOffset + 12;
  const next = (bytes: number) => {
    at += bytes;
    return at - bytes;
  };
  const numbers = (length = size) => new Uint32Array(buffer, next(4 * length), length);
  return {
    ids: numbers(),
    populations: numbers(),
    nameStarts: numbers(size + 1),
    hashes: numbers(),
    beginHashes: numbers(),
    byHash: numbers(),
    byId: numbers(),
    lats: new Int32Array(buffer, next(4 * size), size),
    lons: new Int32Array(buffer, next(4 * size), size),
    regionOf: new Uint16Array(buffer, next(2 * size), size),
    names: new Uint8Array(buffer, next(nameBytes), nameBytes),
    regions: Buffer.from(buffer, next(regionBytes), regionBytes).toString().split('\n'),
  };
}

function tableOf(columns: CityColumns): CityTable {
  const { ids, populations, nameStarts, hashes, byHash, byId, lats, lons, regionOf, regions } = columns;
  const size = ids.length;
  const names = Buffer.from(columns.names.buffer, columns.names.byteOffset, columns.names.length);
  const nameAt = (row: number) => names.toString('utf8', nameStarts[row]!, nameStarts[row + 1]!);
  const present = presenceOf(hashes);
  const begins = presenceOf(columns.beginHashes);

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
    const row = byId[bisect(byId, (candidate) => ids[candidate]! < id)];
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

const PRESENCE_BITS = 22;

const PRESENCE_MASK = 2 ** PRESENCE_BITS - 1;

/**
 * A bit set indexed by the last 22 bits of the hash. One look-up rejects most names that are no city. It is made by
 * the first look-up, since many processes read no place.
 */
function presenceOf(hashes: Uint32Array): (hash: number) => boolean {
  let bits: Uint8Array | undefined;
  return (hash) => {
    bits ??= presenceBits(hashes);
    return (bits[(hash & PRESENCE_MASK) >> 3]! & (1 << (hash & 7))) !== 0;
  };
}

function presenceBits(hashes: Uint32Array): Uint8Array {
  const bits = new Uint8Array(2 ** (PRESENCE_BITS - 3));
  for (const hash of hashes) bits[(hash & PRESENCE_MASK) >> 3]! |= 1 << (hash & 7);
  return bits;
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
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
