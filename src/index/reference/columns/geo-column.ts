/** Geo fields: the text as written and, where it was resolved, the place's key and degrees. */
import type { FieldValue } from '../../../domains/field.ts';
import { type Clause, distanceKm, EARTH_RADIUS_KM } from '../../../domains/filter.ts';
import type { GeoColumnView } from '../../candidate-index.ts';
import { TextPool } from '../../codes/text-pool.ts';
import { type Column, grown, type KeyedPoint, nothingPasses, presenceTest, type RowTest } from './column.ts';
import { codeTest } from './string-column.ts';

export class GeoColumn implements Column {
  readonly #names = new TextPool();
  readonly #places = new TextPool();
  #nameCodes = new Uint32Array(0);
  #placeCodes = new Uint32Array(0);
  #lat = new Float64Array(0);
  #lon = new Float64Array(0);
  #present = new Uint8Array(0);

  get view(): GeoColumnView {
    return {
      kind: 'geo',
      lat: this.#lat,
      lon: this.#lon,
      codes: this.#placeCodes,
      codeLimit: this.#places.codeLimit,
      textOf: (code) => this.#places.textOf(code),
      codeOf: (key) => this.#places.codeOf(key),
      present: this.#present,
    };
  }

  get bytes(): number {
    const arrays = [this.#nameCodes, this.#placeCodes, this.#lat, this.#lon, this.#present];
    return arrays.reduce((sum, array) => sum + array.byteLength, this.#names.bytes + this.#places.bytes);
  }

  reserve(capacity: number): void {
    this.#nameCodes = grown(this.#nameCodes, capacity);
    this.#placeCodes = grown(this.#placeCodes, capacity);
    this.#lat = grown(this.#lat, capacity, Number.NaN);
    this.#lon = grown(this.#lon, capacity, Number.NaN);
    this.#present = grown(this.#present, capacity);
  }

  put(row: number, value: FieldValue | undefined, place: KeyedPoint | undefined): void {
    const [nameBefore, placeBefore] = [this.#nameCodes[row] ?? 0, this.#placeCodes[row] ?? 0];
    this.#nameCodes[row] = typeof value === 'string' ? this.#names.hold(value) : 0;
    this.#placeCodes[row] = place === undefined ? 0 : this.#places.hold(place.key);
    this.#lat[row] = place?.lat ?? Number.NaN;
    this.#lon[row] = place?.lon ?? Number.NaN;
    this.#present[row] = typeof value === 'string' ? 1 : 0;
    this.#names.release(nameBefore);
    this.#places.release(placeBefore);
  }

  valueOf(row: number): string | undefined {
    return this.#present[row] === 1 ? this.#names.textOf(this.#nameCodes[row]!) : undefined;
  }

  placeOf(row: number): KeyedPoint | undefined {
    const code = this.#placeCodes[row] ?? 0;
    if (code === 0) return undefined;
    return { key: this.#places.textOf(code), lat: this.#lat[row]!, lon: this.#lon[row]! };
  }

  passes(clause: Clause): RowTest {
    switch (clause.op) {
      case 'exists':
        return presenceTest(this.#present, clause.value);
      case 'place_in':
      case 'place_nin':
        return codeTest(this.#placeCodes, this.#places, clause.keys, clause.op === 'place_in');
      case 'within_km':
        return clause.origin === null
          ? nothingPasses
          : withinTest(this.#lat, this.#lon, clause.origin, clause.km);
      default:
        return nothingPasses;
    }
  }
}

const KM_PER_DEGREE_OF_LATITUDE = (EARTH_RADIUS_KM * Math.PI) / 180;
/**
 * Above the rounding error of a distance: the latitude check never rejects what the distance would accept.
 */
const SLACK_KM = 0.001;

/**
 * A distance is at least the distance along the meridian, which needs no sine. NaN degrees fail both
 * comparisons.
 */
function withinTest(
  lat: Float64Array,
  lon: Float64Array,
  origin: { readonly lat: number; readonly lon: number },
  km: number,
): RowTest {
  const degrees = (km + SLACK_KM) / KM_PER_DEGREE_OF_LATITUDE;
  return (row) =>
    Math.abs(lat[row]! - origin.lat) <= degrees &&
    distanceKm(origin.lat, origin.lon, lat[row]!, lon[row]!) <= km;
}
