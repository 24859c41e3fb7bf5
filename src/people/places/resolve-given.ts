/**
 * Resolves the place of a caller's own value: a field, or a filter. It is the name of a place and nothing
 * else, so more forms are understood than in running text. Each form counts only where the plain ones name
 * nothing:
 *
 * 1. coordinates in any notation (`written-points.ts`); 2. the names of `gazetteer.ts`; 3. a city and its
 *    surroundings ("Greater London Area", "Raum Köln"): the city; 4. a city with its river ("Frankfurt/Main",
 *    "Halle a. d. Saale"); 5. a postcode, alone where only one country has it, else beside a city or country
 *    ("10115 Berlin", "SW1A 1AA"); 6. other names of cities, in any script ("Москва", "Mailand, Italien"); 7.
 *    a quarter or street before a city ("Kreuzkölln, Berlin, Germany"); 8. a country or region, as an area
 *    (`areas.ts`).
 *
 * A name that several places may have names none of them: a wrong place is worse than none.
 */
import { distanceKm } from '../../domains/filter.ts';
import { barePointKey, type Place } from '../../domains/place.ts';
import type { Area } from './areas.ts';
import type { City, CityTable } from './city-table.ts';
import { foldPlaceName } from './fold-place-name.ts';
import { countriesInOtherScripts } from './other-scripts.ts';
import type { PlaceNames, Postcode } from './place-names.ts';
import { countryName, isCountryName, isForemostRegion, type Region, regionsNamed } from './regions.ts';
import { cityBeforeNumber, coreOfSurroundings, withoutNoise } from './surroundings.ts';
import { pointWritten } from './written-points.ts';
import { type WrittenPostcode, writtenPostcodes } from './written-postcodes.ts';

export interface GivenParts {
  readonly cities: CityTable;
  readonly names: PlaceNames;
  /** By the rules of running text. */
  readonly plain: (text: string) => Place | null;
  readonly placeOf: (city: City) => Place;
  readonly areaOf: (region: Region) => Area | null;
}

/** The largest distance between a postcode and the city beside it. */
const SAME_TOWN_KM = 60;
const MOST_PARTS = 6;
/** The smallest city, by people, that a name without a country beside it can mean. */
const LARGE_CITY = 100_000;
const LARGE_REGION = 300_000;

type Reader = (text: string) => Place | null;

