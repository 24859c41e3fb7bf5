/**
 * The k best positions by a bounded heap with the worst one on top: one comparison for each entry that is not
 * kept. `isBefore(a, b)` orders positions of equal score and must be a strict total order on them.
 */
export function topPositions(
  scores: Float64Array,
  k: number,
  minScore: number,
  isBefore: (a: number, b: number) => boolean,
  counts: (position: number) => boolean,
): Uint32Array {
  const heap = new Uint32Array(Math.min(Math.max(0, k), scores.length));
  const isWorse = (a: number, b: number): boolean =>
    scores[a]! < scores[b]! || (scores[a] === scores[b] && isBefore(b, a));
  let size = 0;
  for (let position = 0; position < scores.length && heap.length > 0; position++) {
    if (!(scores[position]! >= minScore)) continue;
    if (size === heap.length && !isWorse(heap[0]!, position)) continue;
    if (!counts(position)) continue;
    if (size < heap.length) siftUp(heap, size++, position, isWorse);
    else siftDown(heap, size, position, isWorse);
  }
  return bestFirst(heap.subarray(0, size), isWorse);
}

type IsWorse = (a: number, b: number) => boolean;

/** Sorts the heap in place (heapsort): a sort of the array by a function would copy it into objects. */
function bestFirst(heap: Uint32Array, isWorse: IsWorse): Uint32Array {
  for (let end = heap.length - 1; end > 0; end--) {
    const worst = heap[0]!;
    siftDown(heap, end, heap[end]!, isWorse);
    heap[end] = worst;
  }
  return heap;
}

/** Inserts `entry` at the free position `hole`. */
function siftUp(heap: Uint32Array, hole: number, entry: number, isWorse: IsWorse): void {
  while (hole > 0) {
    const parent = (hole - 1) >>> 1;
    if (!isWorse(entry, heap[parent]!)) break;
    heap[hole] = heap[parent]!;
    hole = parent;
  }
  heap[hole] = entry;
}

/** Replaces the worst entry by `entry`. */
function siftDown(heap: Uint32Array, size: number, entry: number, isWorse: IsWorse): void {
  let hole = 0;
  for (;;) {
    let child = 2 * hole + 1;
    if (child >= size) break;
    if (child + 1 < size && isWorse(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isWorse(heap[child]!, entry)) break;
    heap[hole] = heap[child]!;
    hole = child;
  }
  heap[hole] = entry;
}
