/**
 * The scores that the parts with links add after a history. The sums of all parts are kept side by side, for
 * the items that links reach or for the wanted ones alone. A call thus costs what it reads and not the
 * catalogue. Where links reach much of the catalogue, each item has the slot of its number, and no slot is
 * looked up.
 *
 * The links of an item are added from the newest item of the history on, in doubles, whatever else is wanted.
 *
 * I items, S slots.
 */
import { type Kernels, kernelMemory, kernelsOver } from '../../../../../engines/kernels/kernels.ts';
import { itemWeight } from '../../../baselines/item-weights.ts';
import type { HistoryReading, ItemLinks } from './item-links.ts';

export interface LinkedPart {
  readonly links: ItemLinks;
  readonly reads: HistoryReading;
  /** The scale of the feature log(1 + scale · sum). */
  readonly scale: number;
  /** Above 0. */
  readonly weight: number;
}

export class LinkedScores {
  /** The items with a slot, by slot [S]; valid until the next call. */
  items: Uint32Array;
  /** By slot, at least 0 [S]. */
  readonly added: Float64Array;
  /** 1 + the slot of an item, 0 for none [I]. */
  readonly #slots: Int32Array;
  /** 1 for the items of `wanted`: a byte an item stays in the nearest cache while links are read [I]. */
  readonly #isWanted: Uint8Array;
  readonly #list: Uint32Array;
  /** By slot; zeros outside a call [I]. */
  readonly #sums: Float64Array;

  readonly #kernels: Kernels;
  readonly #all: Uint32Array;
  /** Whether the slots of the last call are item numbers. */
  #isDense = false;

  constructor(I: number) {
    const even = I + (I % 2);
    const memory = kernelMemory(16 * even);
    this.#kernels = kernelsOver(memory);
    this.#sums = new Float64Array(memory.buffer, 0, even);
    this.added = new Float64Array(memory.buffer, 8 * even, even);
    this.#slots = new Int32Array(I);
    this.#isWanted = new Uint8Array(I);
    this.#list = new Uint32Array(I);
    this.#all = Uint32Array.from({ length: I }, (_, item) => item);
    this.items = this.#list.subarray(0, 0);
  }

  /** The memory of an item. */
  static readonly bytesAnItem = 29;

  /** `wanted`: only these items have slots; null: every item that links reach. */
  read(history: Uint32Array, parts: readonly LinkedPart[], wanted: Uint32Array | null): void {
    if (!this.#isDense) clear(this.#slots, this.#isWanted, this.items);
    const I = this.#slots.length;
    this.#isDense = wanted === null && entriesOf(history, parts) > DENSE_SHARE * I;
    if (this.#isDense) {
      this.added.fill(0);
      for (const part of parts) {
        addAll(this.#sums, history, part);
        this.#addFeature(part, I);
      }
      this.items = this.#all;
      return;
    }
    let count = 0;
    for (let at = 0; at < (wanted?.length ?? 0); at++) {
      count = this.#slotOf(wanted![at]!, count);
      this.#isWanted[wanted![at]!] = 1;
    }
    for (const part of parts) {
      if (wanted === null) count = this.#addReached(history, part, count);
      else addWanted(this.#sums, { slots: this.#slots, isWanted: this.#isWanted }, history, part);
      this.#addFeature(part, count);
    }
    this.items = this.#list.subarray(0, count);
  }

  /** Adds the feature of the sums, and clears these. */
  #addFeature({ scale, weight }: LinkedPart, count: number): void {
    const [sums, added] = [this.#sums.byteOffset, this.added.byteOffset];
    this.#kernels.addLogarithms(sums, count + (count % 2), scale, weight, added);
  }

  /** 0 for an item without a slot. */
  addedTo(item: number): number {
    if (this.#isDense) return this.added[item]!;
    const slot = this.#slots[item]!;
    return slot === 0 ? 0 : this.added[slot - 1]!;
  }

  /** Returns the number of slots. */
  #slotOf(item: number, count: number): number {
    if (this.#slots[item] !== 0) return count;
    this.#list[count] = item;
    this.added[count] = 0;
    this.#slots[item] = count + 1;
    return count + 1;
  }

  /** Adds the rows of the history's last items to `#sums`; returns the number of slots. */
  #addReached(history: Uint32Array, { links, reads }: LinkedPart, from: number): number {
    const { offsets, items, weights } = links;
    const [slots, sums] = [this.#slots, this.#sums];
    let count = from;
    for (let back = 0; back < Math.min(reads.items, history.length); back++) {
      const weight = itemWeight(reads.tau, back);
      const row = history[history.length - 1 - back]!;
      for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
        let slot = slots[items[at]!]!;
        if (slot === 0) {
          count = this.#slotOf(items[at]!, count);
          slot = count;
        }
        sums[slot - 1]! += weight * weights[at]!;
      }
    }
    return count;
  }
}

/** Above this share of the catalogue, entries are added without slots. */
const DENSE_SHARE = 0.25;

function clear(slots: Int32Array, isWanted: Uint8Array, items: Uint32Array): void {
  for (let at = 0; at < items.length; at++) {
    slots[items[at]!] = 0;
    isWanted[items[at]!] = 0;
  }
}

/** The number of entries that the parts read. */
function entriesOf(history: Uint32Array, parts: readonly LinkedPart[]): number {
  let entries = 0;
  for (const { links, reads } of parts)
    for (let back = 0; back < Math.min(reads.items, history.length); back++) {
      const row = history[history.length - 1 - back]!;
      entries += links.offsets[row + 1]! - links.offsets[row]!;
    }
  return entries;
}

/** Adds the rows of the history's last items to the sums by item number. */
function addAll(sums: Float64Array, history: Uint32Array, { links, reads }: LinkedPart): void {
  const { offsets, items, weights } = links;
  for (let back = 0; back < Math.min(reads.items, history.length); back++) {
    const weight = itemWeight(reads.tau, back);
    const row = history[history.length - 1 - back]!;
    const end = offsets[row + 1]!;
    for (let at = offsets[row]!; at < end; at++) sums[items[at]!]! += weight * weights[at]!;
  }
}

/** Adds the entries of items that have a slot. */
function addWanted(
  sums: Float64Array,
  { slots, isWanted }: { readonly slots: Int32Array; readonly isWanted: Uint8Array },
  history: Uint32Array,
  { links: { offsets, items, weights }, reads }: LinkedPart,
): void {
  for (let back = 0; back < Math.min(reads.items, history.length); back++) {
    const weight = itemWeight(reads.tau, back);
    const row = history[history.length - 1 - back]!;
    const end = offsets[row + 1]!;
    for (let at = offsets[row]!; at < end; at++) {
      if (isWanted[items[at]!] === 0) continue;
      sums[slots[items[at]!]! - 1]! += weight * weights[at]!;
    }
  }
}
