/**
 * Finds repeated ids in a file or a request, with the line of the first one. It keeps 63 bits of a hash and
 * the line of each id: 21 to 43 bytes an id, whatever its length. The probability of a collision among ten
 * million ids is about 5 in a million.
 */
export const repeatedIds = ['refuse', 'replace', 'merge'] as const;
/** How a row is treated whose id an earlier row has. */
export type RepeatedIds = (typeof repeatedIds)[number];

/** Ids that are compared; later ones are looked up and not remembered. At most 270 MB. */
const MOST_IDS = 10_000_000;

const LEAST_SLOTS = 1024;

export class SeenIds {
  readonly #most: number;
  #size = 0;
  #mask = LEAST_SLOTS - 1;
  /** Two halves of the hash for each slot; the second is 0: the slot is free. */
  #hashes = new Uint32Array(2 * LEAST_SLOTS);
  #lines = new Float64Array(LEAST_SLOTS);

  constructor(most = MOST_IDS) {
    this.#most = most;
  }

  /** Whether ids came that are not remembered. */
  get isFull(): boolean {
    return this.#size >= this.#most;
  }

  /**
   * The line of the first row with the id, where there was one before. Else the id is remembered with this
   * line.
   */
  seenAt(id: string, line: number): number | undefined {
    const [high, low] = hashOf(id);
    const slot = this.#find(high, low);
    if (this.#isTaken(slot)) return this.#lines[slot];
    if (this.isFull) return undefined;
    this.#put(slot, high, low, line);
    this.#size++;
    if (4 * this.#size > 3 * this.#mask) this.#grow();
    return undefined;
  }

  #find(high: number, low: number): number {
    let slot = high & this.#mask;
    while (this.#isTaken(slot) && !(this.#hashes[2 * slot] === high && this.#hashes[2 * slot + 1] === low))
      slot = (slot + 1) & this.#mask;
    return slot;
  }

  #isTaken(slot: number): boolean {
    return this.#hashes[2 * slot + 1] !== 0;
  }

  #put(slot: number, high: number, low: number, line: number): void {
    this.#hashes[2 * slot] = high;
    this.#hashes[2 * slot + 1] = low;
    this.#lines[slot] = line;
  }

  #grow(): void {
    const [hashes, lines] = [this.#hashes, this.#lines];
    const slots = 2 * lines.length;
    this.#mask = slots - 1;
    this.#hashes = new Uint32Array(2 * slots);
    this.#lines = new Float64Array(slots);
    for (let at = 0; at < lines.length; at++) {
      const [high, low] = [hashes[2 * at]!, hashes[2 * at + 1]!];
      if (low !== 0) this.#put(this.#find(high, low), high, low, lines[at]!);
    }
  }
}

/**
 * Two 32-bit lanes over UTF-16 units, mixed at the end (cyrb53 without its cut to 53 bits). The second is
 * never 0.
 */
function hashOf(id: string): readonly [number, number] {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    other = Math.imul(other ^ unit, 0x5f356495);
  }
  const high = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  const low = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return [high >>> 0, (low | 1) >>> 0];
}
