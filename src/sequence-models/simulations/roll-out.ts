/**
 * Simulates choices step by step. At every step the policy offers a person a slate: the ten items that the
 * model ranks highest (`model`), the ten most popular (`popular`), ten random ones (`random`), or a given
 * list. The model chooses: one item of the slate is drawn by the softmax of its scores and joins the history.
 *
 * If the model was trained on histories without repeats, the slate has only items that the person has not
 * had, as long as there are any. If it was trained with repeats, all items are offered, and the repeat rate
 * is a result.
 *
 * Choices are a function of the seed: a person's draws depend on the seed and the person's position, and a
 * model's scores do not depend on the batch. Figures: docs/design/decisions/sequence-models.md.
 *
 * P people, S steps, I items.
 */
import { randomUniform } from '../../tensor/random.ts';
import type { OpenModel } from '../models/architecture.ts';
import { scoresOf } from '../serving/scores-of.ts';
import { selectBest } from '../serving/select-best.ts';

export const SLATE = 10;
/** Scores that are held at once. */
const SCORES_AT_ONCE = 4_000_000;
const MAX_AT_ONCE = 64;

export type Offer =
  | { readonly kind: 'model' }
  | { readonly kind: 'random' }
  /** The first `limit` of these item numbers: by popularity, or all that were given. */
  | { readonly kind: 'items'; readonly items: Uint32Array; readonly limit: number };

export interface RollOut {
  readonly model: OpenModel;
  readonly itemCount: number;
  /** Where each item's id stands by its bytes: tells ties apart [I]. */
  readonly byteRank: Uint32Array;
  /** Item numbers, oldest first; may be empty [P]. */
  readonly histories: readonly Uint32Array[];
  readonly offer: Offer;
  /** Whether the items of the person's history are offered. */
  readonly seen: 'left out' | 'offered';
  readonly steps: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** 0..1 */
  readonly onProgress: (share: number) => void;
}

/** Item numbers [P × S]. Throws `signal.reason`. */
export async function rollOut(given: RollOut): Promise<Uint32Array> {
  const { histories, steps, itemCount, signal, onProgress } = given;
  const takes = new Uint32Array(histories.length * steps);
  const atOnce = Math.max(1, Math.min(MAX_AT_ONCE, Math.floor(SCORES_AT_ONCE / itemCount)));
  for (let from = 0; from < histories.length; from += atOnce) {
    const people = histories
      .slice(from, from + atOnce)
      .map((history, which) => new Person(given, history, from + which));
    for (let step = 0; step < steps; step++) {
      signal.throwIfAborted();
      const slates = await offerTo(given, people, step);
      for (const [which, { items, scores }] of slates.entries()) {
        const taken = items[people[which]!.choose(scores, step)]!;
        people[which]!.take(taken);
        takes[(from + which) * steps + step] = taken;
      }
      onProgress((from + (people.length * (step + 1)) / steps) / histories.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return takes;
}

interface Slate {
  readonly items: Uint32Array;
  readonly scores: Float32Array;
}

async function offerTo(given: RollOut, people: readonly Person[], step: number): Promise<readonly Slate[]> {
  const { model, offer, itemCount, byteRank } = given;
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
    slates.push({ items, scores: await scoresOf(model, person.history, items) });
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

/** Draws of a step: one to choose by, ten to draw a slate by. */
const DRAWS = 1 + SLATE;

class Person {
  /** As much of it as the model reads. */
  history: Uint32Array;
  readonly #most: number;
  /** null: it does not matter. */
  readonly #had: Set<number> | null;
  readonly #draws: Float64Array;

  constructor({ model, steps, seed, seen }: RollOut, history: Uint32Array, place: number) {
    this.#most = model.maxHistoryItems;
    this.#had = seen === 'left out' ? new Set(history) : null;
    this.history = history.slice(Math.max(0, history.length - this.#most));
    this.#draws = randomUniform(seed, `person ${place}`, steps * DRAWS);
  }

  get hadCount(): number {
    return this.#had?.size ?? 0;
  }

  /**
   * The first `limit` items that may be offered; the first `limit` of all if the person has had everything.
   */
  offered(items: Uint32Array, limit: number): Uint32Array {
    if (this.#had === null) return items.subarray(0, limit);
    const fresh: number[] = [];
    for (const item of items) {
      if (fresh.length === limit) break;
      if (!this.#had.has(item)) fresh.push(item);
    }
    return fresh.length === 0 ? items.subarray(0, limit) : Uint32Array.from(fresh);
  }

  /** Position in the slate, drawn by the softmax of the scores. */
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

  /** Distinct items, each as likely as any other (Floyd's sampling); all where there are no more. */
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

  take(item: number): void {
    this.#had?.add(item);
    const kept = this.history.subarray(Math.max(0, this.history.length + 1 - this.#most));
    const next = new Uint32Array(kept.length + 1);
    next.set(kept);
    next[kept.length] = item;
    this.history = next;
  }
}
