/**
 * Brings the events of each person into the order of their baskets, in place. What was taken together has one
 * moment, the earliest of its events, and lies side by side: the order inside a basket means nothing.
 *
 * E events, B baskets.
 */
import type { EventColumns } from './histories.ts';

type Columns = EventColumns & { readonly offsets: Uint32Array };

/** Numbers baskets while events are read; each event without an id is a basket of its own. */
export class BasketNumbers {
  readonly #numbers = new Map<string, number>();
  #count = 0;

  of(person: number, basketId: string | null): number {
    if (basketId === null) return this.#count++;
    const key = `${person} ${basketId}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#count);
    return this.#count++;
  }
}

/** Nothing is changed where the events have no baskets. */
export function orderByBasket({ offsets, ...events }: Columns): void {
  if (events.baskets === undefined) return;
  beginTogether(events.timestampsMs, events.baskets);
  for (let person = 0; person + 1 < offsets.length; person++)
    sortSpan(events, offsets[person]!, offsets[person + 1]!);
}

function beginTogether(timestampsMs: Float64Array, baskets: Uint32Array): void {
  const B = baskets.reduce((most, basket) => Math.max(most, basket + 1), 0);
  const begins = new Float64Array(B).fill(Number.POSITIVE_INFINITY);
  for (const [at, basket] of baskets.entries()) begins[basket] = Math.min(begins[basket]!, timestampsMs[at]!);
  for (const [at, basket] of baskets.entries()) timestampsMs[at] = begins[basket]!;
}

function sortSpan(events: EventColumns, start: number, end: number): void {
  const { timestampsMs: times, baskets } = events;
  const order = Uint32Array.from({ length: end - start }, (_, at) => start + at);
  order.sort((a, b) => times[a]! - times[b]! || baskets![a]! - baskets![b]! || a - b);
  for (const column of [events.items, events.weights, events.contextRows, baskets, times])
    column?.set(
      Float64Array.from(order, (at) => column[at]!),
      start,
    );
}
