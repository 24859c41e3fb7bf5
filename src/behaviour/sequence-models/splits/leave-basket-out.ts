/**
 * Leave-one-out of baskets: each person's last basket is the test target, the one before it the validation
 * target, and the rest is training data. A person with fewer than three baskets is training data. Where kinds of
 * events weigh differently, the targets are the last baskets that have events of the greatest weight.
 */
import { type Histories, truncateHistories } from '../histories/histories.ts';
import { type Basket, basketAt, basketCases } from './baskets.ts';
import type { Split } from './split.ts';
import { isTarget, targetWeight } from './target-weight.ts';

const MIN_BASKETS = 3;

export function leaveBasketOut(histories: Histories): Split {
  const { offsets, personIds } = histories;
  const least = targetWeight(histories);
  const held = personIds.map((_, person) => heldOut(histories, person, least));
  const ends = Uint32Array.from(
    held,
    ({ test, validation }, person) => validation?.start ?? test?.start ?? offsets[person + 1]!,
  );
  const train = truncateHistories(histories, ends);
  const casesOf = (part: 'test' | 'validation') =>
    basketCases(
      histories,
      held.flatMap((baskets) => baskets[part] ?? []),
      least,
    );
  return {
    kind: 'leave-one-out',
    train,
    test: casesOf('test'),
    validation: { train, cases: casesOf('validation') },
    points: null,
  };
}

interface HeldOut {
  readonly test?: Basket;
  readonly validation?: Basket;
}

function heldOut(histories: Histories, person: number, least: number): HeldOut {
  const baskets = basketsOf(histories, person);
  const lastTarget = (before: number, earlier: number) =>
    baskets
      .slice(0, before)
      .findLastIndex((basket, at) => at >= earlier && hasTarget(histories, basket, least));
  const test = lastTarget(baskets.length, MIN_BASKETS - 1);
  if (test < 0) return {};
  const validation = lastTarget(test, 1);
  return { test: baskets[test]!, ...(validation >= 0 && { validation: baskets[validation]! }) };
}

function basketsOf(histories: Histories, person: number): readonly Basket[] {
  const found: Basket[] = [];
  const { offsets } = histories;
  for (let at = offsets[person]!; at < offsets[person + 1]!; at = found.at(-1)!.end)
    found.push(basketAt(histories, person, at));
  return found;
}

function hasTarget(histories: Histories, { start, end }: Basket, least: number): boolean {
  for (let at = start; at < end; at++) if (isTarget(histories, at, least)) return true;
  return false;
}
