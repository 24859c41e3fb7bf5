/**
 * Resolves the place that a piece of text means. In order:
 *
 *   1. "lat,lon" and {lat, lon} are points, when both are in range;
 *   2. a name alone: an alias ("NYC"), else the most populous city of that name;
 *   3. a name with another beside it ("Paris, Texas", "vancouver bc", "Hackney, London"): the most populous
 *      city of that name there. The whole text is unresolved where the country, region or code has no such
 *      city, and where the text beside the name is no place;
 *      In a text of another language, that language's names of cities come first ("Londres"), and so do namesakes
 *      in its countries ("Toledo" in Spanish);
 *   4. a country or region alone ("Portugal", "California") is no point on the map: unresolved. A centroid
 *      would put a person from Rio 1,700 km inland and then pass or fail distance filters at random.
 *
 * Places are named "Lisbon, Portugal"; in the US, Canada and Australia with the state: "Portland, Oregon,
 * United States".
 */

import { detached } from '../../contract/detached-text.ts';
import { distanceKm } from '../../domains/filter.ts';
import { barePointKey, type Place, type ResolvePlace } from '../../domains/place.ts';
import { areaOver } from './areas.ts';
import { cityAliases } from './city-aliases.ts';
import { type City, type CityTable, readCityTable } from './city-table.ts';
import { exonymIn, homeNamesake, homesOf } from './exonyms.ts';
import { foldPlaceName } from './fold-place-name.ts';
import { openPlaceNames } from './place-names.ts';
import {
  countryName,
  isCountryName,
  isForemostRegion,
  isRegionName,
  mayBeginRegion,
  type Region,
  regionsNamed,
  shownRegion,
} from './regions.ts';
import { givenResolver } from './resolve-given.ts';

export interface Gazetteer {
  /** Resolves a name in running text. */
  readonly resolve: ResolvePlace;
  /** Resolves a caller's own value, which names a place and nothing else (`resolve-given.ts`). */
  readonly resolveGiven: ResolvePlace;
  /**
   * Whether a name that begins with the word may be that of a place or region; false: none is. `word`: one of
   * a to z, which ends where the name's first word ends.
   */
  mayBeginPlace(word: string): boolean;
  /** Inhabitants; 0 for bare points and unknown keys. */
  populationOf(place: Pick<Place, 'key'>): number;
}

let opened: Promise<Gazetteer> | undefined;

/** Reads the table on the first call and keeps it; later calls share it. */
export function openGazetteer(): Promise<Gazetteer> {
  opened ??= Promise.resolve().then(() => gazetteerOver(readCityTable()));
  return opened;
}

/** Longer texts are no place names. */
const MOST_CHARACTERS = 120;
const MOST_WORDS = 8;
/** Largest distance of a part of a city from its centre ("Hackney, London"). */
const SAME_TOWN_KM = 60;

/** Cached texts; the cache is cleared when it is full. */
const MOST_REMEMBERED = 20_000;

