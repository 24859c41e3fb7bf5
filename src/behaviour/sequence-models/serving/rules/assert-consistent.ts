/**
 * Refuses rules that no choice of items could hold together, however many items there were. Rules that only
 * these items cannot hold are no contradiction.
 */
import { invalidRequest } from '../../../../contract/errors.ts';
import { type Bound, isPin, type Pin, type Share } from './bounds.ts';

/** `signatures`: those that items of the catalogue have. 400 `invalid_request`, which names the rules. */
export function assertConsistent(bounds: readonly Bound[], signatures: readonly number[]): void {
  const filled = bounds
    .map((bound, at) => ({ bound, at }))
    .filter(({ bound }) => signatures.some((s) => s & bound.bit));
  const shares = filled.filter((one): one is Of<Share> => !isPin(one.bound));
  const pins = filled.filter((one): one is Of<Pin> => isPin(one.bound));
  const tops = new Set(shares.map(({ bound }) => bound.top));
  for (const top of tops) {
    assertRoomForLeast(top, demandsIn(top, shares, pins), signatures);
    assertFilledByMost(top, shares, signatures);
  }
  for (const share of shares) assertBelowMost(share, shares, pins, signatures);
}

interface Of<One> {
  readonly bound: One;
  readonly at: number;
}

interface Demand {
  readonly bit: number;
  readonly at: number;
  readonly places: number;
}

/** The places that rules take at least of the first `top`. */
function demandsIn(top: number, shares: readonly Of<Share>[], pins: readonly Of<Pin>[]): readonly Demand[] {
  return [
    ...shares
      .map(({ bound, at }) => ({ bit: bound.bit, at, places: bound.least - Math.max(0, bound.top - top) }))
      .filter(({ places }) => places > 0),
    ...pins
      .filter(({ bound }) => bound.place < top)
      .map(({ bound, at }) => ({ bit: bound.bit, at, places: 1 })),
  ].sort((a, b) => b.places - a.places);
}

/** Places of different items add up. */
function assertRoomForLeast(top: number, demands: readonly Demand[], signatures: readonly number[]): void {
  const apart: Demand[] = [];
  for (const demand of demands)
    if (apart.every(({ bit }) => !signatures.some((one) => one & bit && one & demand.bit)))
      apart.push(demand);
  const sum = apart.reduce((total, { places }) => total + places, 0);
  if (sum > top)
    throw contradiction(
      apart.map(({ at }) => at),
      `ask for ${sum} of the first ${top} places, for items that have none in common`,
    );
}

/** Where every item is of some rule, the rules must leave room for as many items as there are places. */
function assertFilledByMost(top: number, shares: readonly Of<Share>[], signatures: readonly number[]): void {
  const capped = shares.filter(({ bound }) => bound.top >= top && bound.most < top);
  const bits = capped.reduce((all, { bound }) => all | bound.bit, 0);
  const sum = capped.reduce((total, { bound }) => total + bound.most, 0);
  if (sum < top && signatures.every((one) => one & bits))
    throw contradiction(
      capped.map(({ at }) => at),
      `allow ${sum} of the first ${top} places together, and every item is of one of them`,
    );
}

/** No more items must be among those of a rule than it allows. */
function assertBelowMost(
  { bound: cap, at }: Of<Share>,
  shares: readonly Of<Share>[],
  pins: readonly Of<Pin>[],
  signatures: readonly number[],
): void {
  const isWithin = ({ bit }: { readonly bit: number }) =>
    signatures.every((one) => (one & bit) === 0 || (one & cap.bit) !== 0);
  const within = demandsIn(cap.top, shares, pins).filter(isWithin);
  const largest = within.find(({ places }) => places > cap.most);
  if (largest !== undefined)
    throw contradiction(
      [largest.at, at],
      `ask for ${largest.places} and allow ${cap.most} of the first ${cap.top} places`,
    );
  const pinned = within.filter(({ at: one }) => pins.some((pin) => pin.at === one));
  if (pinned.length > cap.most)
    throw contradiction(
      [...pinned.map(({ at: one }) => one), at],
      `pin ${pinned.length} and allow ${cap.most} of the first ${cap.top} places`,
    );
}

function contradiction(rules: readonly number[], what: string): Error {
  const [first, ...others] = [...new Set(rules)].sort((a, b) => a - b).map((at) => `rules[${at}]`);
  const names = others.length === 0 ? first! : `${first} and ${others.join(' and ')}`;
  const message = `contradicts the others: ${names} ${what}; change one of them`;
  return invalidRequest([{ path: first!, message }]);
}
