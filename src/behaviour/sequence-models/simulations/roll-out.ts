/**
 * Simulates choices step by step. At every step the policy offers a person a slate of ten items, or a given
 * list. The items are those that the model ranks highest (`model`), the most popular (`popular`), or random
 * ones (`random`). The model then chooses: one item of the slate is sampled by the softmax of its scores and
 * is added to the history.
 *
 * If the model was trained on histories without repeats, a slate has no items of the person's history, as
 * long as there are others. If it was trained with repeats, all items are offered, and the repeat rate is a
 * result. Figures: docs/design/decisions/sequence-models.md.
 *
 * Choices are a function of the seed. A person's random numbers depend on the seed and the person's position,
 * and a model's scores do not depend on the batch.
 *
 * P people, S steps, I items.
 */
import { randomUniform } from '../../../platform/numeric/random-streams.ts';
import { EventLoopYielder } from '../../../platform/threads/event-loop-yielder.ts';
import type { OpenModel } from '../models/architecture.ts';
import { scoresOf } from '../serving/scores-of.ts';
import { selectBest } from '../serving/select-best.ts';

/** The number of items on a slate. */
export const SLATE = 10;
/** Longest run of work between two turns of the event loop. */
const SLICE_MS = 25;
/** The maximum number of scores in a batch of people; limits its memory. */
const SCORES_AT_ONCE = 4_000_000;
/** The maximum number of people in a batch. */
const MAX_AT_ONCE = 64;

/** The policy: where the items of a slate come from. */
export type Offer =
  | { readonly kind: 'model' }
  | { readonly kind: 'random' }
  /** The first `limit` of these item numbers: the most popular ones, or all of a given list. */
  | { readonly kind: 'items'; readonly items: Uint32Array; readonly limit: number };

export interface RollOut {
  readonly model: OpenModel;
  readonly itemCount: number;
  /** The rank of each item's id among all ids by UTF-8 bytes, which breaks ties [I]. */
  readonly byteRank: Uint32Array;
  /** Item numbers, oldest first; may be empty [P]. */
  readonly histories: readonly Uint32Array[];
  readonly offer: Offer;
  /** Whether a slate may have items of the person's history. */
  readonly seen: 'excluded' | 'offered';
  readonly steps: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** 0..1 */
  readonly onProgress: (share: number) => void;
}

/** The item numbers of the choices [P × S]. Throws `signal.reason`. */
export async function rollOut(simulation: RollOut): Promise<Uint32Array> {
  const { histories, steps, itemCount, signal, onProgress } = simulation;
  const choices = new Uint32Array(histories.length * steps);
  const atOnce = Math.max(1, Math.min(MAX_AT_ONCE, Math.floor(SCORES_AT_ONCE / itemCount)));
  const yielder = new EventLoopYielder(SLICE_MS, { signal });
  for (let from = 0; from < histories.length; from += atOnce) {
    const people = histories
      .slice(from, from + atOnce)
      .map((history, which) => new Person(simulation, history, from + which));
    for (let step = 0; step < steps; step++) {
      await yielder.yieldIfDue();
      const slates = await slatesFor(simulation, people, step);
      for (const [which, { items, scores }] of slates.entries()) {
        const chosen = items[people[which]!.choose(scores, step)]!;
        people[which]!.add(chosen);
        choices[(from + which) * steps + step] = chosen;
      }
      onProgress((from + (people.length * (step + 1)) / steps) / histories.length);
    }
  }
  return choices;
}

interface Slate {
  readonly items: Uint32Array;
  readonly scores: Float32Array;
}

async function slatesFor(
  simulation: RollOut,
  people: readonly Person[],
  step: number,
): Promise<readonly Slate[]> {
  const { model, offer, itemCount, byteRank } = simulation;
  if (offer.kind === 'model') {
    const rows = await model.score(batchOf(people));
    return people.map((person, which) => {
      const scores = rows.subarray(which * itemCount, (which + 1) * itemCount);
      const best = selectBest(scores, SLATE + person.hadCount, (item) => byteRank[item]!);
      const items = person.offered(best, SLATE);
      return { items, scores: Float32Array.from(items, (item) => scores[item]!) };
    });
  }
  const slates: Slate[] = [];
  for (const person of people) {
    const items =
      offer.kind === 'items'
        ? person.offered(offer.items, offer.limit)
        : person.offered(person.drawSlate(step, itemCount), SLATE);
    slates.push({ items, scores: await scoresOf(model, person, items) });
  }
  return slates;
}

function batchOf(people: readonly Person[]) {
  const offsets = new Uint32Array(people.length + 1);
  for (const [row, { history }] of people.entries()) offsets[row + 1] = offsets[row]! + history.length;
  const items = new Uint32Array(offsets.at(-1)!);
  for (const [row, { history }] of people.entries()) items.set(history, offsets[row]!);
  return { offsets, items };
}

/** Random numbers per step: one for the choice, ten for a random slate. */
const DRAWS = 1 + SLATE;

class Person {
  /** The last `maxHistoryItems` items, which are all that the model reads. */
  history: Uint32Array;
  readonly #maxItems: number;
  /** The items that are not offered; null: all items are offered. */
  readonly #had: Set<number> | null;
  readonly #draws: Float64Array;

  constructor({ model, steps, seed, seen }: RollOut, history: Uint32Array, position: number) {
    this.#maxItems = model.maxHistoryItems;
    this.#had = seen === 'excluded' ? new Set(history) : null;
    this.history = history.slice(Math.max(0, history.length - this.#maxItems));
    this.#draws = randomUniform(seed, `person ${position}`, steps * DRAWS);
  }

  get hadCount(): number {
    return this.#had?.size ?? 0;
  }

  /** The first `limit` of these items that may be offered; the first `limit` of all if none may. */
  offered(items: Uint32Array, limit: number): Uint32Array {
    if (this.#had === null) return items.subarray(0, limit);
    const notHad: number[] = [];
    for (const item of items) {
      if (notHad.length === limit) break;
      if (!this.#had.has(item)) notHad.push(item);
    }
    return notHad.length === 0 ? items.subarray(0, limit) : Uint32Array.from(notHad);
  }

  /** A position in the slate, sampled by the softmax of the scores. */
  choose(scores: Float32Array, step: number): number {
    const top = scores.reduce((high, score) => Math.max(high, score), Number.NEGATIVE_INFINITY);
    const weights = Float64Array.from(scores, (score) => Math.exp(score - top));
    let left = this.#draws[step * DRAWS]! * weights.reduce((sum, weight) => sum + weight, 0);
    for (let at = 0; at < weights.length; at++) {
      left -= weights[at]!;
      if (left < 0) return at;
    }
    return weights.length - 1;
  }

  /**
   * Ten distinct items, sampled uniformly (Floyd's algorithm, Bentley 1987); all items if there are fewer.
   */
  drawSlate(step: number, itemCount: number): Uint32Array {
    const size = Math.min(SLATE, itemCount);
    const drawn = new Set<number>();
    for (let n = 0; n < size; n++) {
      const last = itemCount - size + n;
      const item = Math.floor(this.#draws[step * DRAWS + 1 + n]! * (last + 1));
      drawn.add(drawn.has(item) ? last : item);
    }
    return Uint32Array.from(drawn);
  }

  /** Appends an item to the history. */
  add(item: number): void {
    this.#had?.add(item);
    const kept = this.history.subarray(Math.max(0, this.history.length + 1 - this.#maxItems));
    const next = new Uint32Array(kept.length + 1);
    next.set(kept);
    next[kept.length] = item;
    this.history = next;
  }
}
