/**
 * Decisions that come from served lists alone: a seeker is shown the best of those not decided on, with some
 * places drawn where the service explores, and decides on each. So a model learns from what the model before it
 * chose to show.
 */

import type { LabelledPairs } from '../../../src/matching/learn/labelled-pairs.ts';
import { Propensities } from '../../../src/matching/learn/set/propensities.ts';
import { explorePlaces } from '../../../src/matching/match/explore/explore-places.ts';
import { sigmoid } from '../../../src/platform/numeric/logistic.ts';
import { SeededRandom } from '../../../src/platform/numeric/seeded-random.ts';
import { asRecorded, isKeptApart } from '../simulate-outcomes.ts';
import type { SimulatedWorld } from '../simulate-people.ts';

export const LIMIT = 8;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const BETWEEN_MS = 60_000;
/** An odd number that spreads the bits of small ones: 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;

/** Expected mutual matches over the lists so far: of what was shown, and of the same lists without a draw. */
export interface MutualMatches {
  readonly lists: number;
  readonly shown: number;
  readonly ranked: number;
}

export class ServedLists {
  readonly propensities = new Propensities();
  readonly #world: SimulatedWorld;
  readonly #share: number;
  readonly #random: SeededRandom;
  readonly #seed: number;
  readonly #decided = new Map<number, { readonly label: number; readonly list: number }>();
  #lists = 0;
  #shown = 0;
  #ranked = 0;

  constructor(world: SimulatedWorld, share: number, seed: number) {
    this.#world = world;
    this.#share = share;
    this.#seed = seed;
    this.#random = new SeededRandom(seed);
  }

  get size(): number {
    return this.#decided.size;
  }

  get mutual(): MutualMatches {
    return { lists: this.#lists, shown: this.#shown, ranked: this.#ranked };
  }

  /** `scores`: P(a chooses b) at a · P + b, by the serving model. */
  serveUntil(outcomes: number, scores: Float64Array): void {
    const P = this.#world.people.length;
    while (this.size < outcomes) this.#serve(this.#random.below(P), scores);
  }

  outcomes(): LabelledPairs {
    const { people } = this.#world;
    const keys = [...this.#decided.keys()];
    const decisions = [...this.#decided.values()];
    return {
      people: people.map(({ userId }) => userId),
      seekers: Uint32Array.from(keys, (key) => Math.floor(key / people.length)),
      candidates: Uint32Array.from(keys, (key) => key % people.length),
      labels: Uint8Array.from(decisions, ({ label }) => label),
      weights: new Float64Array(keys.length).fill(1),
      atMs: Float64Array.from(keys, (_, n) => START_MS + n * BETWEEN_MS),
      slates: Int32Array.from(decisions, ({ list }) => list),
    };
  }

  /** Candidates not decided on, best first by the chance that both choose each other. */
  candidatesOf(seeker: number, scores: Float64Array) {
    const P = this.#world.people.length;
    const open: { row: number; position: number; userId: string; score: number; order: number }[] = [];
    for (let row = 0; row < P; row++) {
      if (row === seeker || this.#decided.has(seeker * P + row) || isKeptApart(seeker, row)) continue;
      const score = scores[seeker * P + row]! * scores[row * P + seeker]!;
      open.push({ row, position: row, userId: `p${row}`, score, order: score });
    }
    return open.sort((a, b) => b.order - a.order);
  }

  #serve(seeker: number, scores: Float64Array): void {
    const list = this.#lists++;
    const alive = this.candidatesOf(seeker, scores);
    const placed = alive.slice(0, LIMIT).map((candidate) => ({ candidate, reservedFor: null }));
    const matchId = `${this.#seed}/${list}`;
    const { chosen } = explorePlaces(placed, alive, { share: this.#share, matchId, limit: LIMIT });
    for (const { candidate } of placed) this.#ranked += this.#mutual(seeker, candidate.row);
    for (const { row, propensity } of chosen) {
      this.#shown += this.#mutual(seeker, row);
      const chance = asRecorded(sigmoid(this.#world.logOdds(seeker, row)));
      const label = Number(this.#chanceOf(seeker, row) < chance);
      this.#decided.set(seeker * this.#world.people.length + row, { label, list });
      if (propensity !== null) this.propensities.note(list, row, propensity);
    }
  }

  /** The same decision in every market of the seed, so that markets differ by what is shown alone. */
  #chanceOf(seeker: number, candidate: number): number {
    const pair = seeker * this.#world.people.length + candidate;
    return new SeededRandom(Math.imul(pair + 1, SPREAD) ^ this.#seed).uniform();
  }

  #mutual(a: number, b: number): number {
    return sigmoid(this.#world.logOdds(a, b)) * sigmoid(this.#world.logOdds(b, a));
  }
}
