import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { distanceKm } from '../../domains/filter.ts';
import { type CityTable, readCityTable } from './city-table.ts';
import { type Gazetteer, gazetteerOver, placeOf } from './gazetteer.ts';

let cities: CityTable;
let places: Gazetteer;

beforeAll(() => {
  cities = readCityTable();
  places = gazetteerOver(cities);
});

const nameOf = (text: string) => places.resolveGiven(text)?.name ?? null;

describe('what a caller’s own value means', () => {
  it.each([
    ['80331 München', '80331 Munich, Germany'],
    ['D-50667 Köln', '50667 Köln, Germany'],
    ['EC1A 1BB', 'EC1A London, United Kingdom'],
    ['Leeds LS1 4DY', 'LS1 Leeds, United Kingdom'],
    ['M5V 3L9 Toronto', 'M5V Toronto, Ontario, Canada'],
    ['1071 XX Amsterdam', '1071 Amsterdam, Netherlands'],
    ['69001 Lyon', '69001 Lyon, France'],
    ['Seattle, WA 98101', '98101 Seattle, Washington, United States'],
    ['Am Markt 3, 28195 Bremen', '28195 Bremen, Germany'],
    ['90210 Germany', 'Germany'],
  ])('a postcode: %s is %s', (given, name) => {
    expect(nameOf(given)).toBe(name);
  });

  it.each([
    ['Frankfurt / Oder', 'Frankfurt (Oder), Germany'],
    ['Frankfurt a.M.', 'Frankfurt am Main, Germany'],
    ['Frankfurt/Main', 'Frankfurt am Main, Germany'],
    ['Greater Manchester Area', 'Manchester, United Kingdom'],
    ['Greater Seattle Area', 'Seattle, Washington, United States'],
    ['Dallas-Fort Worth Metroplex', 'Dallas, Texas, United States'],
    ['Großraum Hamburg', 'Hamburg, Germany'],
    ['Leipzig und Umgebung', 'Leipzig, Germany'],
    ['Lyon et alentours', 'Lyon, France'],
    ['Paris 11ème', 'Paris, France'],
    ['Kreuzkölln, Berlin, Germany', 'Berlin, Germany'],
    ['📍 Lisbon, Portugal (Remote)', 'Lisbon, Portugal'],
  ])('a city with words around it: %s is %s', (given, name) => {
    expect(nameOf(given)).toBe(name);
  });

  it.each([
    ['Санкт-Петербург', 'Saint Petersburg, Russia'],
    ['Москва, Россия', 'Moscow, Russia'],
    ['大阪', 'Osaka, Japan'],
    ['上海, 中国', 'Shanghai, China'],
    ['부산', 'Busan, South Korea'],
    ['Θεσσαλονίκη', 'Thessaloníki, Greece'],
    ['القاهرة', 'Cairo, Egypt'],
    ['Mailand, Italien', 'Milan, Italy'],
    ['Warschau', 'Warsaw, Poland'],
    ['Graz, Steiermark', 'Graz, Austria'],
  ])('another name: %s is %s', (given, name) => {
    expect(nameOf(given)).toBe(name);
  });

  it.each([
    '48,1374 11,5755',
    '48,1374; 11,5755',
    '48.1374° N, 11.5755° E',
    'N 48.1374 E 11.5755',
    `48°8'14.64"N 11°34'31.8"E`,
    '48° 8′ 14.64″ N, 11° 34′ 31.8″ E',
    'lat: 48.1374, lon: 11.5755',
    'geo:48.1374,11.5755',
    '11.5755 E, 48.1374 N',
  ])('coordinates: %s', (given) => {
    const place = places.resolveGiven(given)!;
    expect([place.lat.toFixed(4), place.lon.toFixed(4)]).toEqual(['48.1374', '11.5755']);
    expect(place.name).toBe(given);
  });

  it('the sides of coordinates count', () => {
    expect(places.resolveGiven('33° 52′ 0″ S, 151° 12′ 0″ E')!.lat).toBeCloseTo(-33.867, 2);
    expect(places.resolveGiven('40.7128° N, 74.0060° W')!.lon).toBeCloseTo(-74.006, 3);
    expect(places.resolveGiven('91° N, 10° E')).toBeNull();
  });

  it.each([
    ['Bayern', 'Bayern, Germany', 'Nuremberg'],
    ['Bavaria, Germany', 'Bayern, Germany', 'Nuremberg'],
    ['Texas, USA', 'Texas, United States', 'Austin'],
    ['California', 'California, United States', 'Fresno'],
    ['Portugal', 'Portugal', 'Coimbra'],
    ['Deutschland', 'Germany', 'Kassel'],
    ['日本', 'Japan', 'Nagoya'],
  ])('a country or region is an area: %s', (given, name, city) => {
    const area = places.resolveGiven(given)!;
    expect(area.name).toBe(name);
    const inside = places.resolveGiven(city)!;
    expect(distanceKm(area.lat, area.lon, inside.lat, inside.lon)).toBeLessThan(area.radiusKm!);
    expect(places.resolveGiven(area.name)).toEqual(area);
  });

  it.each([
    ['a code of several countries', '10115'],
    ['a country that is a state too', 'Georgia'],
    ['a region of two countries', 'Punjab'],
    ['a county that is a city far away', 'Kent'],
    ['a town and a county that is a city far away', 'Tunbridge Wells, Kent'],
    ['a region with the name of a larger one elsewhere', 'Long Island'],
    ['a city that is not there', 'Lisbon, Japan'],
    ['something beside it that is no place', 'Springfield, Narnia'],
    ['two cities', 'London, Sydney'],
    ['two numbers', '12 34'],
    ['a date', '09/01/2013'],
    ['no place', 'Somewhere over the rainbow'],
    ['the way of working', 'Remote'],
    ['the planet', 'Earth'],
    ['only signs', '??????? ???..?'],
    ['nothing', ''],
  ])('%s stays unresolved: %s', (_, given) => {
    expect(places.resolveGiven(given)).toBeNull();
  });

  it('the names of places lead back to them', () => {
    for (const given of ['80331 München', 'EC1A 1BB', 'Москва', 'Bayern', 'Frankfurt/Main']) {
      const place = places.resolveGiven(given)!;
      expect(places.resolveGiven(place.name)?.key).toBe(place.key);
    }
    let [asked, same] = [0, 0];
    for (let row = 0; row < cities.size; row += 7) {
      const city = cities.at(row);
      if (city.population < 100_000) continue;
      const place = placeOf(city);
      asked++;
      if (places.resolveGiven(place.name)?.key === place.key) same++;
    }
    expect(asked).toBeGreaterThan(600);
    expect(same / asked).toBeGreaterThan(0.99);
  });

  it('never throws, and stays on the globe', () => {
    const words = fc.constantFrom(
      '10115',
      'Berlin',
      'SW1A 1AA',
      ',',
      '/',
      '(',
      '52,5',
      '°',
      'N',
      'Area',
      'a. M.',
      'Москва',
    );
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.array(words, { maxLength: 6 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(text, (given) => {
        const place = places.resolveGiven(given);
        if (place !== null) expect(Math.abs(place.lat)).toBeLessThanOrEqual(90);
      }),
      { numRuns: 200 },
    );
  });
});
