/**
 * People of a two-sided market: women and men, who are shown to each other.
 *
 *   log-odds(a likes b) = −1.8 − choosiness(a) + attraction(b) + taste(a) · looks(b) − distance(a, b)
 *
 * Attraction is what makes a few liked by many; tastes are what makes two people fit. A fifth belongs to a
 * group that the others like less (−0.7), as minorities are in real markets. `attention`: the likes that a
 * person can look at in a day; the others are lost.
 */

import { sigmoid } from '../../src/platform/numeric/logistic.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

const TASTES = 3;
const MINORITY_SHARE = 0.2;
const LESS_LIKED = 0.7;

export interface SimulatedPerson {
  readonly choosiness: number;
  readonly attraction: number;
  readonly taste: readonly number[];
  readonly looks: readonly number[];
  readonly minority: boolean;
  /** Likes a day. */
  readonly attention: number;
  /** Matches that the person asks for in a day, on average. */
  readonly sessions: number;
}

function drawPerson(random: SeededRandom): SimulatedPerson {
  const tastes = () => Array.from({ length: TASTES }, () => 0.7 * random.normal());
  return {
    choosiness: 0.5 * random.normal(),
    attraction: 1.1 * random.normal(),
    taste: tastes(),
    looks: tastes(),
    minority: random.chance(MINORITY_SHARE),
    attention: 5 * Math.exp(0.4 * random.normal()),
    sessions: Math.exp(0.5 * random.normal()),
  };
}

/** The chance that `a` likes `b`. */
function chanceOfLike(a: SimulatedPerson, b: SimulatedPerson): number {
  let logOdds = -1.8 - a.choosiness + b.attraction;
  for (let t = 0; t < TASTES; t++) logOdds += a.taste[t]! * b.looks[t]!;
  return sigmoid(logOdds - (a.minority !== b.minority && b.minority ? LESS_LIKED : 0));
}

/** All people of a market: the first half are women, the second half men. */
export class People {
  readonly all: SimulatedPerson[];
  readonly half: number;
  /** [2 half × half]: the chance that a person likes each of the other side. */
  readonly likes: Float64Array;
  readonly #random: SeededRandom;

  constructor(half: number, seed: number) {
    this.#random = new SeededRandom(seed);
    this.half = half;
    this.all = Array.from({ length: 2 * half }, () => drawPerson(this.#random));
    this.likes = new Float64Array(2 * half * half);
    for (let person = 0; person < 2 * half; person++) this.#compare(person);
  }

  /** The nth person of the other side. */
  other(person: number, n: number): number {
    return person < this.half ? this.half + n : n;
  }

  /** The chance that `a` likes `b`, of the other side. */
  like(a: number, b: number): number {
    return this.likes[a * this.half + (b % this.half)]!;
  }

  /** Another person takes the place of one who left. */
  replace(person: number): void {
    this.all[person] = drawPerson(this.#random);
    this.#compare(person);
  }

  #compare(person: number): void {
    for (let n = 0; n < this.half; n++) {
      const other = this.other(person, n);
      const [one, two] = [this.all[person]!, this.all[other]!];
      this.likes[person * this.half + n] = chanceOfLike(one, two);
      this.likes[other * this.half + (person % this.half)] = chanceOfLike(two, one);
    }
  }
}
