/** Bounds during a search: what they have so far, and whether they can still be held. */
import type { Pin, Share } from './bounds.ts';

export interface OpenShare extends Share {
  /** Places before the end of the share that are pinned to items without its bit. */
  readonly foreign: readonly number[];
  /** Items with the bit among the chosen ones. */
  count: number;
  /** Items with the bit that are left. */
  left: number;
}

export interface OpenPin extends Pin {
  /** Items with the bit that are left. */
  left: number;
  /** This pin and those of the same bit behind it. */
  readonly later: number;
}

interface SignatureCount {
  readonly signature: number;
  readonly count: number;
}

export function openShares(
  shares: readonly Share[],
  pins: readonly Pin[],
  counts: readonly SignatureCount[],
): readonly OpenShare[] {
  const isShared = (a: number, b: number) => counts.some(({ signature }) => signature & a && signature & b);
  return shares.map((share) => ({
    ...share,
    foreign: pins
      .filter(({ bit, place }) => place < share.top && !isShared(bit, share.bit))
      .map(({ place }) => place),
    count: 0,
    left: having(counts, share.bit),
  }));
}

export function openPins(pins: readonly Pin[], counts: readonly SignatureCount[]): readonly OpenPin[] {
  return pins.map((pin) => ({
    ...pin,
    left: having(counts, pin.bit),
    later: pins.filter(({ bit, place }) => bit === pin.bit && place >= pin.place).length,
  }));
}

function having(counts: readonly SignatureCount[], bit: number): number {
  return counts.reduce((sum, { signature, count }) => sum + ((signature & bit) === 0 ? 0 : count), 0);
}

/**
 * Whether the share by itself can be held if the item of the place has its bit, and if it has not. Necessary,
 * not sufficient. `places`: those of the answer.
 */
export function shareNeeds(share: OpenShare, at: number, places: number, itemsLeft: number) {
  const end = Math.min(share.top, places);
  if (at >= end) return { with: true, without: true };
  const after = end - at - 1;
  const foreign = share.foreign.filter((place) => place > at && place < end).length;
  const canHold = (count: number, left: number, others: number) =>
    share.least - count <= Math.min(after - foreign, left) &&
    after - Math.min(after, others) <= share.most - count;
  const others = itemsLeft - share.left;
  return {
    with: canHold(share.count + 1, share.left - 1, others),
    without: canHold(share.count, share.left, others - 1),
  };
}
