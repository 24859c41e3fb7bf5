import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CityTable, readCityTable } from './city-table.ts';
import { foldPlaceName } from './fold-place-name.ts';
import { type Gazetteer, gazetteerOver, placeOf } from './gazetteer.ts';

let cities: CityTable;
let places: Gazetteer;

beforeAll(() => {
  cities = readCityTable();
  places = gazetteerOver(cities);
});

const nameOf = (text: string) => places.resolve(text)?.name ?? null;

describe('which place a text means', () => {
  it.each([
    ['Lisbon', 'Lisbon, Portugal'],
    ['  lisbon ', 'Lisbon, Portugal'],
    ['LISBOA', 'Lisbon, Portugal'],
    ['Lisbon, Portugal', 'Lisbon, Portugal'],
    ['Paris', 'Paris, France'],
    ['Paris, Texas', 'Paris, Texas, United States'],
    ['paris tx', 'Paris, Texas, United States'],
    ['London', 'London, United Kingdom'],
    ['London, Ontario', 'London, Ontario, Canada'],
    ['London, CA', 'London, Ontario, Canada'],
    ['San Francisco, CA', 'San Francisco, California, United States'],
    ['Portland', 'Portland, Oregon, United States'],
    ['Portland, Maine', 'Portland, Maine, United States'],
    ['Cambridge, MA', 'Cambridge, Massachusetts, United States'],
    ['vancouver bc', 'Vancouver, British Columbia, Canada'],
    ['Vancouver, WA', 'Vancouver, Washington, United States'],
    ['NYC', 'New York City, New York, United States'],
    ['New York, NY', 'New York City, New York, United States'],
    ['SF', 'San Francisco, California, United States'],
    ['Washington, DC', 'Washington, D.C., United States'],
    ['St Louis, MO', 'St. Louis, Missouri, United States'],
    ['Saint Louis', 'St. Louis, Missouri, United States'],
    ['München', 'Munich, Germany'],
    ['Munich, Bavaria', 'Munich, Germany'],
    ['Cologne', 'Köln, Germany'],
    ['Sao Paulo', 'São Paulo, Brazil'],
    ['Łódź', 'Łódź, Poland'],
    ['Lodz', 'Łódź, Poland'],
    ['Bangalore', 'Bengaluru, India'],
    ['Hackney, London', 'Hackney, United Kingdom'],
    ['Singapore', 'Singapore'],
    ['Granada', 'Granada, Spain'],
    ['Salvador', 'Salvador, Brazil'],
    ['Galway', 'Gaillimh, Ireland'],
    ['kc, missouri', 'Kansas City, Missouri, United States'],
    ['Perth, Scotland', 'Perth, United Kingdom'],
    ['Atlanta, Georgia', 'Atlanta, Georgia, United States'],
    ['Tbilisi, Georgia', 'Tbilisi, Georgia'],
  ])('%s is %s', (given, name) => {
    expect(nameOf(given)).toBe(name);
  });

  it.each([
    ['a country', 'Portugal'],
    ['a country that has cities of its name', 'Mexico'],
    ['a country in another language', 'Deutschland'],
    ['a state', 'California'],
    ['a country that is a state too', 'Georgia'],
    ['a city that is not there', 'Lisbon, Japan'],
    ['something beside it that is no place', 'Springfield, Narnia'],
    ['no place', 'the sofa'],
    ['nothing', ''],
    ['only signs', ', ,'],
    ['a long text', 'Lisbon '.repeat(100)],
    ['a latitude past the pole', '91,0'],
    ['a longitude past the date line', '0,180.5'],
  ])('%s stays unresolved', (_, given) => {
    expect(places.resolve(given)).toBeNull();
  });

  it('takes points, written and as an object, and gives equal points equal keys', () => {
    expect(places.resolve('38.72,-9.14')).toEqual({
      key: 'point:38.72000,-9.14000',
      name: '38.72,-9.14',
      country: null,
      lat: 38.72,
      lon: -9.14,
    });
    expect(places.resolve(' 38.720, -9.14 ')?.key).toBe('point:38.72000,-9.14000');
    expect(places.resolve({ lat: 38.72, lon: -9.14 })?.key).toBe('point:38.72000,-9.14000');
    expect(places.resolve({ lat: -0, lon: 0 })?.key).toBe('point:0.00000,0.00000');
    expect(places.resolve({ lat: Number.NaN, lon: 0 })).toBeNull();
  });

  it('has the population of a place', () => {
    const lisbon = places.resolve('Lisbon');
    expect(lisbon === null ? 0 : places.populationOf(lisbon)).toBeGreaterThan(400_000);
    expect(places.populationOf({ key: 'point:0.00000,0.00000' })).toBe(0);
    expect(places.populationOf({ key: 'geonames:1' })).toBe(0);
  });
});

describe('the names that the gazetteer gives', () => {
  it('lead back to the same place, for the most populous city of a name in its country and state', () => {
    let [asked, same] = [0, 0];
    for (let row = 0; row < cities.size; row++) {
      const city = cities.at(row);
      if (city.population < 100_000) continue;
      const place = placeOf(city);
      asked++;
      if (places.resolve(place.name)?.key === place.key) same++;
    }
    expect(asked).toBeGreaterThan(4000);
    expect(same / asked).toBeGreaterThan(0.99);
  });

  it('never throw, whatever the query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const place = places.resolve(text);
        if (place !== null) expect(Math.abs(place.lat)).toBeLessThanOrEqual(90);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the table of cities', () => {
  it('finds by id what it lists', () => {
    fc.assert(
      fc.property(fc.nat({ max: cities.size - 1 }), (row) => {
        const city = cities.at(row);
        expect(cities.populationOf(city.id)).toBe(city.population);
        expect(cities.named(city.name).map(({ id }) => id)).toContain(city.id);
      }),
      { numRuns: 200 },
    );
  });

  it('has the first word of every name that resolves among those that a place may begin with', () => {
    const { resolve, mayBeginPlace } = places;
    const rows = fc.nat({ max: cities.size - 1 }).map((row) => foldPlaceName(cities.at(row).name));
    const anyName = fc.oneof(rows, fc.constantFrom('st johns', 'nyc', 'big apple', 'ft worth', 'mt vernon'));
    fc.assert(
      fc.property(anyName, (name) => {
        const [word] = name.split(' ');
        if (/^[a-z]+$/.test(word!) && resolve(name) !== null) expect(mayBeginPlace(word!)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(mayBeginPlace('qwzzx')).toBe(false);
  });
});
