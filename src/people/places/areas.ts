/**
 * Countries and regions as areas: the centre of their people, and the distance from it within which nearly
 * all of them live. Both come from the cities, so that empty land moves no centre.
 */
import { distanceKm } from '../../domains/filter.ts';
import type { Place } from '../../domains/place.ts';
import type { CityTable } from './city-table.ts';
import { countryName, type Region, shownRegion } from './regions.ts';

/** The share of the people that live within the radius. */
const MOST_PEOPLE = 0.95;
const LEAST_RADIUS_KM = 5;
const RADIANS = Math.PI / 180;

export interface Area {
  readonly place: Place;
  /** Inhabitants of its cities. */
  readonly people: number;
}

/** `nameOf`: the name of a region by its code. null: the area has no city. */
export function areaOver(
  cities: CityTable,
  nameOf: (country: string, admin: string) => string | null,
): (region: Region) => Area | null {
  const known = new Map<string, Area | null>();
  return (region) => {
    const key = keyOf(region);
    const found = known.get(key);
    if (found !== undefined) return found;
    const measured = measure(cities, region);
    const area = measured && {
      place: {
        key: `area:${key}`,
        name: nameOfArea(region, nameOf),
        country: region.country,
        ...measured.circle,
      },
      people: measured.people,
    };
    known.set(key, area);
    return area;
  };
}

const keyOf = ({ country, admin }: Region) => (admin === null ? country : `${country}.${admin}`);

function nameOfArea(
  { country, admin }: Region,
  nameOf: (country: string, admin: string) => string | null,
): string {
  if (admin === null) return countryName(country);
  return `${shownRegion(country, admin) ?? nameOf(country, admin) ?? admin}, ${countryName(country)}`;
}

function measure(cities: CityTable, region: Region) {
  const inside = cities.within(region.country, region.admin);
  const weights = inside.map(({ population }) => Math.max(1, population));
  if (inside.length === 0) return null;
  // The mean of points on the globe, which has no seam at the date line.
  const sum = [0, 0, 0];
  inside.forEach(({ lat, lon }, at) => {
    const [a, b] = [lat * RADIANS, lon * RADIANS];
    sum[0]! += weights[at]! * Math.cos(a) * Math.cos(b);
    sum[1]! += weights[at]! * Math.cos(a) * Math.sin(b);
    sum[2]! += weights[at]! * Math.sin(a);
  });
  const [x, y, z] = sum as [number, number, number];
  const lat = rounded(Math.atan2(z, Math.hypot(x, y)) / RADIANS);
  const lon = rounded(Math.atan2(y, x) / RADIANS);
  const byDistance = inside
    .map((city, at) => ({ km: distanceKm(lat, lon, city.lat, city.lon), people: weights[at]! }))
    .sort((a, b) => a.km - b.km);
  const all = weights.reduce((a, b) => a + b, 0);
  let left = MOST_PEOPLE * all;
  let radiusKm = LEAST_RADIUS_KM;
  for (const { km, people } of byDistance) {
    radiusKm = Math.max(radiusKm, Math.ceil(km));
    left -= people;
    if (left <= 0) break;
  }
  return { circle: { lat, lon, radiusKm }, people: all };
}

/** About a kilometre. */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100;
