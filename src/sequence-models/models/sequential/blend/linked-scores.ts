/**
 * What the parts with links add to the scores after a history. The sums of all parts are kept side by side for the
 * items that links reach, or for the wanted ones alone, so a call costs what it reads and not the catalogue.
 *
 * An item's links are added from the newest item of the history on, in doubles, whatever is wanted beside it.
 *
 * I items, S slots.
 */
import { type Kernels, kernelMemory, kernelsOver } from '../../../../index/kernels/kernels.ts';
import { itemWeight } from '../../../baselines/item-weights.ts';
import type { HistoryReading, ItemLinks } from './item-links.ts';

export interface LinkedPart {
  readonly links: ItemLinks;
  readonly reads: HistoryReading;
  /** Of its feature, log(1 + scale · sum). */
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
  readonly #list: Uint32Array;
  /** By slot; zeros outside a call [I]. */
  readonly #sums: Float64Array;

  readonly #kernels: Kernels;

  constructor(I: number) {
    const even = I + (I % 2);
    const memory = kernelMemory(16 * even);
    this.#kernels = kernelsOver(memory);
    this.#sums = new Float64Array(memory.buffer, 0, even);
    this.added = new Float64Array(memory.buffer, 8 * even, even);
    this.#slots = new Int32Array(I);
    this.#list = new Uint32Array(I);
    this.items = this.#list.subarray(0, 0);
  }

  /** The memory of an item. */
  static readonly bytesAnItem = 24;

  /** `wanted`: only these items have slots; null: every item that links reach. */
  read(history: Uint32Array, parts: readonly LinkedPart[], wanted: Uint32Array | null): void {
    for (const item of this.items) this.#slots[item] = 0;
    let count = 0;
    if (wanted !== null) for (const item of wanted) count = this.#slotOf(item, count);
    for (const part of parts) {
      count = this.#addRows(history, part, count, wanted === null);
      const [sums, added] = [this.#sums.byteOffset, this.added.byteOffset];
      this.#kernels.addLogarithms(sums, count + (count % 2), part.scale, part.weight, added);
    }
    this.items = this.#list.subarray(0, count);
  }

  /** 0 for an item without a slot. */
  addedTo(item: number): number {
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
  #addRows(history: Uint32Array, { links, reads }: LinkedPart, from: number, takesAll: boolean): number {
    const { offsets, items, weights } = links;
    const [slots, sums] = [this.#slots, this.#sums];
    let count = from;
    for (let back = 0; back < Math.min(reads.items, history.length); back++) {
      const weight = itemWeight(reads.tau, back);
      const row = history[history.length - 1 - back]!;
      for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
        let slot = slots[items[at]!]!;
        if (slot === 0) {
          if (!takesAll) continue;
          count = this.#slotOf(items[at]!, count);
          slot = count;
        }
        sums[slot - 1]! += weight * weights[at]!;
      }
    }
    return count;
  }
}
