/**
 * A market with two sides in which attention is scarce. Each day an active person is shown K people and likes
 * some. Most of the shown are of the person's own city, and popular ones are shown more often. A person
 * answers at most `capacity` likes a day, in a random order, and accepts a part of them. An accepted like is
 * a mutual match of the seeker who liked first.
 *
 * The treatment makes a shown candidate more likely to be liked, by the factor `1 + gain`. Where attention is
 * scarce its likes take answers away from other seekers, so one arm reaches the other. With everybody in one
 * arm there is no such help, and the gain is less.
 */
import type { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

export interface MarketShape {
  readonly cities: number;
  /** People of one side of a city. */
  readonly peopleASide: number;
  /** People who are shown to an active person a day. */
  readonly shownADay: number;
  readonly active: number;
  readonly likes: number;
  readonly accepts: number;
  /** Answers of a person a day. */
  readonly capacity: number;
  /** Part of the shown who live in the next city. */
  readonly leak: number;
  /** Spread (standard deviation of the logarithm) of cities' and of people's rates. */
  readonly citySpread: number;
  readonly personSpread: number;
}

export interface DayOfPerson {
  /** How many were shown, and how many mutual matches followed, by arm. */
  readonly shown: readonly [Uint16Array, Uint16Array];
  readonly mutual: readonly [Uint16Array, Uint16Array];
  readonly wasActive: Uint8Array;
}

/** The arm of each shown candidate: that of the person, or both in turn. */
export type ArmOf = (person: number, city: number) => 0 | 1 | 'both';

export class CrowdedMarket {
  readonly people: number;
  readonly #shape: MarketShape;
  readonly #random: SeededRandom;
  readonly #rate: Float64Array;
  readonly #answered: Uint16Array;

  constructor(shape: MarketShape, random: SeededRandom) {
    this.#shape = shape;
    this.#random = random;
    this.people = shape.cities * 2 * shape.peopleASide;
    this.#answered = new Uint16Array(this.people);
    const spread = (sd: number) => Math.exp(sd * random.normal() - (sd * sd) / 2);
    this.#rate = new Float64Array(this.people);
    for (let city = 0; city < shape.cities; city++) {
      const ofCity = spread(shape.citySpread);
      for (let n = 0; n < 2 * shape.peopleASide; n++)
        this.#rate[city * 2 * shape.peopleASide + n] = shape.likes * ofCity * spread(shape.personSpread);
    }
  }

  cityOf(person: number): number {
    return Math.floor(person / (2 * this.#shape.peopleASide));
  }

  /** One day. `gain` is what the treatment adds to the rate of likes. */
  day(armOf: ArmOf, gain: number): DayOfPerson {
    const { people } = this;
    const { shownADay, active, accepts, capacity } = this.#shape;
    const random = this.#random;
    const shown = [new Uint16Array(people), new Uint16Array(people)] as const;
    const mutual = [new Uint16Array(people), new Uint16Array(people)] as const;
    const wasActive = new Uint8Array(people);
    const senders: number[] = [];
    const receivers: number[] = [];
    const arms: (0 | 1)[] = [];
    for (let person = 0; person < people; person++) {
      if (!random.chance(active)) continue;
      wasActive[person] = 1;
      const city = this.cityOf(person);
      const own = armOf(person, city);
      for (let n = 0; n < shownADay; n++) {
        const arm = own === 'both' ? ((n & 1) as 0 | 1) : own;
        shown[arm][person]! += 1;
        if (!random.chance(this.#rate[person]! * (arm === 1 ? 1 + gain : 1))) continue;
        senders.push(person);
        receivers.push(this.#candidate(person, city));
        arms.push(arm);
      }
    }
    this.#answered.fill(0);
    for (const like of random.shuffle(Uint32Array.from(senders.keys()))) {
      const receiver = receivers[like]!;
      if (this.#answered[receiver]! >= capacity) continue;
      this.#answered[receiver]! += 1;
      if (random.chance(accepts)) mutual[arms[like]!][senders[like]!]! += 1;
    }
    return { shown, mutual, wasActive };
  }

  /** Draws a person of the other side; the popular ones come first and are drawn more often. */
  #candidate(person: number, city: number): number {
    const { peopleASide, cities, leak } = this.#shape;
    const random = this.#random;
    const there = random.chance(leak) ? (city + 1) % cities : city;
    const side = Math.floor(person / peopleASide) % 2;
    return (
      there * 2 * peopleASide + (1 - side) * peopleASide + Math.floor(peopleASide * random.uniform() ** 1.5)
    );
  }
}
