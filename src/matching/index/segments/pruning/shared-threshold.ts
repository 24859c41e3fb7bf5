/**
 * The greatest kth score that any thread has found: rows below it are not among the k best of all threads. It
 * is the upper half of a non-negative float64, which is monotonic in the number and never above it. The
 * rounding, about one part in a million, keeps a few rows more.
 */
export type SharedThreshold = Int32Array<SharedArrayBuffer>;

export function newSharedThreshold(): SharedThreshold {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** 0 while no thread has found k rows. */
export function sharedThreshold(threshold: SharedThreshold): number {
  halves.setInt32(0, Atomics.load(threshold, 0));
  halves.setInt32(4, 0);
  return halves.getFloat64(0);
}

/** `score`: in (0, 1]; other values are ignored. */
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
