/**
 * The histogram of Hamming distances that all threads of one search have read so far, and the number of
 * completed items. Let d be the distance within which `count` rows lie. A row farther than d is not among
 * these `count`, and d only falls. So each thread keeps fewer and fewer rows. When the last item is done, d
 * is the same for every thread, and so are the rows to compare. So the result does not depend on the order in
 * which threads read.
 *
 * Rejected alternatives: docs/design/decisions/candidate-index.md.
 */

/** [items done, rows of distance 0, of distance 1, …] */
export type SharedSigns = Int32Array<SharedArrayBuffer>;

/** The longest sleep between two checks for a stopped search. */
const REST_MS = 5;

export function newSharedSigns(dimension: number): SharedSigns {
  const bits = 128 * Math.ceil(dimension / 128);
  return new Int32Array(new SharedArrayBuffer(4 * (bits + 2)));
}

export function countSigns(shared: SharedSigns, counts: Uint32Array): void {
  for (let distance = 0; distance < counts.length; distance++) {
    if (counts[distance]! > 0) Atomics.add(shared, 1 + distance, counts[distance]!);
  }
}

/** The distance by the rows that all threads have read so far. */
export function sharedDistance(shared: SharedSigns, count: number): number {
  return minDistance(shared.subarray(1), count);
}

/** The least distance within which at least `count` rows lie; the greatest, where there are fewer rows. */
export function minDistance(counts: Uint32Array | Int32Array, count: number): number {
  let within = 0;
  for (let distance = 0; distance < counts.length; distance++) {
    within += counts[distance]!;
    if (within >= count) return distance;
  }
  return counts.length - 1;
}

export function itemIsDone(shared: SharedSigns): void {
  Atomics.add(shared, 0, 1);
  Atomics.notify(shared, 0);
}

/**
 * Waits until all items are done. The remaining ones are being read, which takes less than a millisecond. For
 * worker threads. False: the search was stopped.
 */
export function allAreDone(shared: SharedSigns, items: number, isStopped: () => boolean): boolean {
  for (;;) {
    const done = Atomics.load(shared, 0);
    if (isStopped()) return false;
    if (done >= items) return true;
    Atomics.wait(shared, 0, done, REST_MS);
  }
}
