/** The kth largest of the numbers so far, by a heap of k numbers whose root is the smallest. */
export class KthLargest {
  readonly #heap: Float64Array;
  #count = 0;

  constructor(k: number) {
    this.#heap = new Float64Array(k);
  }

  /** -∞ while there are fewer than k numbers. */
  get value(): number {
    return this.#count < this.#heap.length ? Number.NEGATIVE_INFINITY : this.#heap[0]!;
  }

  add(number: number): void {
    if (this.#count < this.#heap.length) this.#rise(this.#count++, number);
    else if (number > this.#heap[0]!) this.#sink(number);
  }

  #rise(from: number, number: number): void {
    let at = from;
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = this.#heap[(at - 1) >> 1]!;
      if (parent <= number) break;
      this.#heap[at] = parent;
    }
    this.#heap[at] = number;
  }

  /** Replaces the root. */
  #sink(number: number): void {
    const [heap, count] = [this.#heap, this.#count];
    let at = 0;
    for (let child = 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! >= number) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = number;
  }
}
