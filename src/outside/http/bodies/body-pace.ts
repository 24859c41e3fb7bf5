/**
 * The minimum rate of a body. Time is divided into windows of `graceMs`, and each window must bring at least
 * the minimum rate times its length. A slow phone is therefore served, and a phone in a tunnel has the grace
 * time to recover. A bound on the total time would not do: a client that sends much at first could then stall
 * for hours.
 */

export interface BodyPace {
  readonly minBytesPerSecond: number;
  /** Length of a window. */
  readonly graceMs: number;
}

/**
 * Calls `tooSlow` once when a window brought too few of the bytes that `received` counts. The returned
 * function stops the watch.
 */
export function watchPace(pace: BodyPace, received: () => number, tooSlow: () => void): () => void {
  const least = leastBytes(pace);
  let before = received();
  const checkPace = () => {
    const now = received();
    if (now - before < least) tooSlow();
    before = now;
  };
  let looking: NodeJS.Immediate | undefined;
  const timer = setInterval(() => {
    // Bytes that arrived while this thread was busy are read first, and count.
    looking = setImmediate(checkPace);
  }, pace.graceMs);
  return () => {
    clearInterval(timer);
    clearImmediate(looking);
  };
}

export function leastBytes({ minBytesPerSecond, graceMs }: BodyPace): number {
  return Math.ceil((minBytesPerSecond * graceMs) / 1000);
}
