/**
 * How far apart the sign codes of the rows are that all threads of one search have read so far, and how many items they are
 * through with. Whoever is beyond the distance that `count` rows stay within is not among these `count`, and that distance
 * only falls: so a thread keeps ever fewer rows, a tenth of all in a million where a fiftieth is wanted. When the
 * last item is through, the distance is the same for every thread, and so is what is compared: the answer does not depend on
 * which thread read what when.
 *
 * (Rejected: so many a block, whatever the others hold. Blocks of people who are alike have the near ones together, so each
 * had to give four times its share, and at least 256 rows: of a million 6 to 14 % were compared.)
 */

/** [items done, rows of distance 0, of distance 1, …] */
export type SharedSigns = Int32Array<SharedArrayBuffer>;

/** Sleeps no longer before it looks whether the search was stopped. */
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

/** Of what all have read by now. */
export function sharedDistance(shared: SharedSigns, count: number): number {
  return leastDistance(shared.subarray(1), count);
}

/** The least distance that at least `count` rows have or stay below; the largest there is, where there are fewer rows. */
export function leastDistance(counts: Uint32Array | Int32Array, count: number): number {
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
 * Until all items are done: those that are not are being read by somebody, and take less than a millisecond. For worker
 * threads. False: the search was stopped.
 */
export function allAreDone(shared: SharedSigns, items: number, isStopped: () => boolean): boolean {
  for (;;) {
    const done = Atomics.load(shared, 0);
    if (isStopped()) return false;
    if (done >= items) return true;
    Atomics.wait(shared, 0, done, REST_MS);
  }
}