export function gazetteerOver(cities: CityTable): Gazetteer {
  /** The same names recur, and an uncached look-up takes 25 µs. */
  const remembered = new Map<string, Place | null>();
  const rememberedGiven = new Map<string, Place | null>();
  const names = openPlaceNames();
  const readGiven = givenResolver({
    ...{ cities, names, placeOf },
    plain: (text) => resolve(text),
    areaOf: areaOver(cities, names.regionNameOf),
  });

  function resolve(
    given: string | { readonly lat: number; readonly lon: number },
    language?: string,
  ): Place | null {
    if (typeof given !== 'string') return pointAt(given.lat, given.lon);
    if (given.length > MOST_CHARACTERS) return null;
    const key = language === undefined ? given : `${language}:${given}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const place = placeWritten(given, language);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(detached(key), place);
    return place;
  }

  function resolveGiven(given: string | { readonly lat: number; readonly lon: number }): Place | null {
    if (typeof given !== 'string') return pointAt(given.lat, given.lon);
    if (given.length > MOST_CHARACTERS) return null;
    const known = rememberedGiven.get(given);
    if (known !== undefined) return known;
    const place = readGiven(given);
    if (rememberedGiven.size >= MOST_REMEMBERED) rememberedGiven.clear();
    rememberedGiven.set(given, place);
    return place;
  }

  function placeWritten(text: string, language: string | undefined): Place | null {
    const point = pointWritten(text);
    if (point !== undefined) return point;
    const city = language === undefined ? cityMeant(text) : cityMeantIn(language, text);
    return city === null ? null : placeOf(city);
  }

  /** In a text of that language: its names of foreign cities, then namesakes in its countries. */
  function cityMeantIn(language: string, text: string): City | null {
    const [name = '', ...beside] = text.split(/[,(]/);
    const exonym = exonymIn(language, name);
    if (exonym !== null) {
      const [named] = cities.named(exonym.name).filter(liesInRegion(exonym));
      if (named !== undefined) return named;
    }
    const city = cityMeant(text);
    if (city === null || beside.length > 0 || cityAliases.has(foldPlaceName(text))) return city;
    return homeNamesake(homesOf(language), cities.named(text), city);
  }

  function cityMeant(text: string): City | null {
    const parts = text
      .split(/[,;/|()]+/)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const [name, ...beside] = parts;
    if (name === undefined || parts.length > 4) return null;
    if (beside.length > 0) return oneNamed(name, beside) ?? oneNamed(parts.join(' '), []);
    return alone(name);
  }

  /** "Lisbon", "vancouver bc", "paris texas". */
  function alone(name: string): City | null {
    const words = name.split(/\s+/);
    if (words.length > MOST_WORDS) return null;
    const whole = oneNamed(name, []);
    if (whole !== null) return whole;
    for (let split = words.length - 1; split >= 1; split--) {
      const beside = words.slice(split).join(' ');
      if (regionsNamed(beside).length === 0) continue;
      const found = oneNamed(words.slice(0, split).join(' '), [beside]);
      if (found !== null) return found;
    }
    return null;
  }

  function oneNamed(name: string, beside: readonly string[]): City | null {
    const candidates = citiesCalled(name, beside.length === 0);
    const fitting = beside.reduce<readonly City[]>((left, hint) => left.filter(liesIn(hint)), candidates);
    const [best] = fitting.toSorted((a, b) => b.population - a.population);
    return best ?? null;
  }

  function citiesCalled(name: string, isAlone: boolean): readonly City[] {
    const folded = foldPlaceName(name);
    if (folded === '') return [];
    const alias = cityAliases.get(folded);
    const aliased = alias === undefined ? [] : cities.named(alias.name).filter(liesInRegion(alias));
    if (isAlone && aliased.length > 0) return aliased.slice(0, 1);
    const direct = cities.named(name);
    if (isAlone && isRegionName(name) && !direct.some((city) => outranksRegion(city, name))) return [];
    if (direct.length + aliased.length > 0) return [...aliased, ...direct];
    const spelled = spelledOut(folded).flatMap((spelling) => cities.named(spelling));
    return spelled.length > 0 ? spelled : cities.named(`${folded} city`).filter(isLarge);
  }

  function liesIn(hint: string): (city: City) => boolean {
    const regions = regionsNamed(hint);
    const town = regions.length > 0 ? null : oneNamed(hint, []);
    return (city) =>
      regions.some((region) => liesInRegion(region)(city)) ||
      (town !== null &&
        city.country === town.country &&
        distanceKm(city.lat, city.lon, town.lat, town.lon) <= SAME_TOWN_KM);
  }

  return {
    resolve,
    resolveGiven,
    mayBeginPlace: (word) => cities.mayBegin(word) || aliasWords.has(word) || mayBeginRegion(word),
    populationOf: ({ key }) =>
      key.startsWith('geonames:') ? (cities.populationOf(Number(key.slice(9))) ?? 0) : 0,
  };
}

function liesInRegion(region: Region): (city: City) => boolean {
  return (city) => city.country === region.country && (region.admin === null || city.admin === region.admin);
}

/** Granada is a city first and a country (in Spanish) second; Mexico is not. */
const LARGE_CITY = 100_000;

function outranksRegion(city: City, name: string): boolean {
  if (isForemostRegion(name)) return isCityState(city, foldPlaceName(name));
  // Kent is in England, and so is not the Kent near Seattle.
  const isElsewhere =
    !isCountryName(name) && !regionsNamed(name).some(({ country }) => country === city.country);
  return !isElsewhere && isLarge(city);
}

/** "Salt Lake" is Salt Lake City, Long Island not Long Island City. */
const isLarge = ({ population }: City) => population >= LARGE_CITY;

/** "Singapore", "Luxembourg", "Monaco": the country's name is that of its capital. */
function isCityState(city: City, folded: string): boolean {
  return (
    ['SG', 'LU', 'MC', 'HK', 'MO', 'SM', 'VA', 'GI', 'DJ'].includes(city.country) &&
    foldPlaceName(city.name) === folded
  );
}

/** The first words of aliases, and of names that are spelled out. */
const aliasWords = new Set([
  ...[...cityAliases.keys()].map((name) => name.split(' ', 1)[0]!),
  ...['st', 'saint', 'ft', 'mt'],
]);

/** "st johns" is also written "saint johns". */
function spelledOut(folded: string): readonly string[] {
  const pairs = [
    ['st', 'saint'],
    ['saint', 'st'],
    ['ft', 'fort'],
    ['mt', 'mount'],
  ] as const;
  return pairs
    .filter(([written]) => folded.startsWith(`${written} `))
    .map(([written, meant]) => `${meant}${folded.slice(written.length)}`);
}

export function placeOf(city: City): Place {
  const region = shownRegion(city.country, city.admin);
  const parts = [city.name, ...(region === null ? [] : [region]), countryName(city.country)];
  return {
    key: `geonames:${city.id}`,
    name: parts.filter((part, position) => part !== parts[position - 1]).join(', '),
    country: city.country,
    lat: city.lat,
    lon: city.lon,
  };
}

const writtenPoint = /^\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*[,;]\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*$/;

/** undefined: not written as a point; null: a point out of range. */
function pointWritten(text: string): Place | null | undefined {
  const match = writtenPoint.exec(text);
  return match === null ? undefined : pointAt(Number(match[1]), Number(match[2]));
}

function pointAt(lat: number, lon: number): Place | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null;
  return { key: barePointKey(lat, lon), name: `${lat},${lon}`, country: null, lat, lon };
}