export function givenResolver({ cities, names, plain, placeOf, areaOf }: GivenParts): Reader {
  return (given) => {
    const point = pointWritten(given);
    if (point !== undefined) return point === null ? null : placeAt(point.lat, point.lon, given);
    const text = withoutNoise(given);
    return text === '' ? null : (stateInCountry(text) ?? plain(text) ?? otherwise(text));
  };

  function otherwise(text: string): Place | null {
    return nearCity(text) ?? atRiver(text) ?? byPostcode(text) ?? withoutPostcode(text);
  }

  function withoutPostcode(text: string): Place | null {
    return otherName(text) ?? afterQuarter(text) ?? area(text);
  }

  /** "California, USA" is the state, although Maryland has a town of that name. */
  function stateInCountry(text: string): Place | null {
    const [name, ...beside] = partsOf(text);
    if (name === undefined || beside.length === 0 || !beside.every(isCountryName)) return null;
    if (!isForemostRegion(name) || !regionsNamed(name).some(({ admin }) => admin !== null)) return null;
    const found = area(text);
    return found?.radiusKm === undefined || plain(name)?.radiusKm !== undefined
      ? null
      : cityFirst(name, found);
  }

  /** New York is a city first. */
  function cityFirst(name: string, state: Place): Place | null {
    return plain(name) === null ? state : null;
  }

  function nearCity(text: string): Place | null {
    const numbered = cityBeforeNumber(text);
    const city = numbered === null ? null : plain(numbered);
    if (city !== null && isLarge(city)) return city;
    const core = coreOfSurroundings(text);
    if (core === null) return null;
    // "Dallas-Fort Worth": two cities beside each other.
    const cities = core.replace(/\s*[-–&]\s*|\s+(?:and|und|et|y|e)\s+/, '/');
    return plain(core) ?? otherName(core) ?? area(core) ?? plain(cities);
  }

  function atRiver(text: string): Place | null {
    const found =
      /^(.+?)(?:\s*[/(]\s*|\s+(?:(?:am|an|an der)\s+|a\.\s*(?:d\.\s*)?|a\s+))(\p{L}+)\.?\)?$/u.exec(
        text.trim(),
      );
    if (found === null) return null;
    const [, name = '', written = ''] = found;
    for (const river of rivers.filter((river) => foldPlaceName(river).startsWith(foldPlaceName(written)))) {
      for (const full of [`${name} am ${river}`, `${name} an der ${river}`, `${name} (${river})`]) {
        const [city] = cities.named(full);
        if (city !== undefined) return placeOf(city);
      }
    }
    return null;
  }

  function byPostcode(text: string): Place | null {
    for (const written of writtenPostcodes(text)) {
      const found = atPostcode(written);
      if (found !== null) return found;
    }
    return null;
  }

  function atPostcode({ code, country, beside }: WrittenPostcode): Place | null {
    const named = beside.filter((name) => name !== '');
    if (named.length === 0) {
      const all = country === null ? names.postcodes(code) : [names.postcode(country, code)];
      const [only, ...others] = all.filter((place) => place !== null);
      return only === undefined || others.length > 0 ? null : placeOfPostcode(only);
    }
    for (const text of named) {
      const near = plain(text) ?? nearCity(text) ?? withoutPostcode(text);
      if (near === null || near.country === null) continue;
      if (country !== null && near.country !== country) continue;
      const found = names.postcode(near.country, code);
      if (found === null) return near;
      const km = distanceKm(near.lat, near.lon, found.lat, found.lon);
      if (isWholeCountry(near) || (near.radiusKm !== undefined && km <= SAME_TOWN_KM + near.radiusKm))
        return placeOfPostcode(found);
      return km <= SAME_TOWN_KM ? { ...placeOfPostcode(found), name: `${found.code} ${near.name}` } : near;
    }
    return null;
  }

  /** "Mailand, Italien", "Graz, Steiermark", "Москва, Россия". */
  function otherName(text: string): Place | null {
    const [name, ...beside] = partsOf(text);
    if (name === undefined) return null;
    const regions = beside.map(regionsOf);
    if (regions.some(({ length }) => length === 0)) return null;
    // "Île-de-France" is also an old name of Paris.
    const isRegion = beside.length === 0 && isLatin(name) && names.regionsCalled(name).length > 0;
    const id = isRegion ? null : names.cityCalled(name);
    const other = id === null ? null : cities.byId(id);
    const named = beside.length === 0 ? [] : cities.named(name);
    const [best] = [...named, ...(other === null ? [] : [other])]
      .filter((city) => regions.every((all) => all.some((region) => liesIn(city, region))))
      .toSorted((a, b) => b.population - a.population);
    return best === undefined ? null : placeOf(best);
  }

  function afterQuarter(text: string): Place | null {
    const [first, ...rest] = partsOf(text);
    if (first === undefined || rest.length === 0) return null;
    if (cities.named(first).length > 0 || names.cityCalled(first) !== null || regionsOf(first).length > 0)
      return null;
    const remaining = rest.join(', ');
    const city = plain(remaining) ?? otherName(remaining);
    if (rest.length > 1) return city ?? afterQuarter(remaining);
    // "Tunbridge Wells, Kent": not the Kent near Seattle.
    return city !== null && isLarge(city) && regionsOf(remaining).length === 0 ? city : null;
  }

  function isLarge({ key }: Place): boolean {
    return key.startsWith('geonames:') && (cities.populationOf(Number(key.slice(9))) ?? 0) >= LARGE_CITY;
  }

  function area(text: string): Place | null {
    const [name, ...beside] = partsOf(text);
    if (name === undefined) return null;
    const hints = beside.map(regionsOf);
    const meant = areasCalled(name).filter((region) =>
      hints.every((all) => all.some((hint) => hint.country === region.country && hint.admin === null)),
    );
    // A former country has no cities, and so no area.
    const [only, ...others] = meant.flatMap((region) => areaOf(region) ?? []);
    if (only === undefined || others.length > 0) return null;
    // Long Island is also a district of the Bahamas.
    const isKnown = beside.length > 0 || isWholeCountry(only.place) || only.people >= LARGE_REGION;
    return isKnown ? only.place : null;
  }

  function areasCalled(name: string): readonly Region[] {
    const countries = [
      ...(isCountryName(name) ? regionsNamed(name).filter(({ admin }) => admin === null) : []),
      ...countriesInOtherScripts(name),
    ];
    const isCode = foldPlaceName(name).length <= 3 && countries.length === 0;
    const states = isCode ? [] : regionsNamed(name).filter(({ admin }) => admin !== null);
    const regions = names.regionsCalled(name).map(({ country, admin }) => ({ country, admin }));
    return distinct([...countries, ...states, ...regions]);
  }

  function regionsOf(name: string): readonly Region[] {
    const known = [...regionsNamed(name), ...countriesInOtherScripts(name)];
    return distinct([...known, ...names.regionsCalled(name)]);
  }
}

const isLatin = (name: string) => /\p{Script=Latin}/u.test(name);

const liesIn = (city: City, { country, admin }: Region) =>
  city.country === country && (admin === null || city.admin === admin);

function distinct(regions: readonly Region[]): readonly Region[] {
  return [...new Map(regions.map((region) => [`${region.country}/${region.admin}`, region])).values()];
}

function partsOf(text: string): readonly string[] {
  const parts = text.split(/[,;/|()、，·•]+/).map((part) => part.trim());
  const named = parts.filter((part) => part !== '');
  return named.length > MOST_PARTS ? [] : named;
}

function placeAt(lat: number, lon: number, text: string): Place {
  return { key: barePointKey(lat, lon), name: text.trim(), country: null, lat, lon };
}

const isWholeCountry = ({ key }: Place) => /^area:[A-Z]{2}$/.test(key);

function placeOfPostcode({ country, code, locality, lat, lon }: Postcode): Place {
  const name = `${code} ${locality}, ${countryName(country)}`;
  return { key: `postcode:${country}${code}`, name, country, lat, lon };
}

const rivers = [
  ...['Main', 'Rhein', 'Oder', 'Saale', 'Donau', 'Neckar', 'Weser', 'Elbe', 'Inn', 'Isar', 'Ruhr', 'Lahn'],
  ...[
    'Spree',
    'Havel',
    'Leine',
    'Mosel',
    'Aller',
    'Neiße',
    'Weinstraße',
    'Bergstraße',
    'Ilm',
    'Lech',
    'Iller',
  ],
];
