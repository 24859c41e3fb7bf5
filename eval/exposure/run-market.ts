/**
 * Days of a market under a policy. Seekers come at random times. Each is shown the best candidates of the
 * other side among those that are not decided on yet. A candidate looks at the received likes while the day's
 * attention lasts, and answers each with the chance to like that seeker. Prices, caps and floors are those of
 * the product, with its arithmetic.
 */
import type { FairExposure } from '../../src/contract/fair-exposure.ts';
import { faded, isCapped, nextPrice } from '../../src/domains/exposure-prices.ts';
import { pricedScore } from '../../src/matching/index/program/final-score.ts';
import { reservePlaces } from '../../src/matching/match/exposure/reserve-places.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { giniOfRates } from './gini-of-rates.ts';
import { People } from './simulate-people.ts';

const DAY_MS = 24 * 3_600_000;
/** Prices move so often in a day. The product moves them every minute; the rate is the same. */
const MOVES_A_DAY = 24;
const NEW_DAYS = 7;
/** With a floor the places are given among so many times as many candidates, as in the product. */
const CHOICE_WINDOW = 5;

export interface Market {
  /** People of one side. */
  readonly half: number;
  readonly days: number;
  /** Days before the measurement. */
  readonly warmUp: number;
  /** Candidates of an answer. */
  readonly limit: number;
  /** Share of the people who leave in a day, each for another person. */
  readonly churn: number;
  /** Whether a candidate is left out once the seeker has decided on this person. */
  readonly remembers: boolean;
  readonly seed: number;
}

export interface Policy {
  readonly name: string;
  /** null: none. */
  readonly rule: FairExposure | null;
  /** False: the hard cap and the floors alone. */
  readonly priced: boolean;
}

export interface Measures {
  readonly matchesADay: number;
  /** Share of the likes that no attention was left for. */
  readonly lost: number;
  /** Gini coefficient of how often people are shown in a day. */
  readonly gini: number;
  /** Share of the people who were never shown while they were measured. */
  readonly never: number;
  /** Mutual matches of a person of the minority in a day, over those of the others. */
  readonly minorityMatches: number;
  /** The same of how often they are shown. */
  readonly minorityShown: number;
  /** Share of newcomers (at most `NEW_DAYS` old) among the shown people, over their share of all people. */
  readonly newcomers: number;
  readonly meanPrice: number;
}

export function runMarket(market: Market, policy: Policy): Measures {
  return new MarketRun(market, policy).run();
}

