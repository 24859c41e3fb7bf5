/**
 * The names in `models/places/`, which `README.md` there describes: postcodes, alternate names of cities,
 * regions. Each file is read when the first text needs it. Lines are found by bisection in the unpacked
 * bytes, so that 375,000 postcodes take their 12 MB and no objects.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { foldPlaceName } from './fold-place-name.ts';
import { postcodeForm } from './postcode-form.ts';

export interface Postcode {
  readonly country: string;
  readonly code: string;
  readonly locality: string;
  readonly lat: number;
  readonly lon: number;
}

interface NamedRegion {
  readonly country: string;
  /** First-order code of GeoNames. */
  readonly admin: string;
  readonly name: string;
}

export interface PlaceNames {
  /** In the form of `postcodeForm`; null: not known. */
  postcode(country: string, code: string): Postcode | null;
  /** Every country that has the code. */
  postcodes(code: string): readonly Postcode[];
  /** GeoNames id of the city with that alternate name; null: none. */
  cityCalled(name: string): number | null;
  regionsCalled(name: string): readonly NamedRegion[];
  /** null: not known. */
  regionNameOf(country: string, admin: string): string | null;
}

export function openPlaceNames(): PlaceNames {
  const postcodeFile = once(() => new SortedLines(unpacked('postcodes.txt.gz')));
  const alternates = once(() => new SortedLines(unpacked('alternate-names.txt.gz')));
  const regions = once(readRegions);
  const countries = once(() => postcodeFile().prefixes(2));

  const postcode = (country: string, written: string): Postcode | null => {
    const code = postcodeForm(country, written);
    const found = code === '' ? null : postcodeFile().find(`${country}${code}`);
    if (found === null) return null;
    const [lat = '', lon = '', locality = ''] = found.split('\t');
    return { country, code, locality, lat: Number(lat) / 1000, lon: Number(lon) / 1000 };
  };
  return {
    postcode,
    postcodes: (code) => countries().flatMap((country) => postcode(country, code) ?? []),
    cityCalled: (name) => {
      const found = alternates().find(foldPlaceName(name));
      return found === null ? null : Number(found);
    },
    regionsCalled: (name) => regions().byName.get(foldPlaceName(name)) ?? [],
    regionNameOf: (country, admin) => regions().byCode.get(`${country}/${admin}`) ?? null,
  };
}

function readRegions() {
  const byName = new Map<string, NamedRegion[]>();
  const byCode = new Map<string, string>();
  for (const line of unpacked('regions.txt.gz').toString('utf8').split('\n')) {
    const [country = '', admin = '', shown = '', ...others] = line.split('\t');
    const region = { country, admin, name: shown };
    byCode.set(`${country}/${admin}`, shown);
    for (const name of new Set([shown, ...others].map(foldPlaceName)))
      byName.set(name, [...(byName.get(name) ?? []), region]);
  }
  return { byName, byCode };
}

/** Lines `key<tab>rest`, ascending by the bytes of their keys. */
class SortedLines {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The rest of the line with the key; null: there is none. */
  find(key: string): string | null {
    const wanted = Buffer.from(`${key}\t`, 'utf8');
    const start = this.#firstFrom(wanted);
    const line = this.#bytes.subarray(start, this.#endOf(start));
    return line.subarray(0, wanted.length).equals(wanted) ? line.toString('utf8', wanted.length) : null;
  }

  /** The distinct beginnings of this length. */
  prefixes(length: number): readonly string[] {
    const found: string[] = [];
    for (let start = 0; start < this.#bytes.length; ) {
      const prefix = this.#bytes.toString('latin1', start, start + length);
      found.push(prefix);
      start = this.#firstFrom(Buffer.from(`${prefix}\uffff`, 'utf8'));
    }
    return found;
  }

  /** Where the first line begins that is not before the key. */
  #firstFrom(key: Buffer): number {
    let [low, high] = [0, this.#bytes.length];
    while (low < high) {
      const start = this.#startOf((low + high) >>> 1);
      const end = this.#endOf(start);
      if (Buffer.compare(this.#bytes.subarray(start, end), key) < 0) low = end + 1;
      else high = start;
    }
    return low;
  }

  #startOf(at: number): number {
    return at === 0 ? 0 : this.#bytes.lastIndexOf(10, at - 1) + 1;
  }

  #endOf(start: number): number {
    const end = this.#bytes.indexOf(10, start);
    return end < 0 ? this.#bytes.length : end;
  }
}

function unpacked(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(`../../../models/places/${name}`, import.meta.url)));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
