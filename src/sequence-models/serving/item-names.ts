/** A model's items by their ids, and the order of the ids' bytes, by which ties go. */

export interface ItemNames {
  /** By item number [I]. */
  readonly ids: readonly string[];
  /** undefined: not of the catalogue. */
  numberOf(id: string): number | undefined;
  /** Where item i's id stands among all, by its bytes in UTF-8 [I]. */
  readonly byteRank: Uint32Array;
  readonly memoryBytes: number;
}

/** Of a string in the heap and its places in a Map and an array, about. */
const BYTES_AN_ID = 120;

export function itemNames(ids: readonly string[]): ItemNames {
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const order = Uint32Array.from(ids.keys()).sort((a, b) => compareBytes(ids[a]!, ids[b]!));
  const byteRank = new Uint32Array(ids.length);
  for (let rank = 0; rank < order.length; rank++) byteRank[order[rank]!] = rank;
  return {
    ids,
    numberOf: (id) => numbers.get(id),
    byteRank,
    memoryBytes: ids.reduce((sum, id) => sum + id.length + BYTES_AN_ID, 0),
  };
}

/**
 * As the bytes in UTF-8 compare: like UTF-16 units, except that surrogates (of characters beyond the basic plane) come
 * after all other units.
 */
export function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return lift(left) - lift(right);
  }
  return a.length - b.length;
}

function lift(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
