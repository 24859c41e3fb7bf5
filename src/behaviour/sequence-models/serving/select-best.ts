/** Top-k selection in one pass with a heap of k entries. */

/**
 * Positions in `scores`, best first, at most `limit`; ties go to the lower `rankOf`. A position whose score
 * is NaN is not selected.
 */
export function selectBest(
  scores: Float32Array,
  limit: number,
  rankOf: (position: number) => number,
): Uint32Array {
  const heap: number[] = [];
  const isWorse = (a: number, b: number) =>
    scores[a]! < scores[b]! || (scores[a]! === scores[b]! && rankOf(a) > rankOf(b));
  // Most positions are below the kth score, or NaN, and cost this one comparison.
  let kthScore = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < scores.length; position++) {
    if (!(scores[position]! >= kthScore)) continue;
    if (heap.length < limit) {
      heap.push(position);
      siftUp(heap, isWorse);
    } else if (isWorse(heap[0]!, position)) {
      heap[0] = position;
      siftDown(heap, isWorse);
    }
    if (heap.length === limit) kthScore = scores[heap[0]!]!;
  }
  return Uint32Array.from(heap.sort((a, b) => (isWorse(a, b) ? 1 : -1)));
}

type IsWorse = (a: number, b: number) => boolean;

/** Restores the heap after the last entry was added. The root is the worst entry. */
function siftUp(heap: number[], isWorse: IsWorse): void {
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (!isWorse(heap[at]!, heap[parent]!)) return;
    [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
    at = parent;
  }
}

/** Restores the heap after the root was replaced. */
function siftDown(heap: number[], isWorse: IsWorse): void {
  for (let at = 0; ; ) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    let worst = at;
    if (left < heap.length && isWorse(heap[left]!, heap[worst]!)) worst = left;
    if (right < heap.length && isWorse(heap[right]!, heap[worst]!)) worst = right;
    if (worst === at) return;
    [heap[at], heap[worst]] = [heap[worst]!, heap[at]!];
    at = worst;
  }
}
