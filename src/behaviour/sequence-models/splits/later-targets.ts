/**
 * The cases of a comparison over few people: every target from a moment on that has an earlier event of its person.
 * A history has all events before its target, or before the basket of its target, also those after the moment, as
 * a service would have them.
 */
import type { Histories } from '../histories/histories.ts';
import { type Basket, basketAt, basketCases } from './baskets.ts';
import type { Cases } from './split.ts';
import { targetWeight } from './target-weight.ts';

/** `fromMs`: milliseconds since 1970. An item is a target once a basket. */
export function laterTargets(histories: Histories, fromMs: number): Cases {
  const { offsets, timestampsMs } = histories;
  const least = targetWeight(histories);
  const later: Basket[] = [];
  for (let person = 0; person + 1 < offsets.length; person++) {
    const [start, last] = [offsets[person]!, offsets[person + 1]!];
    // Nothing is known of a person before the first basket.
    for (let at = start < last ? basketAt(histories, person, start).end : last; at < last; ) {
      const basket = basketAt(histories, person, at);
      if (timestampsMs[at]! >= fromMs) later.push(basket);
      at = basket.end;
    }
  }
  return basketCases(histories, later, least);
}