class MarketRun {
  readonly #market: Market;
  readonly #policy: Policy;
  readonly #people: People;
  readonly #random: SeededRandom;
  readonly #decided: Uint8Array;
  readonly #left: Float64Array;
  readonly #likes: Float64Array;
  readonly #prices: Float64Array;
  readonly #joined: Float64Array;
  /** Counts of the measured days. */
  readonly #shown: Float64Array;
  readonly #matched: Float64Array;
  readonly #departed: {
    readonly shown: number;
    readonly days: number;
    readonly minority: boolean;
    readonly matched: number;
  }[] = [];
  #matches = 0;
  #received = 0;
  #lost = 0;
  #newShown = 0;
  #allShown = 0;
  #newDays = 0;
  #allDays = 0;
  #priceSum = 0;

  constructor(market: Market, policy: Policy) {
    const size = 2 * market.half;
    this.#market = market;
    this.#policy = policy;
    this.#people = new People(market.half, market.seed);
    this.#random = new SeededRandom(market.seed + 1);
    this.#decided = new Uint8Array(size * market.half);
    this.#left = new Float64Array(size);
    this.#likes = new Float64Array(size);
    this.#prices = new Float64Array(size);
    this.#joined = Float64Array.from({ length: size }, () => -market.days * this.#random.uniform());
    this.#shown = new Float64Array(size);
    this.#matched = new Float64Array(size);
  }

  run(): Measures {
    const { days, warmUp } = this.#market;
    for (let day = 0; day < days; day++) this.#day(day, day >= warmUp);
    for (let person = 0; person < this.#shown.length; person++) this.#depart(person, days);
    return this.#measures(days - warmUp);
  }

  #day(day: number, measured: boolean): void {
    const { half, churn } = this.#market;
    const { all } = this.#people;
    for (let person = 0; person < 2 * half; person++) {
      if (this.#random.chance(churn)) this.#replace(person, day);
      const { attention } = all[person]!;
      // Whole likes; the part is the chance of one more.
      this.#left[person] = Math.floor(attention + this.#random.uniform());
    }
    const visits = all.flatMap((simulatedPerson, person) =>
      Array.from({ length: this.#visitsOf(simulatedPerson.sessions) }, () => person),
    );
    this.#random.shuffle(visits);
    let moved = 0;
    for (const [n, seeker] of visits.entries()) {
      this.#answer(seeker, day, measured);
      for (; moved < Math.floor((MOVES_A_DAY * (n + 1)) / visits.length); moved++) this.#movePrices();
    }
    if (!measured) return;
    this.#allDays += 2 * half;
    this.#newDays += this.#joined.filter((joined) => day - joined < NEW_DAYS).length;
    this.#priceSum += this.#prices.reduce((sum, price) => sum + price, 0) / (2 * half);
  }

  #visitsOf(mean: number): number {
    return Math.floor(mean + this.#random.uniform());
  }

  #answer(seeker: number, day: number, measured: boolean): void {
    const { half } = this.#market;
    for (const candidate of this.#choose(seeker, day)) {
      const likes = this.#people.like(seeker, candidate);
      this.#likes[candidate]! += likes;
      if (measured) this.#count(candidate, day);
      if (this.#market.remembers) this.#decided[seeker * half + (candidate % half)] = 1;
      if (!this.#random.chance(likes)) continue;
      if (measured) this.#received += 1;
      if (this.#left[candidate]! < 1) {
        if (measured) this.#lost += 1;
        continue;
      }
      this.#left[candidate]! -= 1;
      if (this.#market.remembers) this.#decided[candidate * half + (seeker % half)] = 1;
      if (!this.#random.chance(this.#people.like(candidate, seeker)) || !measured) continue;
      this.#matches += 1;
      this.#matched[candidate]! += 1;
      this.#matched[seeker]! += 1;
    }
  }

  #count(candidate: number, day: number): void {
    this.#shown[candidate]! += 1;
    this.#allShown += 1;
    if (day - this.#joined[candidate]! < NEW_DAYS) this.#newShown += 1;
  }

  /** The candidates that are shown to the seeker, as the product would order them. */
  #choose(seeker: number, day: number): readonly number[] {
    const { limit } = this.#market;
    const floor = this.#policy.rule?.newcomers ?? null;
    const best = this.#bestOf(seeker, floor === null ? limit : CHOICE_WINDOW * limit);
    if (floor === null) return best;
    const has = (candidate: number) => day - this.#joined[candidate]! < floor.days;
    const floors = [{ name: 'newcomers', minShare: floor.min_share, has }];
    const placed = reservePlaces(best, floors, limit, this.#random.uniform());
    return placed.map(({ candidate }) => candidate);
  }

  /** The first `k` candidates, best first. */
  #bestOf(seeker: number, k: number): readonly number[] {
    const { half } = this.#market;
    const { rule, priced } = this.#policy;
    const [best, orders]: [number[], number[]] = [[], []];
    for (let n = 0; n < half; n++) {
      if (this.#decided[seeker * half + n] === 1) continue;
      const candidate = this.#people.other(seeker, n);
      if (rule !== null && isCapped(this.#likes[candidate]!, rule)) continue;
      const score = this.#people.like(seeker, candidate) * this.#people.like(candidate, seeker);
      const order = priced ? pricedScore(score, this.#prices[candidate]!) : score;
      if (best.length === k && order <= orders[k - 1]!) continue;
      let at = Math.min(best.length, k - 1);
      for (; at > 0 && orders[at - 1]! < order; at--) {
        best[at] = best[at - 1]!;
        orders[at] = orders[at - 1]!;
      }
      [best[at], orders[at]] = [candidate, order];
    }
    return best;
  }

  #movePrices(): void {
    const { rule, priced } = this.#policy;
    if (rule === null) return;
    const everyMs = DAY_MS / MOVES_A_DAY;
    for (let person = 0; person < this.#likes.length; person++) {
      const likes = faded(this.#likes[person]!, everyMs, rule);
      this.#likes[person] = likes;
      if (priced) this.#prices[person] = nextPrice(this.#prices[person]!, likes, everyMs, rule);
    }
  }

  #replace(person: number, day: number): void {
    const { half } = this.#market;
    this.#depart(person, day);
    this.#people.replace(person);
    for (const column of [this.#likes, this.#prices, this.#shown, this.#matched]) column[person] = 0;
    this.#joined[person] = day;
    this.#decided.fill(0, person * half, (person + 1) * half);
    for (let n = 0; n < half; n++) this.#decided[this.#people.other(person, n) * half + (person % half)] = 0;
  }

  #depart(person: number, day: number): void {
    const days = day - Math.max(this.#market.warmUp, this.#joined[person]!);
    if (days < 1) return;
    const { minority } = this.#people.all[person]!;
    this.#departed.push({ shown: this.#shown[person]!, matched: this.#matched[person]!, days, minority });
  }

  #measures(days: number): Measures {
    const gone = this.#departed;
    const rateOf = (of: 'shown' | 'matched', minority: boolean) => {
      const group = gone.filter((one) => one.minority === minority);
      const total = (key: 'shown' | 'matched' | 'days') => group.reduce((sum, one) => sum + one[key], 0);
      return total(of) / total('days');
    };
    const newShare = this.#newDays / this.#allDays;
    return {
      matchesADay: this.#matches / days,
      lost: this.#lost / this.#received,
      gini: giniOfRates(gone.map((one) => ({ rate: one.shown / one.days, weight: one.days }))),
      never: gone.filter(({ shown }) => shown === 0).length / gone.length,
      minorityMatches: rateOf('matched', true) / rateOf('matched', false),
      minorityShown: rateOf('shown', true) / rateOf('shown', false),
      newcomers: newShare === 0 ? Number.NaN : this.#newShown / this.#allShown / newShare,
      meanPrice: this.#priceSum / days,
    };
  }
}
