/** The ids of a model's items, and their byte order, which breaks ties. I items. */

export interface ItemNames {
  /** By item number [I]. */
  readonly ids: readonly string[];
  /** The item number; undefined if the catalogue lacks the item. */
  numberOf(id: string): number | undefined;
  /** The rank of item i's id among all ids by UTF-8 bytes [I]. */
  readonly byteRank: Uint32Array;
  /** The number of ids below this one by UTF-8 bytes. */
  idsBelow(id: string): number;
  readonly memoryBytes: number;
}

/** The approximate memory of an id: a heap string, a Map entry and an array element. */
const BYTES_AN_ID = 124;

export function itemNames(ids: readonly string[]): ItemNames {
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const order = Uint32Array.from(ids.keys()).sort((a, b) => compareBytes(ids[a]!, ids[b]!));
  const byteRank = new Uint32Array(ids.length);
  for (let rank = 0; rank < order.length; rank++) byteRank[order[rank]!] = rank;
  return {
    ids,
    numberOf: (id) => numbers.get(id),
    byteRank,
    idsBelow: (id) => lowerBound(order.length, (rank) => compareBytes(ids[order[rank]!]!, id) < 0),
    memoryBytes: ids.reduce((sum, id) => sum + id.length + BYTES_AN_ID, 0),
  };
}

/** The number of ranks that are below; those come first. */
function lowerBound(ranks: number, isBelow: (rank: number) => boolean): number {
  let [from, to] = [0, ranks];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBelow(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Compares two strings by their UTF-8 bytes. This is the order of UTF-16 code units, except that surrogates
 * (characters beyond the basic plane) come after all other units.
 */
export function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return lift(left) - lift(right);
  }
  return a.length - b.length;
}

/** Moves surrogates behind all other code units. */
function lift(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
