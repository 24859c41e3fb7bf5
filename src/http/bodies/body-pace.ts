/**
 * The slowest pace of a body. Time is cut into windows as long as the grace time, and each window has to bring the
 * minimum rate times its length. So a slow phone is served, and one in a tunnel has the grace time to come out of it. A
 * bound on the total time would not do: a client that sends much at first could then stand still for hours.
 */

export interface BodyPace {
  readonly minBytesPerSecond: number;
  /** Length of a window. */
  readonly graceMs: number;
}

/** Calls `tooSlow` once where a window brought too little of what `received` counts; ends with the returned function. */
export function watchPace(pace: BodyPace, received: () => number, tooSlow: () => void): () => void {
  const least = leastBytes(pace);
  let before = received();
  const look = () => {
    const now = received();
    if (now - before < least) tooSlow();
    before = now;
  };
  let looking: NodeJS.Immediate | undefined;
  const timer = setInterval(() => {
    // Bytes that arrived while this thread was busy are read first, and count.
    looking = setImmediate(look);
  }, pace.graceMs);
  return () => {
    clearInterval(timer);
    clearImmediate(looking);
  };
}

export function leastBytes({ minBytesPerSecond, graceMs }: BodyPace): number {
  return Math.ceil((minBytesPerSecond * graceMs) / 1000);
}
