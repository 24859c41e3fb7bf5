/** The place that a leaf of a record names: its city, else its region or country. */
import { countyNamed, isCountryName, nameOfRegion, stateInCountry } from '../../places/regions.ts';
import type { PlaceTools } from '../places/place-tools.ts';
import { isEnglishWord } from '../words/word-forms.ts';

export type LeafPlaces = Pick<PlaceTools, 'resolvePlace' | 'resolveGiven'>;

/** null: the leaf names no place that is known, and no country that it lies in. */
export function placeOfLeaf(
  value: string,
  { resolvePlace, resolveGiven = resolvePlace }: LeafPlaces,
): string | null {
  const county = countyNamed(value);
  if (county !== null) return county;
  const steps = value
    .replace(/\s*\([^)]*\)/g, '')
    .split(/\s*[»›>|\n]\s*/)
    .filter((step) => step.trim() !== '');
  const isPath = steps.length > 1;
  const ways = isPath ? waysOfPath(steps) : waysOfAddress(value);
  for (const way of ways) {
    const place = resolvePlace(way) ?? resolveGiven(way);
    if (place !== null && /^(?:geonames|area):/.test(place.key)) return place.name;
  }
  if (!isPath) return unknownInCountry(value);
  const country = nameOfRegion(steps[0]!);
  // "Switzerland » Murtensee » Muntelier": of two steps the second may say something else.
  return country !== null && steps.length > 2 ? `${steps.at(-1)!.trim()}, ${country}` : country;
}

/** "Germany » Hamburg » Harburg": Harburg, then Hamburg. A step may say something else than a place. */
function waysOfPath(steps: readonly string[]): readonly string[] {
  const [country, ...inner] = steps;
  const names = inner.toReversed().flatMap((step) => [step, ...step.split(/[\s,]+/)]);
  return [steps.toReversed().join(', '), ...names.map((name) => `${name.trim()}, ${country!.trim()}`)];
}

/** "Strandvejen 114A, 2900 Hellerup, Denmark": as it is, without street and postcode, then its wider parts. */
function waysOfAddress(value: string): readonly string[] {
  const parts = partsOf(value);
  const towns = townsOf(parts);
  const [first, ...wider] = towns;
  const last = wider.at(-1);
  const country = last === undefined ? undefined : countryOfCode(last);
  const ways = [parts.join(', '), towns.join(', ')];
  if (country !== undefined)
    ways.unshift(`${first}, ${country}`, [...towns.slice(0, -1), country].join(', '));
  if (towns.length > 2) ways.push(`${first}, ${last}`, `${towns[1]}, ${last}`);
  if (wider.length > 0 && country !== undefined) ways.push(stateInCountry(first!, country) ?? '');
  if (wider.length > 0) ways.push([first!.replace(direction, ''), ...wider].join(', '));
  return ways.filter((way) => way !== '');
}

/** "Paris Ouest" */
const direction =
  /(?<=\p{L})\s+(?:nord|sud|süd|est|ost|ouest|north|south|east|west|central|centre|center|centro|zentrum|mitte)$/iu;

const partsOf = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Without parts of digits, such as streets, where others are left. */
function townsOf(parts: readonly string[]): readonly string[] {
  const bare = parts.map((part) => part.replace(/^(?:[A-Z]{1,2}-)?\d{3,6} (?=\p{L})|(?<=\p{L}) \d{5}$/u, ''));
  const named = bare.filter((part) => !/\d/.test(part));
  // "561 Alder Street Clifton Springs, NY": the street has the town in it.
  return named.some((part) => !/^\p{Lu}{2,3}$/u.test(part)) ? named : bare;
}

const nameOfCountry = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The country of an ISO 3166 code; undefined: it is none. */
const countryOfCode = (written: string) =>
  /^[A-Za-z]{2}$/.test(written) ? nameOfCountry.of(written.toUpperCase()) : undefined;

/** A place that the gazetteer does not know, in a country. */
function unknownInCountry(value: string): string | null {
  const towns = townsOf(partsOf(value));
  const [narrowest, ...wider] = towns;
  const last = wider.at(-1);
  if (narrowest === undefined || last === undefined) return null;
  const country = countryOfCode(last) ?? last;
  if (!isCountryName(country)) return null;
  return isNoName(narrowest) ? nameOfRegion(country) : `${narrowest}, ${country}`;
}

/** "Multiple locations", "n/a", "TBD" */
const isNoName = (town: string) =>
  /^(?:n\/?a|tb[acd])$/i.test(town) ||
  town
    .split(/\s+/)
    .every((word, at) => isEnglishWord(word.toLowerCase()) || (at > 0 && /^\p{Ll}/u.test(word)));
