/**
 * When a delivery is attempted again. The wait grows with the age of the delivery, so it doubles: 5 s, 5 s,
 * 10 s, 20 s, … at most 4 h. Jitter keeps the deliveries that failed together from coming back together.
 */
const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const FIRST_WAIT_MS = 5 * SECOND_MS;
const LONGEST_WAIT_MS = 4 * HOUR_MS;
export const GIVE_UP_AFTER_MS = 24 * HOUR_MS;

export interface FailedDelivery {
  /** Since when it is attempted; epoch ms. */
  readonly sinceMs: number;
  readonly nowMs: number;
  /** The wait that the receiver asked for. */
  readonly requestedMs?: number | undefined;
  /** In [0, 1). */
  readonly random: number;
}

/** Epoch ms; null: it is given up. */
export function nextAttemptMs({ sinceMs, nowMs, requestedMs = 0, random }: FailedDelivery): number | null {
  const ageMs = Math.max(0, nowMs - sinceMs);
  const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, ageMs));
  const jitteredMs = waitMs * (0.8 + 0.4 * random);
  const next = nowMs + Math.round(Math.max(requestedMs, jitteredMs));
  return next - sinceMs > GIVE_UP_AFTER_MS ? null : next;
}
