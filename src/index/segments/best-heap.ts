/**
 * The k best of many by a bounded heap with the worst kept one on top. Order: the greater score, then the smaller tie hash,
 * then the smaller row. Whoever equals the worst kept one in score and hash is kept beside the heap: who of them is in is
 * for the bytes of their ids to say, which are not known here. Nothing is allocated by row but for these few.
 */
import type { BestRows } from './query-program.ts';

type Entry = readonly [score: number, tie: number, row: number];

export class BestHeap {
  readonly #scores: Float64Array;
  readonly #ties: Uint32Array;
  readonly #rows: Uint32Array;
  /** Entries by heap position. */
  readonly #heap: Uint32Array;
  #equals: Entry[] = [];
  #size = 0;

  constructor(k: number) {
    this.#scores = new Float64Array(k);
    this.#ties = new Uint32Array(k);
    this.#rows = new Uint32Array(k);
    this.#heap = Uint32Array.from({ length: k }, (_, at) => at);
  }

  clear(): void {
    this.#size = 0;
    this.#equals = [];
  }

  /** What a score must reach to be of use: -∞ while there is room, ∞ where there never is any. */
  get floor(): number {
    if (this.#heap.length === 0) return Number.POSITIVE_INFINITY;
    return this.#size < this.#heap.length ? Number.NEGATIVE_INFINITY : this.#scores[this.#heap[0]!]!;
  }

  /** The score is a number. */
  offer(score: number, tie: number, row: number): void {
    if (this.#size < this.#heap.length) {
      const entry = this.#heap[this.#size]!;
      this.#fill(entry, score, tie, row);
      this.#siftUp(this.#size++);
      return;
    }
    if (this.#heap.length === 0) return;
    const worst = this.#heap[0]!;
    const worstScore = this.#scores[worst]!;
    const worstTie = this.#ties[worst]!;
    if (score < worstScore || (score === worstScore && tie > worstTie)) return;
    if (score === worstScore && tie === worstTie) {
      this.#equals.push([score, tie, row]);
      return;
    }
    const worstRow = this.#rows[worst]!;
    this.#fill(worst, score, tie, row);
    this.#siftDown(this.#size);
    const top = this.#heap[0]!;
    const isStillThere = this.#scores[top] === worstScore && this.#ties[top] === worstTie;
    if (isStillThere) this.#equals.push([worstScore, worstTie, worstRow]);
    else if (this.#equals.length > 0) this.#equals = [];
  }

  /** Best first; the heap is used up until `clear`. */
  take(): BestRows {
    this.#sort();
    const equals = this.#equals.sort((a, b) => a[2] - b[2]);
    const length = this.#size + equals.length;
    const taken = {
      scores: new Float64Array(length),
      ties: new Uint32Array(length),
      rows: new Uint32Array(length),
      forward: new Float64Array(0),
      backward: new Float64Array(0),
    };
    for (let at = 0; at < this.#size; at++) {
      const entry = this.#heap[at]!;
      taken.scores[at] = this.#scores[entry]!;
      taken.ties[at] = this.#ties[entry]!;
      taken.rows[at] = this.#rows[entry]!;
    }
    equals.forEach(([score, tie, row], i) => {
      const at = this.#size + i;
      taken.scores[at] = score;
      taken.ties[at] = tie;
      taken.rows[at] = row;
    });
    return taken;
  }

  #fill(entry: number, score: number, tie: number, row: number): void {
    this.#scores[entry] = score;
    this.#ties[entry] = tie;
    this.#rows[entry] = row;
  }

  #isWorse(a: number, b: number): boolean {
    const scores = this.#scores;
    if (scores[a]! !== scores[b]!) return scores[a]! < scores[b]!;
    const ties = this.#ties;
    return ties[a]! === ties[b]! ? this.#rows[a]! > this.#rows[b]! : ties[a]! > ties[b]!;
  }

  /** The heap becomes the order, best first: the worst of those that are left goes to the end, again and again. */
  #sort(): void {
    const heap = this.#heap;
    for (let left = this.#size - 1; left > 0; left--) {
      const worst = heap[0]!;
      heap[0] = heap[left]!;
      heap[left] = worst;
      this.#siftDown(left);
    }
  }

  #siftUp(from: number): void {
    const heap = this.#heap;
    const entry = heap[from]!;
    let hole = from;
    while (hole > 0) {
      const parent = (hole - 1) >>> 1;
      if (!this.#isWorse(entry, heap[parent]!)) break;
      heap[hole] = heap[parent]!;
      hole = parent;
    }
    heap[hole] = entry;
  }

  #siftDown(size: number): void {
    const heap = this.#heap;
    const entry = heap[0]!;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#isWorse(heap[child + 1]!, heap[child]!)) child += 1;
      if (!this.#isWorse(heap[child]!, entry)) break;
      heap[hole] = heap[child]!;
      hole = child;
    }
    heap[hole] = entry;
  }
}
