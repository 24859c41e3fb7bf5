/**
 * The greatest k-th score that a thread has found so far: whoever lies below is not among the k best of all threads. It is
 * the upper half of a float64 that is not negative, which grows with the number and is never above it; what that rounds
 * away, a millionth, keeps a few rows more.
 */
export type SharedThreshold = Int32Array<SharedArrayBuffer>;

export function newSharedThreshold(): SharedThreshold {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** 0 while nobody has found k. */
export function sharedThreshold(threshold: SharedThreshold): number {
  halves.setInt32(0, Atomics.load(threshold, 0));
  halves.setInt32(4, 0);
  return halves.getFloat64(0);
}

/** `score`: 0 to 1, or infinite where there is none. */
export function raiseSharedThreshold(threshold: SharedThreshold, score: number): void {
  if (!(score > 0 && score <= 1)) return;
  halves.setFloat64(0, score);
  const upper = halves.getInt32(0);
  for (let known = Atomics.load(threshold, 0); known < upper; ) {
    const before = Atomics.compareExchange(threshold, 0, known, upper);
    if (before === known) return;
    known = before;
  }
}

const halves = new DataView(new ArrayBuffer(8));
