/** Filters and preferences over bitmaps. Both sides set all bits first: a quarter of the work. */
import { reachFilter } from '../../src/engines/kernels/kernel-structs.ts';
import { assertSameResult, type KernelTimings } from './kernel-timings.ts';
import { genderChoice, type PeopleColumns, PLACES } from './people-columns.ts';

/** The value that a candidate's preference is compared with. */
const VALUE = 40;
const WISHES = 3000;

export function measureFilters(people: PeopleColumns, timings: KernelTimings): void {
  const measurement = new FilterMeasurement(people, timings);
  measurement.genderAndAge();
  measurement.places();
  measurement.preferences();
  measurement.wishes();
  measurement.distances();
}

class FilterMeasurement {
  readonly #people: PeopleColumns;
  readonly #timings: KernelTimings;
  readonly #choice: number;
  readonly #plainBits: Uint32Array;
  readonly #passesFilter: (row: number) => boolean;

  constructor(people: PeopleColumns, timings: KernelTimings) {
    this.#people = people;
    this.#timings = timings;
    this.#choice = genderChoice(people);
    this.#plainBits = new Uint32Array(people.rows / 32);
    const genders = people.bytes(people.gender, people.rows);
    const ages = people.shorts(people.age, people.rows);
    this.#passesFilter = (row) => genders[row]! <= 2 && ages[row]! >= 25 && ages[row]! <= 48;
  }

  genderAndAge(): void {
    this.#measure('filter: u8 choice and i16 range', 3.25, () => this.#filter(), this.#passesFilter);
  }

  places(): void {
    const people = this.#people;
    const { kernels, bitmap, rows, place } = people;
    const nearby = people.take(PLACES + 1);
    const isNear = people.bytes(nearby, PLACES + 1);
    for (let code = 1; code <= PLACES; code++) isNear[code] = code % 9 === 0 ? 1 : 0;
    const filter = () => {
      people.selectAll();
      kernels.filterCodes32(bitmap, rows / 32, place, nearby, PLACES + 1);
    };
    const places = people.words(place, rows);
    this.#measure('filter: u32 place by table', 4.25, filter, (row) => isNear[places[row]!] === 1);
  }

  preferences(): void {
    const people = this.#people;
    const { kernels, bitmap, rows, preferences } = people;
    const [wanted, from, to] = preferences;
    const unmet = people.take(16);
    people.bytes(unmet, 16)[2] = 0xff;
    const filter = () => {
      people.selectAll();
      kernels.filterFewCodes8(bitmap, rows / 32, wanted, unmet, -1);
      kernels.filterBounds8(bitmap, rows / 32, from, VALUE + 1, 0);
      kernels.filterBounds8(bitmap, rows / 32, to, 255 - VALUE, 1);
    };
    const wants = people.bytes(wanted, rows);
    const [lower, upper] = [people.bytes(from, rows), people.bytes(to, rows)];
    const passes = (row: number) =>
      wants[row]! !== 2 && lower[row]! - 1 <= VALUE && (upper[row]! === 0 || upper[row]! - 1 >= VALUE);
    this.#measure('preferences of the candidate: one by id, a range', 3.25, filter, passes);
  }

  wishes(): void {
    const people = this.#people;
    const { kernels, bitmap, rows, wish } = people;
    const met = people.take(WISHES);
    const isMet = people.bytes(met, WISHES);
    for (let id = 0; id < WISHES; id++) isMet[id] = id % 4 === 3 ? 0 : 1;
    const filter = () => {
      this.#filter();
      kernels.filterCodes16(bitmap, rows / 32, wish, met, WISHES);
    };
    const wishes = people.shorts(wish, rows);
    const passes = (row: number) => this.#passesFilter(row) && isMet[wishes[row]!] === 1;
    this.#measure('the filter, then a preference by id, u16, of the remaining rows', 5.25, filter, passes);
  }

  distances(): void {
    const people = this.#people;
    const { kernels, bitmap, rows, random, place, reach } = people;
    const [distances, met] = [people.take(2 * (PLACES + 1)), people.take(2 * 5)];
    const distanceOf = new Uint16Array(people.memory.buffer, distances, PLACES + 1);
    for (let code = 0; code <= PLACES; code++) distanceOf[code] = code === 0 ? 65_535 : 1 + random.below(100);
    const reachOf = new Uint16Array(people.memory.buffer, met, 5);
    reachOf.set([0, 1, 2, 3, 4]);
    const ofPlaces = { places: place, placeSize: 4, distances, placeLimit: PLACES + 1 };
    const { address } = people.struct(reachFilter, { reach, reachSize: 1, ...ofPlaces, met, metLimit: 5 });
    const filter = () => {
      this.#filter();
      kernels.filterReach(bitmap, rows / 32, address);
    };
    const [reaches, places] = [people.bytes(reach, rows), people.words(place, rows)];
    const passes = (row: number) =>
      this.#passesFilter(row) && (reaches[row] === 0 || distanceOf[places[row]!]! <= reachOf[reaches[row]!]!);
    this.#measure('… and a distance, required by a fifth of them', 8.25, filter, passes);
  }

  #filter(): void {
    this.#people.selectByGenderAndAge(this.#choice);
  }

  /** `bytes`: touched for each row. */
  #measure(name: string, bytes: number, filter: () => void, passes: (row: number) => boolean): void {
    const { rows, kernels, bitmap } = this.#people;
    const measured = this.#timings.time(filter);
    const plain = this.#timings.time(() => this.#selectPlainly(passes));
    this.#timings.add(name, rows, rows * bytes, measured, plain);
    assertSameResult(name, kernels.countRows(bitmap, rows / 32), countBits(this.#plainBits));
  }

  #selectPlainly(passes: (row: number) => boolean): void {
    const plainBits = this.#plainBits;
    for (let word = 0; word < plainBits.length; word++) {
      let bits = 0;
      for (let bit = 0; bit < 32; bit++) if (passes(32 * word + bit)) bits |= 1 << bit;
      plainBits[word] = bits;
    }
  }
}

function countBits(words: Uint32Array): number {
  let sum = 0;
  for (let word of words) for (; word !== 0; word &= word - 1) sum += 1;
  return sum;
}
