/**
 * At most `km` from the row's own place. NaN km: no such preference. -1: a preference from an unknown place.
 */
import { type Clause, distanceKm } from '../../../domains/filter.ts';
import type { Counterpart } from '../../candidate-index.ts';
import { grown, type RowTest } from '../columns/column.ts';
import type { Preference } from './preference.ts';

export class DistancePreference implements Preference {
  readonly #field: string;
  #km = new Float64Array(0);
  #lat = new Float64Array(0);
  #lon = new Float64Array(0);

  constructor(field: string) {
    this.#field = field;
  }

  get bytes(): number {
    return this.#km.byteLength + this.#lat.byteLength + this.#lon.byteLength;
  }

  reserve(capacity: number): void {
    this.#km = grown(this.#km, capacity, Number.NaN);
    this.#lat = grown(this.#lat, capacity, Number.NaN);
    this.#lon = grown(this.#lon, capacity, Number.NaN);
  }

  clear(row: number): void {
    this.#km[row] = Number.NaN;
    this.#lat[row] = Number.NaN;
    this.#lon[row] = Number.NaN;
  }

  add(row: number, clause: Clause): boolean {
    if (clause.op !== 'within_km' || !Number.isNaN(this.#km[row])) return false;
    this.#km[row] = clause.origin === null ? -1 : clause.km;
    this.#lat[row] = clause.origin?.lat ?? Number.NaN;
    this.#lon[row] = clause.origin?.lon ?? Number.NaN;
    return true;
  }

  accepts({ places }: Counterpart): RowTest {
    const [km, lat, lon] = [this.#km, this.#lat, this.#lon];
    const place = places[this.#field];
    if (place === undefined) return (row) => Number.isNaN(km[row]);
    return (row) =>
      Number.isNaN(km[row]) || distanceKm(lat[row]!, lon[row]!, place.lat, place.lon) <= km[row]!;
  }
}
